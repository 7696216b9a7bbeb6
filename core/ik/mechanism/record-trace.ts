import { rotationIndex, slideIndex, type Pose } from '../../skeleton/pose.ts';
import { storeRotation, type LocalState } from './configuration.ts';
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

/** Records the rotation of joint `j` that the limit-frame quaternion `after[at..at+3]` is. */
export function recordRotation(recorder: TraceRecorder, j: number, after: Float64Array, at: number, limited: boolean): void {
  const rotation = new Float64Array(4);
  storeRotation(recorder.mechanism, j, after, at, rotation, 0);
  record(recorder, j, rotationIndex(j), [...rotation], limited);
}

/** Records the displacement of sliding joint `j`, metres. */
export function recordSlide(recorder: TraceRecorder, j: number, after: number, limited: boolean): void {
  const { skeleton } = recorder.mechanism;
  record(recorder, j, slideIndex(skeleton, skeleton.slides[j]!), [after], limited);
}

/** Records the root translation, metres, world. */
export function recordRoot(recorder: TraceRecorder, after: readonly number[]): void {
  record(recorder, -1, 0, after, false);
}

/** Before the step is what the steps so far have led to, to the byte. */
function record(recorder: TraceRecorder, joint: number, index: number, after: readonly number[], limited: boolean): void {
  const { trace, pose, iteration, phase } = recorder;
  const before = [...pose.subarray(index, index + after.length)];
  trace.steps.push({ joint, index, before, after, limited, iteration, phase });
  pose.set(after, index);
}

/** Takes back the last steps, until `count` are left. */
export function takeBackSteps({ trace, pose }: TraceRecorder, count: number): void {
  while (trace.steps.length > count) {
    const { index, before } = trace.steps.pop()!;
    pose.set(before, index);
  }
}

/** Records every joint in which the pose `to` differs from where the recorded steps have led. */
export function recordPose(recorder: TraceRecorder, to: Pose, onBoundary: ReadonlySet<number>): void {
  const { pose, mechanism } = recorder;
  const { skeleton } = mechanism;
  const recordAt = (joint: number, index: number, length: number): void => {
    const after = [...to.subarray(index, index + length)];
    if (after.every((value, i) => Object.is(value, pose[index + i]))) return;
    record(recorder, joint, index, after, onBoundary.has(joint));
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
  before: LocalState,
  after: LocalState,
  onBoundary: (joint: number) => boolean,
): void {
  const { count } = recorder.mechanism.skeleton;
  if (before.root.some((value, i) => value !== after.root[i])) recordRoot(recorder, [...after.root]);
  for (let j = 0; j < count; j++) {
    const at = 4 * j;
    let turned = false;
    for (let i = at; i < at + 4; i++) if (before.rotations[i] !== after.rotations[i]) turned = true;
    if (turned) recordRotation(recorder, j, after.rotations, at, onBoundary(j));
    if (before.slides[j] !== after.slides[j]) recordSlide(recorder, j, after.slides[j]!, onBoundary(j));
  }
}
