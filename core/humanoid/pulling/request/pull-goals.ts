import { checkCoordinates } from '../../../math/check-numbers.ts';
import type { Goal, OrientationGoal } from '../../../ik/request/goals.ts';
import type { SolveOptions } from '../../../ik/request/options.ts';
import type { VisitingOrder } from '../../../ik/request/orders.ts';
import type { Quat } from '../../../math/quat.ts';
import type { Vec3 } from '../../../math/vec3.ts';
import { forwardKinematics, pointOf, worldRotation, type WorldTransforms } from '../../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../../skeleton/pose.ts';
import { handlesOf, type Handle, type HandleName, type Pins } from '../../body/handles.ts';
import { limbOf } from '../../body/limbs.ts';
import type { Rig } from '../../body/rig.ts';
import { gazeGoals } from './gaze.ts';

/** How pulling a handle is solved. */
export interface SolverSettings {
  /** Who moves for a pulled hand or foot, and in which order its joints are visited. */
  readonly order: VisitingOrder;
  /** Metres within which a handle counts as reached, > 0. */
  readonly tolerance: number;
  readonly maxIterations: number;
  /** Random starts to try where the built pose does not lead to the target: it then leaps to what one of them finds. */
  readonly restarts: number;
  /** 0: the hips follow freely; 1: they stay where they are. */
  readonly rootStiffness: number;
  /** 0 to 1: how far the balance is kept: hips go back for the weight of what reaches out, and over the foot that stands while the other is lifted, and arms that hang keep hanging. */
  readonly weight: number;
  /** Share of a limb's length, 0 to 0.25, that it spans last and ever more slowly. */
  readonly softReach: number;
  /** 0 to 1: how far the whole body follows what the prior says, where there is one (the pose library). */
  readonly followLibrary: number;
  /** The place that head and eyes look at, as far as all else lets them: world, metres. Null: they look at nothing. */
  readonly gaze: Vec3 | null;
}

/** Hands move the arm and its clavicle alone while it can reach; the trunk leans next; the hips follow last. */
export const DEFAULT_SOLVER_SETTINGS: SolverSettings = {
  order: 'smartBounce',
  tolerance: 1e-3,
  maxIterations: 60,
  restarts: 0,
  rootStiffness: 0.5,
  weight: 1,
  softReach: 0.05,
  followLibrary: 0,
  gaze: null,
};

export interface PullRequest {
  /** World positions that handles should reach, metres. */
  readonly targets: Readonly<Partial<Record<HandleName, Vec3>>>;
  /** Handles that stay where `start` has them, unless they are pulled themselves. */
  readonly pins: Pins;
  readonly settings: SolverSettings;
  /** Whether pulled hands, feet and the head keep the world rotation that `start` gives them, as a soft goal. Default false. */
  readonly keepsDirection?: boolean;
  /** World rotation that the pulled hand, foot or head takes instead, as a soft goal; a unit quaternion. */
  readonly rotation?: Quat | null;
}

/** A goal set that stands for a request: what the solver is asked. The goals of what is pulled come first. */
export interface PullGoals {
  readonly goals: readonly Goal[];
  readonly options: SolveOptions;
}

/** Metres by which a pinned handle may move: less than a tenth of what the eye notices. */
export const PIN_TOLERANCE = 8e-5;
/** Radians by which a pinned handle may turn. */
export const PIN_ANGLE_TOLERANCE = 2e-3;
/** How much the hips resist leaving the place to which they were carried. */
export const PLACE_STIFFNESS = 0.3;
/** Pins outrank what is pulled: the foot stays, the hand gets as near as it can. */
export const PIN_PRIORITY = 1;

/** Radians by which the hips may tilt while they are pulled: they are carried, not turned. */
const HIPS_ANGLE_TOLERANCE = 0.05;
/** Radians by which a pulled hand, foot or head may turn unnoticed. */
const DIRECTION_TOLERANCE = 0.02;
/** Handles that are turned by themselves, a limb or the neck following; others turn as their joints do. */
export const DIRECTED: ReadonlySet<HandleName> = new Set(['head', 'leftHand', 'rightHand', 'leftFoot', 'rightFoot']);

/** A pole bends its own limb only: the limb's end, its bend and its upper joint. */
export const LIMB_LINKS = 3;

/** The limb end that keeps its place while its pole is pulled. */
const LIMB_END: Readonly<Partial<Record<HandleName, HandleName>>> = {
  leftElbow: 'leftHand',
  rightElbow: 'rightHand',
  leftKnee: 'leftFoot',
  rightKnee: 'rightFoot',
};

/** Throws a `RangeError` of one sentence unless it is a place. */
export function checkTarget(name: HandleName, target: Vec3): void {
  checkCoordinates(target, 3, `the target of "${name}"`);
}

