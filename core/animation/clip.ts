/** How a track moves between two keys: hold, turn at constant speed (SLERP / linear), ease in and out, or a smooth cubic. */
export type Interpolation = 'step' | 'linear' | 'ease' | 'cubic';

/** Keys of one joint's rest-relative rotation, or of the root translation. Times rise strictly; seconds. */
export interface Track {
  /** Joint index, or −1 for the root translation. */
  readonly joint: number;
  readonly interpolation: Interpolation;
  readonly times: readonly number[];
  /** Flat: 4 numbers a key (quaternion), or 3 for the root translation (metres, world axes, displacement from rest). */
  readonly values: readonly number[];
}

/** Motion of one skeleton. A joint without a track keeps its rest rotation. */
export interface Clip {
  readonly id: string;
  readonly name: string;
  /** Seconds, > 0: the length of the timeline. */
  readonly duration: number;
  /** Frames a second: 24, 25, 30, 48, 60 or 120. */
  readonly fps: number;
  readonly loop: boolean;
  readonly tracks: readonly Track[];
}
