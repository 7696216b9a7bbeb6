import type { RigCollider, RigSpring, RigSprings } from '../humanoid/body/rig-springs.ts';
import { clamp } from '../math/angles.ts';
import { conjugate, multiply, normalizeQuat, quatAt, rotate, shortestArc } from '../math/quat.ts';
import { NO_DIRECTION } from '../math/tolerances.ts';
import { add, distance, dot, length, scale, subtract, vec3At, type Vec3 } from '../math/vec3.ts';
import { createWorldTransforms, forwardKinematics, pointOf, type WorldTransforms } from '../skeleton/forward-kinematics.ts';
import { rotationOf, setRotation, type Pose } from '../skeleton/pose.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';

/** Where the ends of spring bones are, and how fast: what one step leaves for the next. */
export interface SwingingSprings {
  /** Puts the ends where `pose` has them, and lets them rest. */
  place(pose: Pose): void;
  /** Lets what swings stay as it stands to the root while the body goes from one pose to another at once. */
  carry(from: Pose, to: Pose): void;
  /** Goes on by `seconds` with the body at `pose`, and turns the springs in it. Returns the longest way that an end went, metres. */
  step(pose: Pose, seconds: number): number;
  /** Turns the springs in `pose`, of the same body as the last step, to where they are. */
  show(pose: Pose): void;
  /** The ends, to be compared: 3 numbers each. */
  ends(): Float64Array;
}

/**
 * Spring bones that swing as the specification of VRMC_springBone 1.0 has it (github.com/vrm-c/vrm-specification, “Spring Bone Algorithm”): the end of a bone keeps its
 * speed but for the drag, is drawn towards where the pose has it and along gravity, stays at its distance from the joint, and is pushed out of colliders.
 */
export function createSwingingSprings(skeleton: Skeleton, { list, colliders }: RigSprings): SwingingSprings {
  const world = createWorldTransforms(skeleton);
  const springOf = new Map(list.map((spring, s) => [spring.joint, s]));
  const swung = swungJoints(skeleton, springOf);
  // In the frame of each spring's centre.
  const ends = new Float64Array(3 * list.length);
  const before = new Float64Array(3 * list.length);
  /** Turns each spring towards where `endOf` has its end, parents first. */
  const turnAll = (pose: Pose, endOf: (spring: RigSpring, index: number) => Vec3) => {
    forwardKinematics(skeleton, pose, world);
    for (const joint of swung) {
      // Its parent may have been turned.
      forwardKinematics(skeleton, pose, world, joint, joint + 1);
      const s = springOf.get(joint);
      if (s !== undefined) turnTowards(pose, world, list[s]!, endOf(list[s]!, s));
    }
  };
  return {
    place(pose) {
      forwardKinematics(skeleton, pose, world);
      list.forEach(({ joint, tail, center }, s) => {
        ends.set(intoFrame(world, center, pointOf(world, joint, tail)), 3 * s);
      });
      before.set(ends);
    },
    carry(from, to) {
      const { root } = skeleton;
      const [left, arrived] = [forwardKinematics(skeleton, from), forwardKinematics(skeleton, to)];
      list.forEach(({ center }, s) => {
        // What is kept in the frame of a joint goes along with it.
        if (center >= 0) return;
        for (const points of [ends, before]) points.set(pointOf(arrived, root, intoFrame(left, root, vec3At(points, s))), 3 * s);
      });
    },
    step(pose, seconds) {
      let farthest = 0;
      turnAll(pose, (spring, s) => {
        const current = outOfFrame(world, spring.center, vec3At(ends, s));
        const earlier = outOfFrame(world, spring.center, vec3At(before, s));
        const next = nextEnd(world, spring, colliders, current, earlier, seconds);
        before.set(ends.subarray(3 * s, 3 * s + 3), 3 * s);
        ends.set(intoFrame(world, spring.center, next), 3 * s);
        farthest = Math.max(farthest, distance(current, next));
        return next;
      });
      return farthest;
    },
    show: (pose) => turnAll(pose, ({ center }, s) => outOfFrame(world, center, vec3At(ends, s))),
    ends: () => ends.slice(),
  };
}

