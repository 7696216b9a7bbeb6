import { checkUnit } from '../../math/check-numbers.ts';
import { isObject, spellOut } from '../../math/check-values.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { checkMasses } from './check-masses.ts';
import { checkPlace, refuse } from './check-parts.ts';
import { checkOption, checkStartPose } from './check-goals.ts';
import type { Goal, LineGoal, OrientationGoal, PlaneGoal, PoleGoal, PositionGoal } from './goals.ts';
import type { SolveOptions } from './options.ts';
import { VISITING_ORDERS } from './orders.ts';
import {
  checkAim,
  checkDirection,
  checkOrientation,
  checkPosition,
  PLAIN_FIELDS,
  type GoalKind,
  type Vocabulary,
} from './vocabulary.ts';

/** Everything that can be asked of {@link createSolver}. */
export const WHOLE_VOCABULARY: Vocabulary = /* @__PURE__ */ wholeVocabulary();

function wholeVocabulary(): Vocabulary {
  const ofAJoint = [...PLAIN_FIELDS, 'priority', 'soft', 'order'];
  const ofAPole = ofAJoint.filter((field) => field !== 'tolerance');
  const ofTheBody = ['kind', 'weight', 'priority', 'soft', 'order', 'tolerance'];
  // The compiler sees to it that no kind and no option is forgotten.
  const goals = {
    position: kind([...ofAJoint, 'offset', 'frame'], checkFramedPosition),
    plane: kind([...ofAJoint, 'offset', 'normal'], checkPlane),
    line: kind([...ofAJoint, 'offset', 'direction'], checkLine),
    orientation: kind([...ofAJoint, 'frame', 'leverArm'], checkFramedOrientation),
    direction: kind([...ofAJoint, 'axis', 'leverArm'], checkDirection),
    aim: kind([...ofAJoint, 'offset', 'axis'], checkAim),
    pole: kind(ofAPole, checkPole),
    centreOfMass: kind([...ofTheBody, 'masses', 'centres', 'support'], checkMasses),
  } satisfies { readonly [Kind in Goal['kind']]: GoalKind<Extract<Goal, { readonly kind: Kind }>> };
  const options = {
    order: true,
    maxIterations: true,
    restarts: true,
    maxUpdates: true,
    seeds: true,
    starts: true,
    randomSeed: true,
    reference: true,
    stiffness: true,
    rootStiffness: true,
    damping: true,
    maxStep: true,
    comfort: true,
    reserve: true,
    into: true,
    trace: true,
  } satisfies { readonly [Option in keyof Required<SolveOptions>]: true };
  return {
    whose: '',
    goals: new Map<string, GoalKind>(Object.entries(goals)),
    options: new Set(Object.keys(options)),
    checkOptions: checkMoreOptions,
  };
}

function checkMoreOptions(skeleton: Skeleton, { reserve, order, trace, reference }: SolveOptions): void {
  checkOption('reserve', reserve, 0, 0.5, false);
  if (order !== undefined && !VISITING_ORDERS.includes(order)) {
    throw new RangeError(`order must be one of ${VISITING_ORDERS.join(', ')}, got ${spellOut(order)}`);
  }
  if (trace !== undefined && !(isObject(trace) && Array.isArray(trace.steps) && Array.isArray(trace.iterations))) {
    throw new RangeError(`trace must be one that createTrace made, got ${spellOut(trace)}`);
  }
  if (reference !== undefined) checkStartPose(skeleton, reference, 'reference');
}

function kind<Kind extends Goal>(fields: readonly string[], check: GoalKind<Kind>['check']): GoalKind<Kind> {
  return { fields: new Set(fields), check };
}

function checkFramedPosition(skeleton: Skeleton, goal: PositionGoal, index: number): void {
  checkPosition(skeleton, goal, index);
  checkFrame(skeleton, goal, index);
}

function checkFramedOrientation(skeleton: Skeleton, goal: OrientationGoal, index: number): void {
  checkOrientation(skeleton, goal, index);
  checkFrame(skeleton, goal, index);
}

function checkPlane(_: Skeleton, { offset, target, normal }: PlaneGoal, index: number): void {
  if (offset !== undefined) checkPlace(offset, 3, index, 'the offset');
  checkPlace(target, 3, index, 'the target');
  checkUnit(normal, 3, `goal ${index}: the normal`);
}

function checkLine(_: Skeleton, { offset, target, direction }: LineGoal, index: number): void {
  if (offset !== undefined) checkPlace(offset, 3, index, 'the offset');
  checkPlace(target, 3, index, 'the target');
  checkUnit(direction, 3, `goal ${index}: the direction`);
}

function checkPole(_: Skeleton, { target }: PoleGoal, index: number): void {
  checkPlace(target, 3, index, 'the target');
}

/** A goal between two joints: a joint cannot meet itself. */
function checkFrame(skeleton: Skeleton, { frame, joint }: PositionGoal | OrientationGoal, index: number): void {
  if (frame === undefined) return;
  if (Number.isInteger(frame) && frame >= 0 && frame < skeleton.count && frame !== joint) return;
  refuse(index, `the frame must be the index of another joint, from 0 to ${skeleton.count - 1}`, frame);
}
