import type { Clip } from '../../animation/clip.ts';
import type { Place } from '../../math/place.ts';
import type { MotionTarget } from './write-clip.ts';

/** What one actor of a scene does. */
export interface ActorMotion {
  /** In its project. */
  readonly id: string;
  readonly name: string;
  readonly place: Place;
  readonly target: MotionTarget;
  /** The same clips for each actor, in the same order. */
  readonly clips: readonly Clip[];
}
