import { capsuleGap } from '../../contact/capsule-gap.ts';
import { checkGround, type Ground } from '../../contact/ground.ts';
import { checkSurface, createTouch, type Surface } from '../../contact/touch.ts';
import type { Goal } from '../../ik/request/goals.ts';
import { createSolver } from '../../ik/solver.ts';
import { checkCoordinates } from '../../math/check-numbers.ts';
import { checkObject } from '../../math/check-values.ts';
import { conjugate, multiply, shortestArc, type Quat } from '../../math/quat.ts';
import { add, distance, dot, length, lerp, normalize, scale, subtract, UNIT_Y, vec3At, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, pointOf, worldAtRest, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
import { checkPose, moveBy, type Pose } from '../../skeleton/pose.ts';
import { checkRig } from '../body/check-rig.ts';
import { hipsAxes } from '../body/hips-axes.ts';
import { limbsOf, turnJoint, type Limb } from '../body/limbs.ts';
import { heightOnFloor } from '../body/resting-height.ts';
import { sizeOf, type Rig } from '../body/rig.ts';
import { handsOnRests } from './hands-on-rests.ts';
import { lastWhere } from '../../math/search-interval.ts';

/** Something to sit on, in the space of the pose. */
export interface Seat {
  readonly surface: Surface;
  /** A point on its upper side, metres: the hips come over it, or before it where its front edge is farther than the thighs are long. */
  readonly at: Vec3;
  /** Where who sits there looks; only its way along the floor counts. */
  readonly facing: Vec3;
}

/** Shares of a thigh: the most that lies on the seat, and how far ankles are before the hips at least. Our choice. */
const ON_SEAT = 0.65;
const AHEAD = 0.95;
/** Metres, of a figure of 1.75 m: the seat's edge is where it falls by so much, sought by such steps; shins are so far before it; and a seat touches within that. */
const FALL = 0.1;
const STEP = 0.01;
const BEFORE_EDGE = 0.08;
const TOUCHES = 5e-4;
/** Sine of the steepest side that carries: steeper ones are a back or an arm. */
const CARRIES = 0.4;
/** Metres, of the same, that are left to the back and the arms of a seat. */
const SIDE_ROOM = 0.01;
/** Metres of the same that thighs may sink in where feet draw them down, and how often the way of the feet is halved. */
const SINKS = 3e-3;
const HALVINGS = 8;
/** How often the hips come down on what they sit on. */
const ROUNDS = 40;

/**
 * The pose sitting on a seat: the hips upright over it and looking ahead, flesh of hips or thighs on it, the feet on the ground before it, or as near to it as legs
 * reach and thighs on the seat let them, and the hands on arm rests where it has any. Trunk and head, and else the arms, stay as the pose has them against the hips. Throws a `RangeError` of one sentence for what cannot be used.
 */
export function sitOn<Names>(rig: Rig<Names>, pose: Pose<Names>, seat: Seat, ground: Ground): Pose<Names> {
  checkRig(rig);
  checkPose(rig.skeleton, pose, 'the pose');
  checkObject(seat, 'the seat');
  checkSurface(seat.surface, "the seat's surface");
  checkCoordinates(seat.at, 3, 'the point of a seat');
  checkCoordinates(seat.facing, 3, 'the facing of a seat');
  checkGround(ground);
  const facing = normalize([seat.facing[0], 0, seat.facing[2]]);
  if (!(length(facing) > 0)) throw new RangeError('the facing of a seat must go along the floor, got one straight up or down');
  const size = sizeOf(rig);
  const legs = limbsOf(rig).filter(({ name }) => name.endsWith('Leg'));
  const thigh = thighOf(rig, legs);
  const edge = edgeOf(seat, facing, size);
  const over = add(seat.at, scale(facing, Math.max(0, edge - ON_SEAT * thigh)));
  const front = dot(subtract(add(seat.at, scale(facing, edge)), over), facing) + BEFORE_EDGE * size;
  const hips = hipsAxes(rig).joint;
  const upright = uprightAt(rig, pose, hips, facing);
  const bent = legs.reduce((before, leg) => bentLeg(rig, before, leg, facing), upright);
  const hipsAt = worldPosition(forwardKinematics(rig.skeleton, bent), hips);
  // Just above the seat: from there a back pushes the hips forward, and does not carry them.
  const level = moveBy(bent, [over[0] - hipsAt[0], seat.at[1] + SIDE_ROOM * size - lowestFlesh(rig, bent), over[2] - hipsAt[2]]);
  const sitting = comeDown(rig, level, seat.surface, facing);
  const ahead = Math.max(AHEAD * thigh, front);
  const down = putFeetDown(rig, sitting, seat.surface, (share) =>
    legs.flatMap((leg) => footGoals(rig, sitting, leg, facing, ahead, ground, seat.at[1], share)),
  );
  return handsOnRests(rig, down, seat.surface, facing, seat.at[1]);
}

/** The pose lowered, or raised, until flesh of its hips or thighs is on a seat, and moved out of the back and the arms of that. */
function comeDown<Names>(rig: Rig<Names>, pose: Pose<Names>, surface: Surface, facing: Vec3): Pose<Names> {
  const size = sizeOf(rig);
  const room = SIDE_ROOM * size;
  let sitting = pose;
  for (let round = 0; round < ROUNDS; round++) {
    const { gap, normal } = leastGap(rig, sitting, surface);
    const isSide = normal[1] < CARRIES && gap < room;
    if (!Number.isFinite(gap) || (!isSide && Math.abs(gap) < TOUCHES * size)) break;
    // By the least gap nothing is passed through.
    sitting = moveBy(sitting, isSide ? scale(normalize([normal[0], 0, normal[2]], facing), room - gap) : [0, -gap, 0]);
  }
  return sitting;
}

/** The feet on the ground, or as near to it as thighs that lie on the seat let them: the share of their way is halved in until these touch. */
function putFeetDown<Names>(
  rig: Rig<Names>,
  sitting: Pose<Names>,
  surface: Surface,
  goalsAt: (share: number) => readonly Goal[],
): Pose<Names> {
  const solver = createSolver(rig.skeleton);
  const solveAt = (share: number): Pose<Names> => solver.solve(sitting, goalsAt(share), { restarts: 0, rootStiffness: 1 }).pose;
  const isFree = (pose: Pose<Names>): boolean => leastGap(rig, pose, surface).gap > -SINKS * sizeOf(rig);
  const down = solveAt(1);
  if (isFree(down)) return down;
  return solveAt(lastWhere(0, 1, (share) => isFree(solveAt(share)), HALVINGS));
}

function thighOf<Names>(rig: Rig<Names>, legs: readonly Limb[]): number {
  const world = worldAtRest(rig.skeleton);
  const lengths = legs.map(({ upper, bend }) => distance(worldPosition(world, upper), worldPosition(world, bend)));
  return lengths.length === 0 ? 0.25 * rig.report.height : Math.max(...lengths);
}

/** World height of the lowest flesh of hips and thighs, metres; of the hips of a rig without. */
function lowestFlesh<Names>({ skeleton, shape, humanoid }: Rig<Names>, pose: Pose<Names>): number {
  const world = forwardKinematics(skeleton, pose);
  const heights = shape.flatMap(({ bone, joint, start, end, radius }) =>
    isSatOn(bone) ? [start, end].map((point) => pointOf(world, joint, point)[1] - radius) : [],
  );
  return heights.length > 0 ? Math.min(...heights) : worldPosition(world, humanoid.hips ?? skeleton.root)[1];
}

function isSatOn(bone: string): boolean {
  return bone === 'hips' || bone.endsWith('UpperLeg');
}

/** Metres from a seat's point along `facing` to where it falls, at most a body's height. */
function edgeOf({ surface, at }: Seat, facing: Vec3, size: number): number {
  const touch = createTouch();
  for (let far = 0; far < 1.75 * size; far += STEP * size) {
    const [x, y, z] = add(at, scale(facing, far));
    if (!surface.enters([x, y + FALL * size, z], [x, y - FALL * size, z], touch)) return far;
  }
  return 0;
}

/** The pose with its hips upright as at rest, looking along `facing`. */
/** The pose turned about its root so that its hips are upright and look a way along the floor. */
export function uprightAt<Names>(rig: Rig<Names>, pose: Pose<Names>, hips: number, facing: Vec3): Pose<Names> {
  const rest = worldRotation(worldAtRest(rig.skeleton), hips);
  const now = worldRotation(forwardKinematics(rig.skeleton, pose), hips);
  const wanted = multiply(yawTo(rig, facing), rest);
  return turnJoint(rig, pose, rig.skeleton.root, multiply(wanted, conjugate(now))) as Pose<Names>;
}

/** The turn about +Y from where the rig looks at rest. */
function yawTo({ report: { facing: rest } }: Pick<Rig, 'report'>, facing: Vec3): Quat {
  const level = normalize([rest[0], 0, rest[2]], [0, 0, 1]);
  // Special case for looking back: any other axis would turn it upside down.
  return dot(level, facing) < -0.999999 ? [0, 1, 0, 0] : shortestArc(level, facing);
}

/** A leg with its thigh ahead and its shin down: from there the knee bends the right way wherever the foot goes. */
function bentLeg<Names>(rig: Rig<Names>, pose: Pose<Names>, { upper, bend, end }: Limb, facing: Vec3): Pose<Names> {
  const towards = (from: Pose<Names>, joint: number, next: number, way: Vec3): Pose<Names> => {
    const world = forwardKinematics(rig.skeleton, from);
    const turn = shortestArc(subtract(worldPosition(world, next), worldPosition(world, joint)), way);
    return turnJoint(rig, from, joint, turn) as Pose<Names>;
  };
  const raised = towards(pose, upper, bend, facing);
  return clampPose(rig.skeleton, towards(raised, bend, end, [0, -1, 0])).pose;
}

/** Ankles on the ground before the hips, feet flat and looking ahead. */
function footGoals<Names>(
  rig: Rig<Names>,
  pose: Pose<Names>,
  leg: Limb,
  facing: Vec3,
  ahead: number,
  ground: Ground,
  seat: number,
  share: number,
): Goal[] {
  const world = forwardKinematics(rig.skeleton, pose);
  const hip = worldPosition(world, leg.upper);
  const [x, , z] = add(hip, scale(facing, ahead));
  const height = ground.heightBelow(x, seat, z);
  const name = leg.name === 'leftLeg' ? 'leftFoot' : 'rightFoot';
  const ankle = heightOnFloor(rig, name) - rig.report.floor;
  const rest = worldRotation(worldAtRest(rig.skeleton), leg.end);
  const now = worldPosition(world, leg.end);
  const down: Vec3 = [x, (Number.isFinite(height) ? height : hip[1] - leg.length) + ankle, z];
  const target = lerp(now, down, share);
  const maxLinks = leg.joints.length;
  return [
    { kind: 'position', joint: leg.end, target, tolerance: 1e-4, priority: 1, maxLinks },
    { kind: 'orientation', joint: leg.end, target: multiply(yawTo(rig, facing), rest), tolerance: 1e-3, maxLinks },
  ];
}

/** The least gap between the flesh of hips and thighs and a seat, metres, and the seat's normal there; infinite for a rig without flesh. */
function leastGap<Names>(rig: Rig<Names>, pose: Pose<Names>, surface: Surface): { readonly gap: number; readonly normal: Vec3 } {
  const world = forwardKinematics(rig.skeleton, pose);
  const touch = createTouch();
  let least = Infinity;
  let normal: Vec3 = UNIT_Y;
  for (const { bone, joint, start, end, radius } of rig.shape) {
    if (!isSatOn(bone)) continue;
    const gap = capsuleGap(surface, pointOf(world, joint, start), pointOf(world, joint, end), radius, touch);
    if (gap >= least) continue;
    least = gap;
    normal = vec3At(touch.normal, 0);
  }
  return { gap: least, normal };
}
