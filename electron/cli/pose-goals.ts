import { HUMANOID_BONES, type HumanoidBone } from '../../core/humanoid/body/bones.ts';
import { handleKind, handlesOf, HANDLE_NAMES, type Handle, type HandleName } from '../../core/humanoid/body/handles.ts';
import { limbOf } from '../../core/humanoid/body/limbs.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { isPlain } from '../../core/humanoid/rigging/plain-bones.ts';
import { POLE_TOLERANCE } from '../../core/humanoid/pulling/measured-pull.ts';
import { keepGoals, LIMB_LINKS, pullGoals, type SolverSettings } from '../../core/humanoid/pulling/request/pull-goals.ts';
import { pinnedLimbs } from '../../core/humanoid/limbs/pinned-limbs.ts';
import { swivelLimb, swivelTo } from '../../core/humanoid/limbs/swivel-limb.ts';
import type { Goal, PositionGoal } from '../../core/ik/request/goals.ts';
import type { SolveOptions } from '../../core/ik/request/options.ts';
import { clamp, toDegrees } from '../../core/math/angles.ts';
import { asin } from '../../core/math/elementary.ts';
import { suggestNames } from '../../core/math/near-names.ts';
import { angleBetween, conjugate, multiply, rotate } from '../../core/math/quat.ts';
import { add, distance, dot, normalize, scale, subtract, ZERO, type Vec3 } from '../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldPosition, worldRotation } from '../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import type { SolveRequest } from '../services/solver-messages.ts';
import { balanceGoal, balancingStiffness } from './balance-goal.ts';
import { rounded } from './describe-report.ts';

/** A handle or humanoid bone and where it should be, world metres. */
export interface NamedGoal {
  readonly name: string;
  readonly target: Vec3;
}

/** An elbow or a knee, and the direction in which it should point: a world vector of any length but 0. */
export interface NamedPole {
  readonly name: string;
  readonly direction: Vec3;
}

/** What is asked of a body. */
export interface PoseRequest {
  /** The pose that it starts from, and that pins keep. */
  readonly start: Pose;
  readonly goals: readonly NamedGoal[];
  readonly poles: readonly NamedPole[];
  /** Handles and humanoid bones that stay where and as they are. */
  readonly pins: readonly string[];
  readonly settings: SolverSettings;
  readonly options: SolveOptions;
  /** Whether the centre of mass stays over the feet. Default false. */
  readonly keepsBalance?: boolean;
}

/** A handle or bone that stays. */
interface Pinned {
  readonly name: string;
  readonly joint: number;
  /** The point that stays, in the joint's frame, metres. */
  readonly offset: Vec3;
}

/** How far what was to stay has come off: metres and radians. */
export interface KeptPin {
  readonly name: string;
  readonly kept: boolean;
  readonly millimetres: number;
  readonly degrees: number;
}

/** The handles whose direction a pole says. */
export const POLE_NAMES = HANDLE_NAMES.filter((name) => handleKind(name) === 'pole');
/** A pole moves its joint by the one above it. */
const POLE_LINKS = LIMB_LINKS - 1;

/** A pin holds within a millimetre and half a degree. */
const KEPT_MILLIMETRES = 1;
const KEPT_DEGREES = 0.5;

/** What of the pins a pose keeps. A pinned foot keeps its place, or its ball with the heel up: then that is what it says of it. */
export function keptPins(rig: Rig, { pinned, request }: Pick<PreparedPose, 'pinned' | 'request'>, after: Pose): KeptPin[] {
  const { skeleton } = rig;
  const [from, to] = [forwardKinematics(skeleton, request.start), forwardKinematics(skeleton, after)];
  const told = (name: string, metres: number, radians: number): KeptPin => {
    const [millimetres, degrees] = [1000 * metres, toDegrees(radians)];
    const kept = millimetres <= KEPT_MILLIMETRES && degrees <= KEPT_DEGREES;
    return { name, kept, millimetres: rounded(millimetres), degrees: rounded(degrees) };
  };
  return pinned.map(({ name, joint, offset }) => {
    const off = distance(pointOf(from, joint, offset), pointOf(to, joint, offset));
    const whole = told(name, off, angleBetween(worldRotation(from, joint), worldRotation(to, joint)));
    if (whole.kept || !name.endsWith('Foot')) return whole;
    const onBall = heelUp(rig, request.start, after, name as HandleName);
    return onBall === null ? whole : told(name, onBall.ball, onBall.roll);
  });
}