/** Turns "these handles there, those stay" into goals for the solver, with the pins where `start` has them. */
export function pullGoals(rig: Rig, start: Pose, request: PullRequest): PullGoals {
  const { targets, pins, settings } = request;
  const handles = new Map(handlesOf(rig).map((handle) => [handle.name, handle]));
  const world = forwardKinematics(rig.skeleton, start);
  const goals: Goal[] = [];
  const held = new Set<HandleName>();
  for (const [name, target] of Object.entries(targets) as [HandleName, Vec3][]) {
    const handle = handles.get(name);
    if (!handle) throw new RangeError(`this character has no handle "${name}"`);
    checkTarget(name, target);
    goals.push(targetGoal(handle, target, settings));
    if (name === 'hips') goals.push(carryGoal(handle, world));
    const isLooking = name === 'head' && settings.gaze !== null && !request.rotation;
    if ((request.keepsDirection || request.rotation) && DIRECTED.has(name) && !isLooking) {
      const { target: kept, ...goal } = keepTurnGoal(handle, world);
      goals.push({ ...goal, target: request.rotation ?? kept, tolerance: DIRECTION_TOLERANCE, soft: true });
    }
    const end = LIMB_END[name];
    if (end && !(end in targets)) held.add(end);
  }
  for (const handle of handles.values()) {
    const pin = pins[handle.name];
    const isHeld = held.has(handle.name);
    if (handle.kind !== 'position' || handle.name in targets || !(pin || isHeld)) continue;
    const weight = pin?.weight ?? 1;
    const ball = 'hips' in targets ? ballOf(rig, handle) : undefined;
    const limb = isHeld ? limbOf(rig, handle.name) : null;
    const share = { weight, priority: PIN_PRIORITY, soft: ball !== undefined, ...(limb ? { maxLinks: limb.joints.length } : {}) };
    if (isHeld || pin?.translation) goals.push({ ...stayGoal(handle, world), ...share });
    if (pin?.rotation) goals.push({ ...keepTurnGoal(handle, world), ...share });
    // The end of a limb whose pole is pulled stays in its place before it keeps its turn.
    else if (isHeld) goals.push({ ...keepTurnGoal(handle, world), ...share, soft: true });
    if (ball !== undefined && pin?.translation)
      goals.push({ ...stayGoal({ ...handle, joint: ball }, world), weight, priority: PIN_PRIORITY });
  }
  if (settings.gaze) goals.push(...gazeGoals(rig, settings.gaze));
  return {
    goals,
    options: {
      maxIterations: settings.maxIterations,
      restarts: settings.restarts,
      rootStiffness: settings.rootStiffness,
    },
  };
}

function targetGoal(handle: Handle, target: Vec3, settings: SolverSettings): Goal {
  if (handle.kind === 'pole') return { kind: 'pole', joint: handle.joint, target, maxLinks: LIMB_LINKS - 1 };
  const { joint, offset, links } = handle;
  return { kind: 'position', joint, offset, target, tolerance: settings.tolerance, ...(links > 0 ? { maxLinks: links } : {}) };
}

/** Goals that outrank what is pulled and keep a joint where it is and as it is turned, whatever else moves. */
export function keepGoals(place: Pick<Handle, 'joint' | 'offset'>, world: WorldTransforms): Goal[] {
  return [stayGoal(place, world), keepTurnGoal(place, world)].map((goal) => ({ ...goal, priority: PIN_PRIORITY }));
}

function stayGoal({ joint, offset }: Pick<Handle, 'joint' | 'offset'>, world: WorldTransforms): Goal {
  return { kind: 'position', joint, offset, target: pointOf(world, joint, offset), tolerance: PIN_TOLERANCE };
}

function keepTurnGoal({ joint }: Pick<Handle, 'joint'>, world: WorldTransforms): OrientationGoal {
  return { kind: 'orientation', joint, target: worldRotation(world, joint), tolerance: PIN_ANGLE_TOLERANCE };
}

/**
 * The goals with the target of a joint's soft orientation goal set to the rotation that `built` gives the joint, which is as near to the first target as
 * limits allow; only `links` joints, counted up from its own, turn for it.
 */
export function keepBuiltTurn(rig: Rig, goals: readonly Goal[], joint: number, built: Pose, links: number): readonly Goal[] {
  const target = worldRotation(forwardKinematics(rig.skeleton, built), joint);
  return goals.map((goal) =>
    goal.kind === 'orientation' && goal.joint === joint && goal.soft ? { ...goal, target, maxLinks: links } : goal,
  );
}

/**
 * The toes of a foot's handle; undefined for other handles and for feet without toes. While the hips are pulled the ball of a
 * pinned foot stays, and its heel comes up where the ankle cannot bend any further.
 */
function ballOf(rig: Rig, handle: Handle): number | undefined {
  if (handle.name === 'leftFoot') return rig.humanoid.leftToes;
  return handle.name === 'rightFoot' ? rig.humanoid.rightToes : undefined;
}

function carryGoal(handle: Handle, world: WorldTransforms): Goal {
  const { joint } = handle;
  return { kind: 'orientation', joint, target: worldRotation(world, joint), tolerance: HIPS_ANGLE_TOLERANCE };
}
