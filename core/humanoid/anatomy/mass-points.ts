import { conjugate, rotate } from '../../math/quat.ts';
import { add, distance, scale, vec3At, ZERO, type Vec3 } from '../../math/vec3.ts';
import { worldAtRest, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { TRUNK } from '../body/bones.ts';
import { perRig } from '../body/per-rig.ts';
import type { Rig } from '../body/rig.ts';
import { segmentMasses } from './masses.ts';

/** A point that stands for a part of the body's mass. */
export interface MassPoint {
  /** The joint that carries it. */
  readonly joint: number;
  /** Fraction of the body's mass. */
  readonly mass: number;
  /** In the joint's frame, metres. */
  readonly offset: Vec3;
}

/** Where two points stand for an even rod that is 2 long: they turn as heavily as it does, m (1/√3)² = m/3. */
const ROD = 1 / Math.sqrt(3);
/**
 * Half widths of the shoulders at which the trunk's two points are: with them a standing body turns about the vertical as heavily as people do, whose limbs
 * have a thickness and whose trunk has a depth (Santschi, DuBois and Omoto 1963: 1.28 kg m²).
 */
const WIDTH = 0.87;
/** Two points for each part of a body, by which it turns about as heavily as the body does: a limb is a rod along it, the trunk as wide as the shoulders. */
export const massPoints: (rig: Rig) => readonly MassPoint[] = perRig((rig) => {
  const { skeleton, humanoid } = rig;
  const rest = worldAtRest(skeleton);
  const { masses, centres } = segmentMasses(rig);
  const trunk = new Set(TRUNK.map((bone) => humanoid[bone]));
  const [left, right] = [humanoid.leftUpperArm, humanoid.rightUpperArm];
  const shoulders = left === undefined || right === undefined ? null : [worldPosition(rest, left), worldPosition(rest, right)];
  const halfWidth = shoulders ? distance(shoulders[0]!, shoulders[1]!) / 2 : 0;
  return Array.from(masses).flatMap((mass, joint) => {
    if (mass === 0) return [];
    const centre = vec3At(centres, joint);
    const half = trunk.has(joint) ? rotate(conjugate(worldRotation(rest, joint)), [WIDTH * halfWidth, 0, 0]) : scale(centre, ROD);
    return [-1, 1].map((side): MassPoint => ({ joint, mass: mass / 2, offset: add(centre, scale(half, side)) }));
  });
});

/** What mass points do between two frames: see {@link spinBetween}. */
export interface Spin {
  /** Angular momentum about the centre of mass for each kilogram of the body, m²/s. */
  readonly momentum: Vec3;
  /** Moment of inertia for each kilogram, m²: symmetric, row-major 3 × 3. */
  readonly inertia: Float64Array;
}

/**
 * How a body turns between two frames `seconds` apart. `before` and `after`: 3 × points, from the centre of mass, metres.
 * L = Σ m r × ṙ and I = Σ m (r² 1 − r rᵀ), with r halfway between both.
 */
export function spinBetween(points: readonly MassPoint[], before: Float64Array, after: Float64Array, seconds: number): Spin {
  let momentum: Vec3 = ZERO;
  const inertia = new Float64Array(9);
  for (let k = 0; k < points.length; k++) {
    const { mass } = points[k]!;
    const [a, b] = [vec3At(before, k), vec3At(after, k)];
    const [x, y, z] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
    const [u, v, w] = [(b[0] - a[0]) / seconds, (b[1] - a[1]) / seconds, (b[2] - a[2]) / seconds];
    momentum = add(momentum, scale([y * w - z * v, z * u - x * w, x * v - y * u], mass));
    inertia[0]! += mass * (y * y + z * z);
    inertia[4]! += mass * (x * x + z * z);
    inertia[8]! += mass * (x * x + y * y);
    inertia[3]! -= mass * x * y;
    inertia[6]! -= mass * x * z;
    inertia[7]! -= mass * y * z;
  }
  [inertia[1], inertia[2], inertia[5]] = [inertia[3]!, inertia[6]!, inertia[7]!];
  return { momentum, inertia };
}
