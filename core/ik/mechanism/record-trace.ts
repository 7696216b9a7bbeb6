import { KIND_SLIDE } from '../../skeleton/limit-table.ts';
import { rotationIndex, slideIndex, type Pose } from '../../skeleton/pose.ts';
import { storeRotation, type LocalState } from './configuration.ts';
import type { Mechanism } from './mechanism.ts';
import { isOnBoundary } from './start-pose.ts';
import type { Workspace } from './workspace.ts';
import type { Trace, TracePhase } from '../request/trace.ts';

/** Writes a trace while a solve runs. */
export interface TraceRecorder extends Recording {
  /**
   * Makes a step of joint `j` and records it. A joint that ends on a boundary counts as held back by it, and so does one that stops for a cone which it
   * drives.
   */
  turn(ws: Workspace, j: number, step: (ws: Workspace, j: number) => void): void;
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
interface Recording {
  readonly trace: Trace;
  readonly mechanism: Mechanism;
  /** Where the recorded steps have led so far. */
  readonly pose: Pose;
  iteration: number;
  phase: TracePhase;
}

/** Begins to record a solve that starts from a pose, which is copied. */
export function createRecorder(trace: Trace, mechanism: Mechanism, start: Pose): TraceRecorder {
  const recorder: TraceRecorder = {
    trace,
    mechanism,
    pose: start.slice(),
    iteration: 0,
    phase: 'start',
    turn: (ws, j, step) => recordTurn(recorder, ws, j, step),
    slide: (j, after, limited) => recordSlide(recorder, j, after, limited),
    root: (after) => record(recorder, -1, 0, after, false),
    takeBack: (count) => takeBackSteps(recorder, count),
    whole: (to, onBoundary) => recordPose(recorder, to, onBoundary),
    changes: (before, after, onBoundary) => recordChanges(recorder, before, after, onBoundary),
  };
  return recorder;
}

function recordTurn(recorder: Recording, ws: Workspace, j: number, step: (ws: Workspace, j: number) => void): void {
  ws.held = false;
  step(ws, j);
  // A joint that slides records itself.
  if (recorder.mechanism.limits.kinds[j] === KIND_SLIDE) return;
  recordRotation(recorder, j, ws.now.rotations, 4 * j, ws.held || isOnBoundary(ws, j));
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
