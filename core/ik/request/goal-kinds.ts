import { checkUnit } from '../../math/check-numbers.ts';
import { spellOutJoint } from '../../math/check-values.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { checkMasses } from './check-masses.ts';
import { checkLever, checkPlace } from './check-parts.ts';
import type { AimGoal, DirectionGoal, Goal, LineGoal, OrientationGoal, PlaneGoal, PoleGoal, PositionGoal } from './goals.ts';

/** A kind of goal: the fields that it may have, and what must hold of its own. */
interface GoalKind<Kind extends Goal = Goal> {
  readonly fields: ReadonlySet<string>;
  check(skeleton: Skeleton, goal: Kind, index: number): void;
}

/** The kinds of goals by their names. */
export const GOAL_KINDS: ReadonlyMap<string, GoalKind> = /* @__PURE__ */ goalKinds();

function goalKinds(): ReadonlyMap<string, GoalKind> {
  const ofAll = ['kind', 'weight', 'priority', 'soft', 'order'];
  const ofAPole = [...ofAll, 'joint', 'target', 'maxLinks'];
  const ofAJoint = [...ofAPole, 'tolerance'];
  // The compiler sees to it that no kind is forgotten.
  const kinds = {
    position: kind([...ofAJoint, 'offset', 'frame'], checkPosition),
    plane: kind([...ofAJoint, 'offset', 'normal'], checkPlane),
    line: kind([...ofAJoint, 'offset', 'direction'], checkLine),
    orientation: kind([...ofAJoint, 'frame', 'leverArm'], checkOrientation),
    direction: kind([...ofAJoint, 'axis', 'leverArm'], checkDirection),
    aim: kind([...ofAJoint, 'offset', 'axis'], checkAim),
    pole: kind(ofAPole, checkPole),
    centreOfMass: kind([...ofAll, 'tolerance', 'masses', 'centres', 'support'], checkMasses),
  } satisfies { readonly [Kind in Goal['kind']]: GoalKind<Extract<Goal, { readonly kind: Kind }>> };
  return new Map<string, GoalKind>(Object.entries(kinds));
}

function kind<Kind extends Goal>(fields: readonly string[], check: GoalKind<Kind>['check']): GoalKind<Kind> {
  return { fields: new Set(fields), check };
}

/** A goal for a point of a joint. */
function checkPosition(skeleton: Skeleton, goal: PositionGoal, index: number): void {
  if (goal.offset !== undefined) checkPlace(goal.offset, 3, index, 'the offset');
  checkPlace(goal.target, 3, index, 'the target');
  checkFrame(skeleton, goal, index);
}

/** A goal for the rotation of a joint. */
function checkOrientation(skeleton: Skeleton, goal: OrientationGoal, index: number): void {
  checkUnit(goal.target, 4, `goal ${index}: the target rotation`);
  checkLever(goal, index);
  checkFrame(skeleton, goal, index);
}

/** A goal for an axis of a joint, in the world. */
function checkDirection(_: Skeleton, goal: DirectionGoal, index: number): void {
  checkUnit(goal.axis, 3, `goal ${index}: the axis`);
  checkUnit(goal.target, 3, `goal ${index}: the target direction`);
  checkLever(goal, index);
}

/** A goal for an axis of a joint that points at something. */
function checkAim(_: Skeleton, { offset, target, axis }: AimGoal, index: number): void {
  if (offset !== undefined) checkPlace(offset, 3, index, 'the offset');
  checkPlace(target, 3, index, 'the target');
  checkUnit(axis, 3, `goal ${index}: the axis`);
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
  throw new RangeError(
    `goal ${index}: the frame must be the index of another joint, from 0 to ${skeleton.count - 1}, got ${spellOutJoint(frame)}`,
  );
}
