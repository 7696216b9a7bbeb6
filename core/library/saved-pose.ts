import type { Pose } from '../skeleton/pose.ts';

/** A pose kept in the library. */
export interface SavedPose {
  /** Unique and stable: names the pose's files. */
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly pose: Pose;
  /** Joints that the pose speaks of; applying it leaves all others alone. */
  readonly joints: readonly number[];
  /** `data:image/png;base64,…` as rendered when it was saved, or an empty string. */
  readonly thumbnail: string;
}
