import { composeFrames, frameOfPlace, type Frame } from '../../math/frame.ts';
import { turnOf } from '../../math/place.ts';
import { conjugate, fromRotationVector, multiply, rotate, toRotationVector, type Quat } from '../../math/quat.ts';
import { add, cross, dot, length, scale, subtract, ZERO, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
import { moveBy, rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import type { PosedActor } from '../body/actor.ts';
import { isFinger } from '../body/bones.ts';
import { perRig } from '../body/per-rig.ts';
import { sizeOf, type Rig } from '../body/rig.ts';
import type { Row } from './smallest-step.ts';

/** Radians and metres that a joint and a root go in one step. */
const MOST_TURN = 0.1;
const MOST_WAY = 0.08;
/** How readily a root goes, square metres beside one square radian of a joint. */
const ROOT_GIVES = 0.1;
/** Radians from a side of its limit from which on a joint is no longer kept from it. */
const FORGOTTEN = 0.3;
/** Cosine of the angle within which two ways out of a limit are the same side of it. */
const SAME_SIDE = 0.95;
/** Radians below which a limit has held nothing back. */
const LOST = 1e-5;
/** How readily a joint goes beyond its limit in a step, after which it is clamped; see {@link Row}. */
const LIMIT_YIELDS = 1e-6;

/** What of a body may move: nothing, all but its root's place, or all. */
export type Mobile = 'nothing' | 'joints' | 'all';

/** A side on which a joint stands at its limit. */
interface LimitSide {
  readonly joint: number;
  /** The way out of the limit, a unit vector in the joint's frame. */
  readonly out: Vec3;
  /** Radians that are left on that way. */
  left: number;
}

/** A body of which freedoms are numbered among those of all. */
export interface MovingBody {
  readonly actor: PosedActor;
  readonly turn: Quat;
  readonly moves: boolean;
  /** First freedom: of the root's way, then of the joints that move. */
  readonly first: number;
  /** The first freedom of each joint; −1: none. */
  readonly starts: Int32Array;
  sides: LimitSide[];
  pose: Pose;
  /** Of each joint its place and rotation in the scene. */
  frames: readonly Frame[];
}

/** The axes in its own frame about which a joint turns. */
function axesOf({ skeleton }: Rig, joint: number): readonly Vec3[] {
  const limit = skeleton.limits[joint]!;
  return limit.kind === 'hinge' ? [limit.axis] : AXES;
}

/** Joints that move for it: all of the body but fingers. */
const movingJoints = perRig(({ skeleton, humanoid }: Rig): readonly number[] => {
  const fingers = new Set(Object.entries(humanoid).flatMap(([bone, joint]) => (isFinger(bone as 'hips') ? [joint] : [])));
  const isInFinger = Array.from({ length: skeleton.count }, () => false);
  const below = Array.from({ length: skeleton.count }, () => false);
  const found: number[] = [];
  for (let j = 0; j < skeleton.count; j++) {
    const parent = skeleton.parents[j]!;
    const limit = skeleton.limits[j]!;
    below[j] = j === skeleton.root || (parent >= 0 && below[parent]!);
    isInFinger[j] = fingers.has(j) || (parent >= 0 && isInFinger[parent]!);
    const isLocked = limit.kind === 'prismatic' || (limit.kind === 'hinge' && limit.max - limit.min < 1e-6);
    if (below[j] && !isInFinger[j] && skeleton.stiffness[j]! < 1 && !isLocked) found.push(j);
  }
  return found;
});

/** The axes of a space. */
export const AXES: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Lets the body stand in a pose. */
export function stand(body: MovingBody, pose: Pose): void {
  const { actor } = body;
  body.pose = pose;
  const world = forwardKinematics(actor.rig.skeleton, pose);
  const place = frameOfPlace(actor.place);
  body.frames = Array.from({ length: actor.rig.skeleton.count }, (_, joint) =>
    composeFrames(place, { position: worldPosition(world, joint), rotation: worldRotation(world, joint) }),
  );
}

/** The bodies as they stand in `poses`, how many freedoms they have together, and how readily each goes. */
export function movingBodies(
  actors: readonly PosedActor[],
  mobile: readonly Mobile[],
  poses: readonly Pose[],
): { readonly bodies: readonly MovingBody[]; readonly count: number; readonly mobility: Float64Array } {
  let count = 0;
  const bodies = actors.map((actor, a): MovingBody => {
    const { skeleton } = actor.rig;
    const starts = new Int32Array(skeleton.count).fill(-1);
    const first = count;
    const moves = mobile[a] !== 'nothing';
    if (moves) {
      count += 3;
      for (const joint of movingJoints(actor.rig)) {
        starts[joint] = count;
        count += axesOf(actor.rig, joint).length;
      }
    }
    const body = { actor, turn: turnOf(actor.place), moves, first, starts, sides: [], pose: poses[a]!, frames: [] };
    stand(body, poses[a]!);
    return body;
  });
  return { bodies, count, mobility: mobilityOf(bodies, mobile, count) };
}

function mobilityOf(bodies: readonly MovingBody[], mobile: readonly Mobile[], count: number): Float64Array {
  const all = new Float64Array(count);
  for (const [a, { first, starts, moves, actor }] of bodies.entries()) {
    if (!moves) continue;
    if (mobile[a] === 'all') all.fill(ROOT_GIVES * sizeOf(actor.rig) ** 2, first, first + 3);
    starts.forEach((at, joint) => {
      if (at >= 0) all.fill(1 - actor.rig.skeleton.stiffness[joint]!, at, at + axesOf(actor.rig, joint).length);
    });
  }
  return all;
}

/** A joint does not go further out of its limit than is left. */
export function limitRow({ starts, actor }: MovingBody, { joint, out, left }: LimitSide, count: number): Row {
  const by = new Float64Array(count);
  axesOf(actor.rig, joint).forEach((axis, k) => (by[starts[joint]! + k] = -dot(axis, out)));
  return { by, change: -left, yields: LIMIT_YIELDS };
}

/** A frame that a joint carries, in the scene. */
export function frameIn({ frames }: MovingBody, joint: number, point: Vec3, turn: Quat): Frame {
  return composeFrames(frames[joint]!, { position: point, rotation: turn });
}

/** Adds how a point that a joint carries goes along a direction, all in the scene. */
export function addPoint(row: Float64Array, body: MovingBody, joint: number, point: Vec3, along: Vec3, sign: number): void {
  const { first, moves } = body;
  if (!moves) return;
  for (let k = 0; k < 3; k++) row[first + k]! += sign * along[k]!;
  addAxes(row, body, joint, sign, ({ position }) => cross(subtract(point, position), along));
}

/** Adds how what a joint carries turns about a direction. */
export function addTurn(row: Float64Array, body: MovingBody, joint: number, along: Vec3, sign: number): void {
  if (body.moves) addAxes(row, body, joint, sign, () => along);
}

function addAxes(
  row: Float64Array,
  { starts, actor: { rig }, frames }: MovingBody,
  joint: number,
  sign: number,
  of: (frame: Frame) => Vec3,
): void {
  const { parents, root } = rig.skeleton;
  for (let j = joint; j >= 0; j = j === root ? -1 : parents[j]!) {
    const at = starts[j]!;
    if (at < 0) continue;
    const frame = frames[j]!;
    const own = rotate(conjugate(frame.rotation), of(frame));
    const axes = axesOf(rig, j);
    for (let k = 0; k < axes.length; k++) row[at + k]! += sign * dot(own, axes[k]!);
  }
}

/** Takes a step, no joint beyond its limit. */
export function take(bodies: readonly MovingBody[], step: Float64Array): void {
  let share = 1;
  for (const { first, starts, moves, actor } of bodies) {
    if (!moves) continue;
    share = Math.min(share, MOST_WAY / (length(turnIn(step, first, AXES)) || 1e-9));
    starts.forEach((at, joint) => {
      if (at >= 0) share = Math.min(share, MOST_TURN / (length(turnIn(step, at, axesOf(actor.rig, joint))) || 1e-9));
    });
  }
  for (const body of bodies) {
    const { first, starts, actor, turn, moves } = body;
    if (!moves) continue;
    const { skeleton } = actor.rig;
    const pose = moveBy(body.pose, rotate(conjugate(turn), scale(turnIn(step, first, AXES), share)));
    const ways = new Map<number, Vec3>();
    starts.forEach((at, joint) => {
      if (at < 0) return;
      const by = scale(turnIn(step, at, axesOf(actor.rig, joint)), share);
      ways.set(joint, by);
      setRotation(pose, joint, multiply(rotationOf(pose, joint), fromRotationVector(by)));
    });
    const clamped = clampPose(skeleton, pose).pose;
    const sides: LimitSide[] = [];
    for (const [joint, by] of ways) {
      const [wanted, allowed] = [rotationOf(pose, joint), rotationOf(clamped, joint)];
      setRotation(pose, joint, allowed);
      for (const side of body.sides) {
        const left = side.joint === joint ? Math.max(0, side.left - dot(by, side.out)) : FORGOTTEN;
        if (left < FORGOTTEN) sides.push({ ...side, left });
      }
      const lost = toRotationVector(multiply(conjugate(allowed), wanted));
      const size = length(lost);
      if (size < LOST) continue;
      const out = scale(lost, 1 / size);
      const same = sides.findIndex((side) => side.joint === joint && dot(side.out, out) > SAME_SIDE);
      if (same >= 0) sides.splice(same, 1);
      sides.push({ joint, out, left: 0 });
    }
    body.sides = sides;
    stand(body, pose);
  }
}

function turnIn(step: Float64Array, at: number, axes: readonly Vec3[]): Vec3 {
  return axes.reduce((sum, axis, k) => add(sum, scale(axis, step[at + k]!)), ZERO);
}
