import { spellOut, isList, isObject } from '../math/check-values.ts';
import { checkSkeleton } from './skeleton.ts';
import { checkJoint, checkNumber, checkWhole } from '../math/check-numbers.ts';
import { normalizePacked } from '../math/packed-quats.ts';
import { quatAt, type Quat } from '../math/quat.ts';
import { UNIT_LENGTH_TOLERANCE } from '../math/tolerances.ts';
import { vec3At, type Vec3 } from '../math/vec3.ts';
import { checkPose, checkPoseLength, restPose, type Pose } from './pose.ts';
import type { Skeleton } from './skeleton.ts';

/** World transforms of all joints, as flat arrays. */
export interface WorldTransforms {
  /** 3 × count: each joint’s origin, metres. */
  readonly positions: Float64Array;
  /** 4 × count: each joint’s rotation, unit quaternions x y z w. */
  readonly rotations: Float64Array;
}

/** Throws a `RangeError` of one sentence unless the value is the world transforms of some joints. */
export function checkWorld(world: WorldTransforms): void {
  if (isObject(world) && isList(world.positions) && isList(world.rotations)) return;
  throw new RangeError(`the world transforms must be those that forwardKinematics made, got ${spellOut(world)}`);
}

/** Room for the world transforms of the skeleton's joints, to be filled by {@link forwardKinematics}; all zeros. */
export function createWorldTransforms(skeleton: Skeleton): WorldTransforms {
  checkSkeleton(skeleton);
  return { positions: new Float64Array(3 * skeleton.count), rotations: new Float64Array(4 * skeleton.count) };
}

function checkJointIn(world: WorldTransforms, joint: number): void {
  checkWorld(world);
  checkJoint(joint, world.positions.length / 3);
}

/** World position of a joint, metres. Throws a `RangeError` of one sentence when there is no such joint. */
export function worldPosition(world: WorldTransforms, joint: number): Vec3 {
  checkJointIn(world, joint);
  return vec3At(world.positions, joint);
}

/** World rotation of a joint, a unit quaternion. Throws a `RangeError` of one sentence when there is no such joint. */
export function worldRotation(world: WorldTransforms, joint: number): Quat {
  checkJointIn(world, joint);
  return quatAt(world.rotations, joint);
}

/** Scratch: a rotation brought to length 1. */
const turn = /* @__PURE__ */ new Float64Array(4);

/**
 * Fills `world` with the joints' world transforms in `pose` and returns it. Allocates nothing when `world` is given.
 * `from` is the first joint to refresh; earlier ones keep their values (parents come first, so they are not affected by later joints). `end` is the first
 * one behind that keeps its values again. Rotations whose length is not 1 count by their direction, as the solver takes them; one of length 0 is no
 * rotation at all.
 * Throws a `RangeError` when the pose has the wrong length or, where all joints are refreshed, numbers that are not finite.
 */