/** How far a pinned foot whose heel has come up has its ball off its place, metres, and is rolled to a side, radians; null where the heel has not. */
function heelUp(rig: Rig, before: Pose, after: Pose, name: HandleName): { readonly ball: number; readonly roll: number } | null {
  const [pinned] = pinnedLimbs(rig, before, { [name]: { translation: true, rotation: true, weight: 1 } });
  if (!pinned?.sole || !pinned.rotation) return null;
  const { ball, ballOffset, up, lateral } = pinned.sole;
  const { end } = pinned.limb;
  const to = forwardKinematics(rig.skeleton, after);
  const turned = multiply(worldRotation(to, end), conjugate(pinned.rotation));
  if (dot(subtract(worldPosition(to, end), pinned.plane.end), up) <= 0) return null;
  return {
    ball: distance(pointOf(to, end, ballOffset), ball),
    roll: asin(clamp(Math.abs(dot(rotate(turned, lateral), up)), 0, 1)),
  };
}

/** How far a goal is from the place that was asked for, metres, and whether that counts as reached. */
export interface GoalMiss {
  readonly name: string;
  readonly reached: boolean;
  readonly distance: number;
}

/** What a pose leaves of each goal, measured by forward kinematics. */
export function missedGoals({ skeleton }: Rig, { goals, request }: PreparedPose, pose: Pose, tolerance: number): GoalMiss[] {
  const world = forwardKinematics(skeleton, pose);
  return [...goals].map(([name, index]) => {
    const { joint, offset = ZERO, target } = request.goals[index] as PositionGoal;
    const missed = distance(pointOf(world, joint, offset), target);
    return { name, reached: missed <= tolerance + ROUNDING, distance: missed };
  });
}

/** How far an elbow or a knee is from pointing where it was asked to, about the line between the ends of its limb. */
export interface PoleMiss {
  readonly name: string;
  readonly reached: boolean;
  readonly degrees: number;
}

/** What a pose leaves of each pole. */
export function missedPoles(rig: Rig, poles: readonly NamedPole[], pose: Pose): PoleMiss[] {
  return poles.map(({ name, direction }) => {
    const angle = Math.abs(swivelTo(rig, pose, name as HandleName, poleTarget(rig, pose, name as HandleName, direction)).angle);
    return { name, reached: angle <= POLE_TOLERANCE, degrees: rounded(toDegrees(angle)) };
  });
}

/** The pose with its elbows and knees turned about their limbs to their poles, where goals and pins stay as they are. */
export function pointPoles(rig: Rig, { goals, pinned, request }: PreparedPose, poles: readonly NamedPole[], pose: Pose): Pose {
  const world = forwardKinematics(rig.skeleton, pose);
  const stays = (turned: Pose): boolean => {
    const after = forwardKinematics(rig.skeleton, turned);
    const asked = [...goals.values()].map((index) => request.goals[index] as PositionGoal);
    return (
      asked.every(
        ({ joint, offset = ZERO }) => distance(pointOf(world, joint, offset), pointOf(after, joint, offset)) <= ROUNDING,
      ) &&
      keptPins(rig, { pinned, request: { ...request, start: pose } }, turned).every(
        ({ millimetres, degrees }) => millimetres === 0 && degrees === 0,
      )
    );
  };
  return poles.reduce((pointed, { name, direction }) => {
    const handle = name as HandleName;
    const turned = swivelLimb(rig, pointed, handle, poleTarget(rig, pointed, handle, direction));
    return stays(turned) ? turned : pointed;
  }, pose);
}

/** Metres by which two computations of one place may differ. */
const ROUNDING = 1e-6;
/** Heights of the body from which a pole draws: so far away that the limb's own size does not matter. */
const FAR = 100;

