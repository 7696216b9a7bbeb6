import type { Place } from '../../math/place.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { Pins } from './handles.ts';
import type { Rig } from './rig.ts';

/** One of several characters at one moment. */
export interface PosedActor {
  readonly rig: Rig;
  readonly place: Place;
  /** In its own space. */
  readonly pose: Pose;
  /** What of it stays where the pose has it. Default: nothing. */
  readonly pins?: Pins;
}
