import type { Pose } from '../../skeleton/pose.ts';
import type { Trace, TracePhase } from '../request/trace.ts';
import type { LocalState } from './configuration.ts';
import type { Mechanism } from './mechanism.ts';

/** Writes a trace while a solve runs. */
export interface TraceRecorder extends Recording {
  /** Records the rotation of joint `j` that the limit-frame quaternion `after[at..at+3]` is. */
  rotation(j: number, after: Float64Array, at: number, limited: boolean): void;
  /** Records the displacement of sliding joint `j`, metres. */
  slide(j: number, after: number, limited: boolean): void;
  /** Records the root translation, metres, world. */
  root(after: readonly number[]): void;
  /** Takes back the last steps, until `count` are left. */
  takeBack(count: number): void;
  /** Records every joint in which the pose `to` differs from where the recorded steps have led. */
  whole(to: Pose, onBoundary: ReadonlySet<number>): void;
  /** Records every joint that differs between two states of the configuration. */
  changes(before: LocalState, after: LocalState, onBoundary: (joint: number) => boolean): void;
}

/** What is recorded, and where. */
export interface Recording {
  readonly trace: Trace;
  readonly mechanism: Mechanism;
  /** Where the recorded steps have led so far. */
  readonly pose: Pose;
  iteration: number;
  phase: TracePhase;
}
