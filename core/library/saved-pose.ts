import { checkArray } from '../math/check-values.ts';
import { checkFinite, checkNumbers } from '../math/check-numbers.ts';
import type { Clip } from '../animation/clip.ts';
import type { Pose } from '../skeleton/pose.ts';

/** Motion kept with a saved pose: a clip without an id and a name of its own. */
export type SavedMotion = Pick<Clip, 'duration' | 'fps' | 'loop' | 'tracks'>;

/** A pose kept in the library, or a clip: a pose that moves. */
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
  /**
   * Its picture: `data:image/png;base64,…` as it was drawn; the name of a file for one that lies in the folder of the library; an empty string
   * for none.
   */
  readonly thumbnail: string;
  /** How a clip moves; the pose is one of its moments then. Missing for poses that stand still. */
  readonly motion?: SavedMotion;
}

const FILE = 'file:';

/**
 * Says that a pose's picture lies beside the file of the pose `id`. `revision` tells one content of it from others, where it may have changed
 * since the library was read.
 */
export function pictureFile(id: string, revision = ''): string {
  return revision === '' ? `${FILE}${id}` : `${FILE}${id}?${revision}`;
}

/** The pose beside whose file a picture lies; null for a picture that is no file. */
export function fileOfPicture(thumbnail: string): string | null {
  return thumbnail.startsWith(FILE) ? thumbnail.slice(FILE.length).split('?')[0]! : null;
}

/** Joints of a selection as saved poses and tracks name them: with −1, the root translation, when the root is among them. */
export function withRootTranslation(joints: readonly number[], root: number): readonly number[] {
  checkArray(joints, 'the joints');
  checkNumbers(joints, joints.length, 'the joints');
  checkFinite(root, 'the root');
  return joints.includes(root) && !joints.includes(-1) ? [-1, ...joints] : joints;
}
