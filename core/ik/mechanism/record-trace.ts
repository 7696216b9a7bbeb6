import { rotationIndex, slideIndex, type Pose } from '../../skeleton/pose.ts';
import { storeRotation } from './configuration.ts';
import type { Mechanism } from './mechanism.ts';
import type { Trace, TracePhase } from '../request/trace.ts';

/** Writes a trace while a solve runs. */
export interface TraceRecorder {
  readonly trace: Trace;
  readonly mechanism: Mechanism;
  /** Where the recorded steps have led so far. */
  readonly pose: Pose;
  iteration: number;
  phase: TracePhase;
}

/** Records the rotation of joint `j` from one limit-frame quaternion to another. */
export function recordRotation(
  recorder: TraceRecorder,
  j: number,
  before: Float64Array,
  beforeAt: number,
  after: Float64Array,
  afterAt: number,
  clamped: boolean,
): void {
  const rotation = new Float64Array(4);
  const read = (numbers: Float64Array, from: number): number[] => {
    storeRotation(recorder.mechanism, j, numbers, from, rotation, 0);
    return [...rotation];
  };
  record(recorder, j, rotationIndex(j), read(before, beforeAt), read(after, afterAt), clamped);
}

/** Records the displacement of sliding joint `j`, metres. */
export function recordSlide(recorder: TraceRecorder, j: number, before: number, after: number, clamped: boolean): void {
  const { skeleton } = recorder.mechanism;
  record(recorder, j, slideIndex(skeleton, skeleton.slides[j]!), [before], [after], clamped);
}

/** Records the root translation, metres, world. */
export function recordRoot(recorder: TraceRecorder, before: readonly number[], after: readonly number[]): void {
  record(recorder, -1, 0, before, after, false);
}

function record(
  recorder: TraceRecorder,
  joint: number,
  index: number,
  before: readonly number[],
  after: readonly number[],
  clamped: boolean,
): void {
  const { trace, iteration, phase } = recorder;
  trace.steps.push({ joint, index, before, after, clamped, iteration, phase });
  recorder.pose.set(after, index);
}

/** Records every joint in which the pose `to` differs from where the recorded steps have led. */
export function recordPose(recorder: TraceRecorder, to: Pose, onBoundary: ReadonlySet<number>): void {
  const { pose, mechanism } = recorder;
  const { skeleton } = mechanism;
  const recordAt = (joint: number, index: number, length: number): void => {
    const before = pose.slice(index, index + length);
    const after = to.slice(index, index + length);
    if (after.every((value, i) => Object.is(value, before[i]))) return;
    record(recorder, joint, index, [...before], [...after], onBoundary.has(joint));
  };
  recordAt(-1, 0, 3);
  for (let j = 0; j < skeleton.count; j++) {
    recordAt(j, rotationIndex(j), 4);
    if (skeleton.slides[j]! >= 0) recordAt(j, slideIndex(skeleton, skeleton.slides[j]!), 1);
  }
}

/** Records every joint that differs between two states of the configuration. */
export function recordChanges(
  recorder: TraceRecorder,
  before: ChangeState,
  after: ChangeState,
  onBoundary: (joint: number) => boolean,
): void {
  const { count } = recorder.mechanism.skeleton;
  if (before.root.some((value, i) => value !== after.root[i])) recordRoot(recorder, [...before.root], [...after.root]);
  for (let j = 0; j < count; j++) {
    const at = 4 * j;
    let turned = false;
    for (let i = at; i < at + 4; i++) if (before.rotations[i] !== after.rotations[i]) turned = true;
    if (turned) recordRotation(recorder, j, before.rotations, at, after.rotations, at, onBoundary(j));
    if (before.slides[j] !== after.slides[j]) recordSlide(recorder, j, before.slides[j]!, after.slides[j]!, onBoundary(j));
  }
}

/** The local state of a configuration, or a copy of it. */
export interface ChangeState {
  readonly rotations: Float64Array;
  readonly slides: Float64Array;
  readonly root: Float64Array;
}
