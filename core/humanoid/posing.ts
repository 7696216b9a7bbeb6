import { cos } from '../math/elementary.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { Goal } from '../ik/goals.ts';
import type { SolveOptions } from '../ik/options.ts';
import type { VisitingOrder } from '../ik/orders.ts';
import type { Outcome } from '../ik/outcome.ts';
import type { Trace } from '../ik/trace.ts';
import { createSolver, type Solver } from '../ik/solver.ts';
import { forwardKinematics, pointOf, worldRotation, type WorldTransforms } from '../skeleton/forward-kinematics.ts';
import type { Pose } from '../skeleton/pose.ts';
import { handlesOf, type Handle, type HandleName, type Pins } from './handles.ts';
import { segmentMasses, supportPolygon } from './masses.ts';
import type { Rig } from './rig.ts';
import { bendStraightLimb } from './straight-limbs.ts';
import { swivelLimb } from './swivel-limb.ts';

/** How pulling a handle is solved. */
export interface SolverSettings {
  /** Order in which hands, feet and head move their chains; the trunk always solves backward. */
  readonly order: VisitingOrder;
  /** Metres within which a handle counts as reached, > 0. */
  readonly tolerance: number;
  readonly maxIterations: number;
  readonly restarts: number;
  /** 0: the hips follow freely; 1: they stay where they are. */
  readonly rootStiffness: number;
  /** Keep the centre of mass over the feet. */
  readonly balance: boolean;
}

/** Hands move the arm alone while it can reach; the trunk leans next; the hips follow last. */
export const DEFAULT_SOLVER_SETTINGS: SolverSettings = {
  order: 'smartBounce',
  tolerance: 1e-3,
  maxIterations: 60,
  restarts: 4,
  rootStiffness: 0.5,
  balance: false,
};

export interface PullRequest {
  /** World positions that handles should reach, metres. */
  readonly targets: Readonly<Partial<Record<HandleName, Vec3>>>;
  /** Handles that stay where `start` has them, unless they are pulled themselves. */
  readonly pins: Pins;
  readonly settings: SolverSettings;
}

/** A goal set that stands for a request: what the solver is asked. The goals of what is pulled come first. */
export interface PullGoals {
  readonly goals: readonly Goal[];
  readonly options: SolveOptions;
}

/** Metres by which a pinned handle may move: a tenth of what the eye notices. */
const PIN_TOLERANCE = 1e-4;
/** Radians by which a pinned handle may turn. */
const PIN_ANGLE_TOLERANCE = 2e-3;
/** Pins outrank what is pulled: the foot stays, the hand gets as near as it can. */
const PIN_PRIORITY = 1;

/** Radians by which the hips may tilt while they are pulled: they are carried, not turned. */
const HIPS_ANGLE_TOLERANCE = 0.05;
/** A pole bends its own limb only: the limb's end, its bend and its upper joint. */
const LIMB_LINKS = 3;

/** Largest turn of a joint between two moves that does not look like a jump: cosine of half of 12°. */
const NEAR_COSINE = cos((6 * Math.PI) / 180);

/** The limb end that keeps its place while its pole is pulled. */
const LIMB_END: Readonly<Partial<Record<HandleName, HandleName>>> = {
  leftElbow: 'leftHand',
  rightElbow: 'rightHand',
  leftKnee: 'leftFoot',
  rightKnee: 'rightFoot',
};

/** Joints of a limb, counted up from its end: the trunk follows only when these cannot reach. Clavicles lean with the trunk. */
const LIMB_REACH: Readonly<Partial<Record<HandleName, number>>> = { leftHand: 3, rightHand: 3, leftFoot: 3, rightFoot: 3 };

const TRUNK: ReadonlySet<HandleName> = new Set<HandleName>(['hips', 'chest']);

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
    if (!target.every(Number.isFinite)) {
      throw new RangeError(`the target of "${name}" must be three finite numbers, got ${target.join(', ')}`);
    }
    goals.push(targetGoal(handle, target, settings));
    if (name === 'hips') goals.push(carryGoal(handle, world));
    const end = LIMB_END[name];
    if (end && !(end in targets)) held.add(end);
  }
  for (const handle of handles.values()) {
    const pin = pins[handle.name];
    const isHeld = held.has(handle.name);
    if (handle.kind === 'pole' || handle.name in targets || !(pin || isHeld)) continue;
    const weight = pin?.weight ?? 1;
    const ball = 'hips' in targets ? ballOf(rig, handle) : undefined;
    const share = { weight, priority: PIN_PRIORITY, wish: ball !== undefined, ...(isHeld ? { maxLinks: LIMB_LINKS } : {}) };
    if (isHeld || pin?.translation) goals.push({ ...stayGoal(handle, world), ...share });
    if (isHeld || pin?.rotation) goals.push({ ...keepTurnGoal(handle, world), ...share });
    if (ball !== undefined && pin?.translation)
      goals.push({ ...stayGoal({ ...handle, joint: ball }, world), weight, priority: PIN_PRIORITY });
  }
  if (settings.balance) goals.push(balanceGoal(rig, world));
  return {
    goals,
    options: {
      order: settings.order,
      maxIterations: settings.maxIterations,
      restarts: settings.restarts,
      rootStiffness: settings.rootStiffness,
    },
  };
}

function targetGoal(handle: Handle, target: Vec3, settings: SolverSettings): Goal {
  if (handle.kind === 'pole') return { kind: 'pole', joint: handle.joint, target, maxLinks: LIMB_LINKS - 1 };
  const order = TRUNK.has(handle.name) ? 'backward' : settings.order;
  return { kind: 'position', joint: handle.joint, offset: handle.offset, target, tolerance: settings.tolerance, order };
}

