import { angleBetween, conjugate, fromAxisAngle, multiply, normalizeQuat, type Quat } from '../../math/quat.ts';
import { normalize, subtract } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { rotationOf, type Pose } from '../../skeleton/pose.ts';
import { limitProjector } from '../../skeleton/project-limit.ts';
import { turnJoint, type Limb } from '../body/limbs.ts';
import type { Rig } from '../body/rig.ts';
import { firstWhere, leastOn } from './search-interval.ts';

/** Radians further than need be that the end may stand from its direction where that spares a swivel. */
const SPARE = 0.018;
/** Radians beyond that over which a swivel sets in. */
const SETS_IN = 0.05;
/** What a radian by which the upper joint is outside its limit counts beside one by which the end is turned away. */
const LIMIT_WEIGHT = 4.5;
/** Radians to either side within which swivels are compared, and how many there are to a side. */
const WIDEST = 3;
const SAMPLES = 18;

/**
 * The pose with elbow or knee swivelled about the line from the limb's root to its end, as little as lets the upper joint stay inside its limit and the end
 * have the world rotation `wanted`, or come as near to it as any swivel does to within 1.8°. What an end misses of its direction counts together with what
 * the upper joint exceeds its limit by: of turn e and excess u, √(e² + (4.5 u)²).
 */
export function chooseSwivel(rig: Rig, pose: Pose, limb: Limb, wanted: Quat | null): Pose {
  const world = forwardKinematics(rig.skeleton, pose);
  const axis = normalize(subtract(worldPosition(world, limb.end), worldPosition(world, limb.upper)));
  const upperExcess = excessOfSwivel(rig, pose, limb.upper, worldRotation(world, limb.upper));
  const endParent = multiply(worldRotation(world, limb.end), conjugate(rotationOf(pose, limb.end)));
  const allowedEnd = limitProjector(rig.skeleton.limits[limb.end]!);
  const endTurn = (swivel: Quat): number => {
    if (!wanted) return 0;
    const own = normalizeQuat(multiply(conjugate(multiply(swivel, endParent)), wanted));
    return angleBetween(own, allowedEnd(own));
  };
  const fault = (angle: number): number => {
    const swivel = fromAxisAngle(axis, angle);
    return Math.sqrt(endTurn(swivel) ** 2 + (LIMIT_WEIGHT * upperExcess(swivel)) ** 2);
  };
  const angle = fault(0) <= SPARE ? 0 : leastSwivel(fault);
  if (angle === 0) return pose;
  return turnJoint(rig, pose, limb.upper, fromAxisAngle(axis, angle));
}

/** Radians by which the joint is outside its limit once a swivel has turned it in the world. */
function excessOfSwivel(rig: Rig, pose: Pose, joint: number, rotation: Quat): (swivel: Quat) => number {
  const own = rotationOf(pose, joint);
  const resting = multiply(rotation, conjugate(own));
  const allowed = limitProjector(rig.skeleton.limits[joint]!);
  return (swivel) => {
    const turned = normalizeQuat(multiply(conjugate(resting), multiply(swivel, rotation)));
    return angleBetween(turned, allowed(turned));
  };
}

/** A swivel in radians, and what is wrong with it. */
interface Swivel {
  readonly angle: number;
  readonly fault: number;
}

/**
 * The swivel nearest to none, in radians, whose fault is at most `SPARE` above the least there is. It sets in slowly: where a swivel to either side helps
 * alike, the first that is good enough grows with the root of what was missed without.
 */
function leastSwivel(faultOf: (angle: number) => number): number {
  const step = WIDEST / SAMPLES;
  const swivel = (angle: number): Swivel => ({ angle, fault: faultOf(angle) });
  const samples = Array.from({ length: 2 * SAMPLES + 1 }, (_, i) => swivel((i - SAMPLES) * step));
  const faultAt = (i: number): number => samples[i]?.fault ?? Infinity;
  const least = samples
    .filter(({ fault }, i) => fault <= faultAt(i - 1) && fault <= faultAt(i + 1))
    .map(({ angle }) => swivel(leastOn(angle - step, angle + step, faultOf)));
  const all = [...samples, ...least];
  const enough = SPARE + Math.min(...all.map(({ fault }) => fault));
  if (faultAt(SAMPLES) <= enough) return 0;
  let nearest = Infinity;
  for (const side of [1, -1]) {
    const outwards = all.filter(({ angle }) => side * angle > 0).toSorted((a, b) => side * (a.angle - b.angle));
    const first = outwards.findIndex(({ fault }) => fault <= enough);
    if (first < 0) continue;
    const angle = firstWhere(outwards[first - 1]?.angle ?? 0, outwards[first]!.angle, (each) => faultOf(each) <= enough);
    if (Math.abs(angle) < Math.abs(nearest)) nearest = angle;
  }
  const missed = Math.min((faultAt(SAMPLES) - enough) / SETS_IN, 1);
  return nearest * missed * (2 - missed);
}
