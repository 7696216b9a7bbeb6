import { exp } from '../../math/elementary.ts';
import {
  angleBetween,
  conjugate,
  fromAxisAngle,
  fromRotationVector,
  multiply,
  normalizeQuat,
  toRotationVector,
  type Quat,
} from '../../math/quat.ts';
import { smooth } from '../../math/soft-stretch.ts';
import { length, normalize, scale, subtract } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import { limitProjector, projectOntoLimit } from '../../skeleton/project-limit.ts';
import { restingIn, type Limb } from '../body/limbs.ts';
import type { Rig } from '../body/rig.ts';

/** Radians before the opposite of what was asked over which an end or a bend goes back to where it is carried: there both ways round are alike. */
const OPPOSITE = 1.2;

/** Share of a way of so many radians that is gone: all of it, and none where it ends opposite. */
export function shareOfWay(angle: number): number {
  return smooth((Math.PI - Math.abs(angle)) / OPPOSITE);
}

/** Radians by which a limb swivels for its end to either side at most, and in how many samples. Our choice. */
const MOST = 0.9;
const SAMPLES = 8;
/** Radians of swivel that cost half a unit, radians that an end misses its direction by when that costs half of COUNTS, and what it costs at most. Our choice. */
const SWIVELS = 0.7;
const MISSES = 0.2;
const COUNTS = 6;
/** A sum of weights below which they are rounding. */
const NOTHING = 1e-30;

/**
 * The swivel, radians, with which the end of a limb comes near a world rotation: the mean over swivels, each weighted by e^−cost with
 *
 *   cost = COUNTS m² / (m² + MISSES²) + ½ (swivel / SWIVELS)²,  m what the end misses.
 *
 * No least cost is picked, so none is hopped to: where two are alike the mean goes from the one to the other by way of those between.
 */
export function comfortableSwivel(rig: Rig, pose: Pose, limb: Limb, turn: Quat, snapshot: Pose): number {
  const back = conjugate(rotationOf(snapshot, limb.end));
  const world = forwardKinematics(rig.skeleton, pose);
  const line = normalize(subtract(worldPosition(world, limb.end), worldPosition(world, limb.upper)));
  const parent = multiply(worldRotation(world, limb.end), conjugate(rotationOf(pose, limb.end)));
  const project = limitProjector(rig.skeleton.limits[limb.end]!);
  let [sum, all] = [0, 0];
  for (let i = -SAMPLES; i <= SAMPLES; i++) {
    const swivel = (i * MOST) / SAMPLES;
    const own = normalizeQuat(multiply(conjugate(multiply(fromAxisAngle(line, swivel), parent)), turn));
    const missed = angleBetween(own, project(own)) * shareOfWay(length(toRotationVector(multiply(own, back))));
    const weight = exp(-(COUNTS * missed * missed) / (missed * missed + MISSES * MISSES) - 0.5 * (swivel / SWIVELS) ** 2);
    sum += weight * swivel;
    all += weight;
  }
  return all > NOTHING ? sum / all : 0;
}

/** Turns the end of a limb towards a world rotation, inside its limit, and back to how it was grabbed as that comes to be opposite. In place. */
export function directEnd(rig: Rig, pose: Pose, joint: number, turn: Quat, snapshot: Pose): void {
  const { skeleton } = rig;
  const resting = restingIn(rig, pose, joint);
  const before = rotationOf(snapshot, joint);
  const way = toRotationVector(normalizeQuat(multiply(multiply(conjugate(resting), turn), conjugate(before))));
  const turned = multiply(fromRotationVector(scale(way, shareOfWay(length(way)))), before);
  setRotation(pose, joint, projectOntoLimit(skeleton.limits[joint]!, turned));
}