export function forwardKinematics<Names>(
  skeleton: Skeleton<Names>,
  pose: Pose<Names>,
  world: WorldTransforms = createWorldTransforms(skeleton),
  from = 0,
  end = Number.POSITIVE_INFINITY,
): WorldTransforms {
  checkSkeleton(skeleton);
  const check = from === 0 ? checkPose : checkPoseLength;
  check(skeleton, pose, 'the pose');
  checkWorld(world);
  checkWhole(from, 0, 'the first joint to refresh');
  checkNumber(end, 'the end of the joints to refresh');
  const { count, parents, offsets, rest, root, slides } = skeleton;
  const { positions, rotations } = world;
  const slideBase = 3 + 4 * count;
  const behind = Math.min(end, count);
  for (let j = from; j < behind; j++) {
    const p = 3 * j;
    const r = 4 * j;
    const parent = parents[j]!;
    let ox = offsets[p]!;
    let oy = offsets[p + 1]!;
    let oz = offsets[p + 2]!;
    // Parent-frame rotation: rest · q.
    const ax = rest[r]!;
    const ay = rest[r + 1]!;
    const az = rest[r + 2]!;
    const aw = rest[r + 3]!;
    let bx = pose[r + 3]!;
    let by = pose[r + 4]!;
    let bz = pose[r + 5]!;
    let bw = pose[r + 6]!;
    if (Math.abs(bx * bx + by * by + bz * bz + bw * bw - 1) > 2 * UNIT_LENGTH_TOLERANCE) {
      for (let k = 0; k < 4; k++) turn[k] = pose[r + 3 + k]!;
      normalizePacked(turn, 0);
      bx = turn[0]!;
      by = turn[1]!;
      bz = turn[2]!;
      bw = turn[3]!;
    }
    const lx = aw * bx + ax * bw + ay * bz - az * by;
    const ly = aw * by - ax * bz + ay * bw + az * bx;
    const lz = aw * bz + ax * by - ay * bx + az * bw;
    const lw = aw * bw - ax * bx - ay * by - az * bz;
    const slide = slides[j]!;
    if (slide >= 0) {
      const limit = skeleton.limits[j]!;
      if (limit.kind === 'prismatic') {
        // Displacement along the axis, turned from the rest frame into the parent's frame.
        const d = pose[slideBase + slide]!;
        const [vx, vy, vz] = limit.axis;
        const tx = 2 * (ay * vz - az * vy);
        const ty = 2 * (az * vx - ax * vz);
        const tz = 2 * (ax * vy - ay * vx);
        ox += d * (vx + aw * tx + ay * tz - az * ty);
        oy += d * (vy + aw * ty + az * tx - ax * tz);
        oz += d * (vz + aw * tz + ax * ty - ay * tx);
      }
    }
    if (parent < 0) {
      positions[p] = ox;
      positions[p + 1] = oy;
      positions[p + 2] = oz;
      rotations[r] = lx;
      rotations[r + 1] = ly;
      rotations[r + 2] = lz;
      rotations[r + 3] = lw;
    } else {
      const pr = 4 * parent;
      const qx = rotations[pr]!;
      const qy = rotations[pr + 1]!;
      const qz = rotations[pr + 2]!;
      const qw = rotations[pr + 3]!;
      const tx = 2 * (qy * oz - qz * oy);
      const ty = 2 * (qz * ox - qx * oz);
      const tz = 2 * (qx * oy - qy * ox);
      const pp = 3 * parent;
      positions[p] = positions[pp]! + ox + qw * tx + qy * tz - qz * ty;
      positions[p + 1] = positions[pp + 1]! + oy + qw * ty + qz * tx - qx * tz;
      positions[p + 2] = positions[pp + 2]! + oz + qw * tz + qx * ty - qy * tx;
      rotations[r] = qw * lx + qx * lw + qy * lz - qz * ly;
      rotations[r + 1] = qw * ly - qx * lz + qy * lw + qz * lx;
      rotations[r + 2] = qw * lz + qx * ly - qy * lx + qz * lw;
      rotations[r + 3] = qw * lw - qx * lx - qy * ly - qz * lz;
    }
    if (j === root) {
      positions[p] += pose[0]!;
      positions[p + 1]! += pose[1]!;
      positions[p + 2]! += pose[2]!;
    }
  }
  return world;
}

/** World transforms of the skeleton's joints at rest. */
export function worldAtRest(skeleton: Skeleton): WorldTransforms {
  return forwardKinematics(skeleton, restPose(skeleton));
}

/** The world position of a point fixed to a joint; `offset` in the joint's frame, metres. */
export function pointOf(world: WorldTransforms, joint: number, offset: Vec3): Vec3 {
  const [x, y, z] = vec3At(world.positions, joint);
  const [qx, qy, qz, qw] = quatAt(world.rotations, joint);
  const tx = 2 * (qy * offset[2] - qz * offset[1]);
  const ty = 2 * (qz * offset[0] - qx * offset[2]);
  const tz = 2 * (qx * offset[1] - qy * offset[0]);
  return [
    x + offset[0] + qw * tx + qy * tz - qz * ty,
    y + offset[1] + qw * ty + qz * tx - qx * tz,
    z + offset[2] + qw * tz + qx * ty - qy * tx,
  ];
}