function stayGoal({ joint, offset }: Handle, world: WorldTransforms): Goal {
  return { kind: 'position', joint, offset, target: pointOf(world, joint, offset), tolerance: PIN_TOLERANCE };
}

function keepTurnGoal({ joint }: Handle, world: WorldTransforms): Goal {
  return { kind: 'orientation', joint, target: worldRotation(world, joint), tolerance: PIN_ANGLE_TOLERANCE };
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

function balanceGoal(rig: Rig, world: WorldTransforms): Goal {
  const { masses, centres } = segmentMasses(rig);
  return { kind: 'centreOfMass', masses, centres, support: supportPolygon(rig, world), weight: 1 };
}

/** One pull, from grab to release: pins stay where the snapshot has them, however often the target moves. */
export interface Pull {
  /**
   * Solves for the pulled handle at `target` (world, metres). The same targets in the same order give the same poses. With a `trace`, what
   * the solver did to get there is recorded, and where it started.
   */
  to(target: Vec3, trace?: PullTrace): Outcome;
}

/** What a pull is recorded in. */
export interface PullTrace {
  readonly trace: Trace;
  /** The pose that the recorded steps start from. */
  start: Pose;
}

/** Pulls the handles of one rig; owns the solver and its scratch. */
export interface Puller {
  /** Solves one request from `start`. */
  solve(start: Pose, request: PullRequest): Outcome;
  /** Begins to pull one handle away from the pose `snapshot`. */
  begin(snapshot: Pose, handle: HandleName, pins: Pins, settings: SolverSettings): Pull;
}

export function createPuller(rig: Rig): Puller {
  const solver = createSolver(rig.skeleton);
  return {
    solve(start, request) {
      const { goals, options } = pullGoals(rig, start, request);
      let from = start;
      for (const [handle, target] of Object.entries(request.targets) as [HandleName, Vec3][]) {
        from = limbStart(rig, from, handle, target);
      }
      return solver.solve(from, goals, options);
    },
    begin(snapshot, handle, pins, settings) {
      let present = snapshot;
      return {
        to(target, trace) {
          const { goals, options } = pullGoals(rig, snapshot, { targets: { [handle]: target }, pins, settings });
          const move = {
            goals,
            options,
            links: LIMB_REACH[handle],
            present,
            snapshot: limbStart(rig, snapshot, handle, target),
            from: limbStart(rig, present, handle, target),
          };
          const attempt = solvePull(solver, move);
          present = attempt.outcome.pose;
          if (!trace) return attempt.outcome;
          // The same input gives the same bytes: the solve that counted is made once more, and recorded.
          trace.start = attempt.start;
          return solver.solve(attempt.start, attempt.goals, { ...attempt.options, trace: trace.trace });
        },
      };
    },
  };
}

/** Where a solve begins: limbs are set in closed form where coordinate descent alone would not find its way. */
function limbStart(rig: Rig, pose: Pose, handle: HandleName, target: Vec3): Pose {
  return swivelLimb(rig, bendStraightLimb(rig, pose, handle, target), handle, target);
}

/** One move of a pull: what is asked, and the poses it can start from. */
interface PullMove extends PullGoals {
  /** Joints of the pulled limb; undefined for the trunk and the head. */
  readonly links: number | undefined;
  /** The pose that the last move found. */
  readonly present: Pose;
  /** Where the gesture began, and the present pose, both made ready for this target. */
  readonly snapshot: Pose;
  readonly from: Pose;
}

/** One solve of a move: what was asked from where, and what came of it. */
interface Attempt extends PullGoals {
  readonly start: Pose;
  readonly outcome: Outcome;
}

/**
 * The pulled limb by itself while it can reach, then the trunk leans with it, then the hips follow too. Each starts from the snapshot, so
 * that the same target gives the same pose however the pointer came there and going back undoes the way; where that would be a jump, from
 * the present pose. Last, from other starts, which count only when they reach what the present pose cannot.
 */
function solvePull(solver: Solver, { goals, options, links, present, snapshot, from }: PullMove): Attempt {
  const steady = { ...options, restarts: 0 };
  const attempt = (start: Pose, asked: readonly Goal[], how: SolveOptions): Attempt => ({
    start,
    goals: asked,
    options: how,
    outcome: solver.solve(start, asked, how),
  });
  const solve = (asked: readonly Goal[], how: SolveOptions): Attempt => {
    const again = attempt(snapshot, asked, how);
    return isReached(again) && isNear(present, again.outcome.pose) ? again : attempt(from, asked, how);
  };
  if (links !== undefined) {
    const limb = solve(
      goals.map((goal, index) => (index === 0 ? { ...goal, maxLinks: links } : goal)),
      steady,
    );
    if (isReached(limb)) return limb;
    const leaning = solve(goals, { ...steady, rootStiffness: 1 });
    if (isReached(leaning)) return leaning;
  }
  const body = solve(goals, steady);
  if (isReached(body) || options.restarts === 0) return body;
  const other = attempt(from, goals, options);
  return isReached(other) ? other : body;
}

function isReached({ outcome }: Attempt): boolean {
  return outcome.status === 'reached';
}

/** Whether no joint turns noticeably far between two poses of a rig (which has no sliding joints). */
function isNear(a: Pose, b: Pose): boolean {
  for (let o = 3; o + 3 < a.length; o += 4) {
    const dot = a[o]! * b[o]! + a[o + 1]! * b[o + 1]! + a[o + 2]! * b[o + 2]! + a[o + 3]! * b[o + 3]!;
    if (Math.abs(dot) < NEAR_COSINE) return false;
  }
  return true;
}

/** Where a handle is in `pose`, world metres. */
export function handlePosition(handle: Handle, world: WorldTransforms): Vec3 {
  return pointOf(world, handle.joint, handle.offset);
}