/** The joints that springs turn or carry, parents before children. */
function swungJoints({ count, parents }: Skeleton, springOf: ReadonlyMap<number, number>): number[] {
  const isSwung = new Uint8Array(count);
  const joints: number[] = [];
  for (let j = 0; j < count; j++) {
    if (!springOf.has(j) && !isSwung[parents[j]!]) continue;
    isSwung[j] = 1;
    joints.push(j);
  }
  return joints;
}

/** next = end + (end − earlier) · (1 − drag) + direction · stiffness · t + gravity · t, at the bone's length from its joint and outside of colliders. */
function nextEnd(
  world: WorldTransforms,
  { joint, tail, stiffness, gravityPower, gravityDirection, drag, hitRadius, colliders: met }: RigSpring,
  colliders: readonly RigCollider[],
  end: Vec3,
  earlier: Vec3,
  seconds: number,
): Vec3 {
  const head = vec3At(world.positions, joint);
  const size = length(tail);
  const direction = scale(rotate(quatAt(world.rotations, joint), tail), 1 / size);
  const drawn = add(scale(direction, stiffness * seconds), scale(gravityDirection, gravityPower * seconds));
  const free = add(add(end, scale(subtract(end, earlier), 1 - drag)), drawn);
  let next = atLength(head, size, free, direction);
  for (const c of met) next = atLength(head, size, outside(world, colliders[c]!, hitRadius, next), direction);
  return next;
}

/** The point in the direction of `point` at the bone's length from its head; in that of the pose where there is none. */
function atLength(head: Vec3, size: number, point: Vec3, direction: Vec3): Vec3 {
  const way = subtract(point, head);
  const far = length(way);
  return add(head, far > NO_DIRECTION ? scale(way, size / far) : scale(direction, size));
}

/** The point itself, or, where it is too near to a collider, the nearest that is not. */
function outside(world: WorldTransforms, { joint, from, to, radius }: RigCollider, hitRadius: number, point: Vec3): Vec3 {
  const start = outOfFrame(world, joint, from);
  const axis = subtract(outOfFrame(world, joint, to), start);
  const square = dot(axis, axis);
  const share = square > 0 ? clamp(dot(subtract(point, start), axis) / square, 0, 1) : 0;
  const nearest = add(start, scale(axis, share));
  const way = subtract(point, nearest);
  const far = length(way);
  const least = radius + hitRadius;
  return far >= least || far <= NO_DIRECTION ? point : add(nearest, scale(way, least / far));
}

/** Turns a joint the short way from where the pose has its bone so that its end is at `end`. */
function turnTowards(pose: Pose, world: WorldTransforms, { joint, tail }: RigSpring, end: Vec3): void {
  const rotation = quatAt(world.rotations, joint);
  const way = rotate(conjugate(rotation), subtract(end, vec3At(world.positions, joint)));
  const turn = shortestArc(scale(tail, 1 / length(tail)), scale(way, 1 / length(way)));
  setRotation(pose, joint, normalizeQuat(multiply(rotationOf(pose, joint), turn)));
  world.rotations.set(normalizeQuat(multiply(rotation, turn)), 4 * joint);
}

/** A point of a joint's frame in the world; of the world where the joint is −1. */
function outOfFrame(world: WorldTransforms, joint: number, point: Vec3): Vec3 {
  return joint < 0 ? point : pointOf(world, joint, point);
}

function intoFrame(world: WorldTransforms, joint: number, point: Vec3): Vec3 {
  if (joint < 0) return point;
  return rotate(conjugate(quatAt(world.rotations, joint)), subtract(point, vec3At(world.positions, joint)));
}
