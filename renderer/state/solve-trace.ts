import type { HandleName } from '../../core/humanoid/handles.ts';
import { createPuller } from '../../core/humanoid/posing.ts';
import type { VisitingOrder } from '../../core/ik/orders.ts';
import type { Outcome } from '../../core/ik/outcome.ts';
import { createTrace, type Trace } from '../../core/ik/trace.ts';
import type { Vec3 } from '../../core/math/vec3.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import { seedsOf } from './pose-seeds.ts';
import type { DocumentState, StudioState } from './studio.ts';

/** A pull that can be solved again. */
export interface PullToTrace {
  readonly handle: HandleName;
  readonly start: Pose;
  /** World, metres. */
  readonly target: Vec3;
}

/** A pull solved in one go, with everything the solver did. */
export interface TracedSolve {
  readonly order: VisitingOrder;
  readonly start: Pose;
  readonly trace: Trace;
  readonly outcome: Outcome;
}

/** The last pull, while the status line tells of it. */
export function lastPull(state: StudioState): PullToTrace | null {
  const { feedback } = state.transient;
  return feedback?.pull && feedback.handle ? { handle: feedback.handle, ...feedback.pull } : null;
}

/** Solves a pull from where it was grabbed, with the document's pins and settings but another order. */
export function traceSolve(document: DocumentState, pull: PullToTrace, order: VisitingOrder): TracedSolve {
  const { pins, solver } = document.history.present;
  const record = { trace: createTrace(), start: pull.start };
  const gesture = createPuller(document.rig).begin(pull.start, pull.handle, pins, { ...solver, order }, seedsOf(document).source);
  const outcome = gesture.to(pull.target, record);
  return { order, start: record.start, trace: record.trace, outcome };
}

/** How many joints a solve has moved; the root's translation counts as one. */
export function jointsMoved({ trace }: TracedSolve): number {
  return new Set(
    trace.steps.filter(({ before, after }) => before.some((value, i) => value !== after[i])).map(({ joint }) => joint),
  ).size;
}

/** The pose after the first `count` steps of a solve. */
export function poseAfterSteps(solve: TracedSolve, count: number): Pose {
  const pose = solve.start.slice();
  for (const step of solve.trace.steps.slice(0, count)) pose.set(step.after, step.index);
  return pose;
}
