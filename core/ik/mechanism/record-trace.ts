import { rotationIndex, slideIndex, type Pose } from '../../skeleton/pose.ts';
import type { Trace } from '../request/trace.ts';
import { storeRotation, type LocalState } from './configuration.ts';
import type { Mechanism } from './mechanism.ts';
import type { Recording, TraceRecorder } from './trace-recorder.ts';

/** Begins to record a solve that starts from a pose, which is copied. */
export function createRecorder(trace: Trace, mechanism: Mechanism, start: Pose): TraceRecorder {
  const recorder: TraceRecorder = {
    trace,
    mechanism,
    pose: start.slice(),
    iteration: 0,
    phase: 'start',
    rotation: (j, after, at, limited) => recordRotation(recorder, j, after, at, limited),
    slide: (j, after, limited) => recordSlide(recorder, j, after, limited),
    root: (after) => record(recorder, -1, 0, after, false),
    takeBack: (count) => takeBackSteps(recorder, count),
    whole: (to, onBoundary) => recordPose(recorder, to, onBoundary),
    changes: (before, after, onBoundary) => recordChanges(recorder, before, after, onBoundary),
  };
  return recorder;
}

/** Records the rotation of joint `j` that the limit-frame quaternion `after[at..at+3]` is. */
function recordRotation(recorder: Recording, j: number, after: Float64Array, at: number, limited: boolean): void {
  const rotation = new Float64Array(4);
  storeRotation(recorder.mechanism, j, after, at, rotation, 0);
  record(recorder, j, rotationIndex(j), [...rotation], limited);
}

function recordSlide(recorder: Recording, j: number, after: number, limited: boolean): void {
  const { skeleton } = recorder.mechanism;
  record(recorder, j, slideIndex(skeleton, skeleton.slides[j]!), [after], limited);
}

/** Before the step is what the steps so far have led to, to the byte. */
function record(recorder: Recording, joint: number, index: number, after: readonly number[], limited: boolean): void {
  const { trace, pose, iteration, phase } = recorder;
  const before = [...pose.subarray(index, index + after.length)];
  trace.steps.push({ joint, index, before, after, limited, iteration, phase });
  pose.set(after, index);
}

function takeBackSteps({ trace, pose }: Recording, count: number): void {
  while (trace.steps.length > count) {
    const { index, before } = trace.steps.pop()!;
    pose.set(before, index);
  }
}

function recordPose(recorder: Recording, to: Pose, onBoundary: ReadonlySet<number>): void {
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

function recordChanges(recorder: Recording, before: LocalState, after: LocalState, onBoundary: (joint: number) => boolean): void {
  const { count } = recorder.mechanism.skeleton;
  if (before.root.some((value, i) => value !== after.root[i])) record(recorder, -1, 0, [...after.root], false);
  for (let j = 0; j < count; j++) {
    const at = 4 * j;
    let turned = false;
    for (let i = at; i < at + 4; i++) if (before.rotations[i] !== after.rotations[i]) turned = true;
    if (turned) recordRotation(recorder, j, after.rotations, at, onBoundary(j));
    if (before.slides[j] !== after.slides[j]) recordSlide(recorder, j, after.slides[j]!, onBoundary(j));
  }
}
