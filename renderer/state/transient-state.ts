import type { Shot } from '../../core/animation/camera-motion.ts';
import type { MadeShape, ReferenceData } from '../../core/document/project-data.ts';
import type { HandleName } from '../../core/humanoid/body/handles.ts';
import type { PullMove } from '../../core/humanoid/pulling/request/pull-move.ts';
import type { Outcome } from '../../core/ik/request/outcome.ts';
import type { PriorSource } from '../../core/library/prior/pose-prior.ts';
import type { Frame } from '../../core/math/frame.ts';
import type { Place } from '../../core/math/place.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import type { Selection } from './session-state.ts';

/** Lives no longer than a gesture. */
export interface TransientState {
  /** Shown instead of the document's pose while a drag or a blend is under way. */
  readonly preview: Preview | null;
  /** Where the actor that is worked on stands while it is dragged over the floor; missing else. */
  readonly place?: Place;
  /** A prop that is dragged, where it is in the scene meanwhile, and its form where that is dragged; missing else. */
  readonly prop?: { readonly id: string; readonly frame: Frame; readonly form?: MadeShape };
  /** A camera that is dragged or steered, and what it sees meanwhile, in the scene; missing else. */
  readonly camera?: { readonly id: string; readonly shot: Shot };
  /** The reference as it is seen while it is being placed; missing else. */
  readonly reference?: ReferenceData;
  /** How the last solve ended. */
  readonly feedback: SolveFeedback | null;
}

export interface Preview {
  readonly pose: Pose;
  /**
   * `live`: what another program sends. `offer`: of a saved pose that the pointer is over, for the handle that was pulled. `clip`: what the clip shows with an edit of it that is under way.
   */
  readonly cause: 'pull' | 'rotate' | 'blend' | 'offer' | 'clip' | 'replay' | 'live';
  /** Whether it becomes keys at the playhead even where auto-key is off. */
  readonly isKeyed?: boolean;
  /** In a replay: the joint that the step on screen turned, and whether its limit held it back. */
  readonly stepped?: { readonly joint: number; readonly held: boolean };
}

export interface SolveFeedback {
  readonly outcome: Outcome;
  readonly milliseconds: number;
  readonly handle: HandleName | null;
  /** What the pull had to start from anew to get there, null when the pose on screen led to its target. */
  readonly origin: PullOrigin | null;
  /** The saved poses that the body followed, the weightiest first. */
  readonly followed: readonly PriorSource[];
  /** What was asked: lets the solver view do it again. */
  readonly move: PullMove | null;
  /** The playhead and the selection at the time: the status line tells of it until one of them changes. */
  readonly at?: { readonly time: number; readonly selection: Selection };
}

/** A start other than the pose on screen: a saved pose, or one made at random. */
export type PullOrigin = { readonly kind: 'seed'; readonly name: string } | { readonly kind: 'random' };