/** A place far from a limb's root in a direction. */
function poleTarget(rig: Rig, pose: Pose, name: HandleName, direction: Vec3): Vec3 {
  const root = worldPosition(forwardKinematics(rig.skeleton, pose), limbOf(rig, name)!.upper);
  return add(root, scale(normalize(direction), FAR * rig.report.height));
}

export interface PreparedPose {
  readonly request: SolveRequest;
  /** For each goal's name its index among the goals of the request, all of them position goals. */
  readonly goals: ReadonlyMap<string, number>;
  readonly pinned: readonly Pinned[];
  /** Joints that could move for a goal: the goals' own and all above them. */
  readonly moved: ReadonlySet<number>;
}

/**
 * The goals that the solver is given for a request. A goal is a place, of elbows and knees too. Throws an `Error` with one sentence when a name is none of the
 * character's, or a pole's is none of an elbow or a knee.
 */
export function preparePose(rig: Rig, asked: PoseRequest): PreparedPose {
  const { start, goals: wanted, poles, pins, settings, options: further, keepsBalance = false } = asked;
  const handles = new Map<string, Handle>(handlesOf(rig).map((handle) => [handle.name, handle]));
  const targets: Partial<Record<HandleName, Vec3>> = {};
  const extra: Goal[] = [];
  const pinned: Pinned[] = [];
  const index = new Map<string, number>();
  const isPulled = (name: string): name is HandleName => handles.has(name) && handles.get(name)!.kind !== 'pole';
  for (const { name, target } of wanted) if (isPulled(name)) targets[name] = target;
  const world = forwardKinematics(rig.skeleton, start);
  for (const name of pins) {
    const { joint, offset } = handles.get(name) ?? { joint: jointOf(rig, name), offset: ZERO };
    pinned.push({ name, joint, offset });
    extra.push(...keepGoals({ joint, offset }, world));
  }
  const { goals, options } = pullGoals(rig, start, { targets, pins: {}, settings });
  const all = [...goals, ...extra];
  for (const { name, target } of wanted) {
    const joint = handles.get(name)?.joint ?? jointOf(rig, name);
    const isThere = isPulled(name);
    index.set(name, isThere ? all.findIndex((goal) => goal.kind === 'position' && goal.joint === joint) : all.length);
    if (!isThere) all.push({ kind: 'position', joint, target });
  }
  for (const { name, direction } of poles) {
    const handle = handles.get(name);
    if (handle?.kind !== 'pole') throw new Error(`a pole is one of ${POLE_NAMES.join(', ')} of the character, got "${name}"`);
    const target = poleTarget(rig, start, handle.name, direction);
    all.push({ kind: 'pole', joint: handle.joint, target, maxLinks: POLE_LINKS });
  }
  const moved = new Set<number>();
  for (const goal of all) {
    if (goal.kind === 'centreOfMass') continue;
    for (let joint = goal.joint; joint >= 0; joint = rig.skeleton.parents[joint]!) moved.add(joint);
  }
  const balance = keepsBalance ? { stiffness: balancingStiffness(rig, all) } : {};
  if (keepsBalance) all.push(balanceGoal(rig, start));
  return { goals: index, moved, pinned, request: { start, goals: all, options: { ...options, ...balance, ...further } } };
}

/** The joint of a humanoid bone; of plain bones, the one of that name. Throws an `Error` with one sentence when there is none of that name. */
function jointOf(rig: Rig, name: string): number {
  const joint = Object.hasOwn(rig.humanoid, name) ? rig.humanoid[name as HumanoidBone] : undefined;
  if (joint !== undefined) return joint;
  const plain = isPlain(rig) ? rig.skeleton.names.indexOf(name) : -1;
  if (plain >= 0) return plain;
  const known = (HUMANOID_BONES as readonly string[]).includes(name) || (HANDLE_NAMES as readonly string[]).includes(name);
  if (known) throw new Error(`this character has no ${name}`);
  const near = suggestNames([...HANDLE_NAMES, ...HUMANOID_BONES, ...(isPlain(rig) ? rig.skeleton.names : [])], name);
  throw new Error(`"${name}" is neither a handle nor a humanoid bone${isPlain(rig) ? ' nor a joint' : ''}${near}`);
}
