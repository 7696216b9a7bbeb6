import type { Vec3 } from '../../math/vec3.ts';
import type { WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import type { HumanoidBone } from './bones.ts';

/** Flesh on a bone: all that is within a radius of a segment. */
export interface Capsule {
  readonly bone: HumanoidBone;
  /** Index of the joint that carries it. */
  readonly joint: number;
  /** Ends of the segment in the joint's frame, metres. */
  readonly start: Vec3;
  readonly end: Vec3;
  /** Metres. */
  readonly radius: number;
}

/** The flesh of a body, bone by bone, as capsules: what contacts are measured by. */
export type BodyShape = readonly Capsule[];

/** Ends of all capsules in the world, 6 numbers each, metres; written into `out` where that is given. */
export function placeShape(
  shape: BodyShape,
  world: WorldTransforms,
  out: Float64Array = new Float64Array(6 * shape.length),
): Float64Array {
  for (let i = 0; i < shape.length; i++) {
    const { joint, start, end } = shape[i]!;
    writePoint(world, joint, start, out, 6 * i);
    writePoint(world, joint, end, out, 6 * i + 3);
  }
  return out;
}

/** p + q v q⁻¹ with t = 2 q × v: p + v + w t + q × t. */
function writePoint(
  { positions, rotations }: WorldTransforms,
  joint: number,
  [x, y, z]: Vec3,
  out: Float64Array,
  at: number,
): void {
  const qx = rotations[4 * joint]!;
  const qy = rotations[4 * joint + 1]!;
  const qz = rotations[4 * joint + 2]!;
  const qw = rotations[4 * joint + 3]!;
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  out[at] = positions[3 * joint]! + x + qw * tx + qy * tz - qz * ty;
  out[at + 1] = positions[3 * joint + 1]! + y + qw * ty + qz * tx - qx * tz;
  out[at + 2] = positions[3 * joint + 2]! + z + qw * tz + qx * ty - qy * tx;
}
