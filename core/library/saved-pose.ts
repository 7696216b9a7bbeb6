import { checkArray } from '../math/check-values.ts';
import { checkFinite } from '../math/check-numbers.ts';
import type { Pose } from '../skeleton/pose.ts';

/** A pose kept in the library. */
export interface SavedPose {
  /** Unique and stable: names the pose's files. */
  readonly id: string;
  /** What the animator calls it. */
  readonly name: string;
  /** Words to find it by. */
  readonly tags: readonly string[];
  /** The folder of the library that it stands in: names with `/` between them, empty for the top. */
  readonly folder: string;
  /** Whether it is marked to be found quickly. */
  readonly isFavourite: boolean;
  /** A whole pose of the character’s skeleton. */
  readonly pose: Pose;
  /** Joints that the pose speaks of, −1 standing for the root translation; applying it leaves all others alone. */
  readonly joints: readonly number[];
  /** `data:image/png;base64,…` as rendered when it was saved, or an empty string. */
  readonly thumbnail: string;
}

/** Joints of a selection as saved poses and tracks name them: with −1, the root translation, when the root is among them. */
export function withRootTranslation(joints: readonly number[], root: number): readonly number[] {
  checkArray(joints, 'the joints');
  checkFinite(root, 'the root');
  return joints.includes(root) && !joints.includes(-1) ? [-1, ...joints] : joints;
}
