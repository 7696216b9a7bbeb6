import { exp, log } from '../../math/elementary.ts';
import { add, cross, dot, normalize, rejectFrom, scale, subtract, UNIT_X, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { sided, SIDES } from '../body/found-bones.ts';
import type { Rig } from '../body/rig.ts';
import { placeOf } from './body-lengths.ts';

/** Axes of a part of the trunk as columns: to its left, up, ahead. */
export type TrunkAxes = readonly [left: Vec3, up: Vec3, ahead: Vec3];

/** How limbs stand in poses: of each the directions of its two bones, 6 numbers, seen from the part of the trunk that carries it, all as if they were left ones. */
export interface LimbExamples {
  readonly arms: Float64Array;
  readonly legs: Float64Array;
}

export const EXAMPLE_SIZE = 6;

/** How near limbs are to examples to count as like them: chord lengths of both directions together. */
const WIDTH = 0.35;
/** Share of a limb that is like no example: none is impossible. */
const ANYTHING = 0.02;
/** Squares of the distance, in those of the width, beyond which an example says nothing. */
const TOO_FAR = 24;

/**
 * How strange a limb of these directions is, seen from its part of the trunk as if it were a left one: −log (ε + Σᵢ exp(−|d − dᵢ|² / 2h²) / n); 0 without examples.
 */
export function strangenessOf(examples: Float64Array, u: Vec3, l: Vec3): number {
  if (examples.length === 0) return 0;
  const sharp = 1 / (WIDTH * WIDTH);
  let sum = 0;
  for (let at = 0; at < examples.length; at += EXAMPLE_SIZE) {
    let squares = 0;
    for (let c = 0; c < 3; c++) squares += (u[c]! - examples[at + c]!) ** 2 + (l[c]! - examples[at + 3 + c]!) ** 2;
    if (squares * sharp < TOO_FAR) sum += exp((-squares * sharp) / 2);
  }
  return -log(ANYTHING + (sum * EXAMPLE_SIZE) / examples.length);
}

/** The axes that have `up` along it and `left` as near to it as can be. */
export function trunkAxes(left: Vec3, up: Vec3): TrunkAxes {
  const y = normalize(up);
  const x = normalize(rejectFrom(left, y), UNIT_X);
  return [x, y, cross(x, y)];
}

/** A direction seen from axes, mirrored for the right side. */
export function seenFrom(axes: TrunkAxes, v: Vec3, isRight: boolean): Vec3 {
  return [(isRight ? -1 : 1) * dot(v, axes[0]), dot(v, axes[1]), dot(v, axes[2])];
}

/** The limbs of poses of a rig that has arms and legs. */
export function limbExamples(rig: Rig, poses: readonly Pose[]): LimbExamples {
  const arms: number[] = [];
  const legs: number[] = [];
  for (const pose of poses) {
    const world = forwardKinematics(rig.skeleton, pose);
    const at = (bone: Parameters<typeof placeOf>[2]): Vec3 => placeOf(rig, world, bone);
    const halfway = (part: 'UpperArm' | 'UpperLeg'): Vec3 => scale(add(at(`left${part}`), at(`right${part}`)), 0.5);
    const up = subtract(halfway('UpperArm'), halfway('UpperLeg'));
    for (const [part, bend, end, into] of [
      ['UpperArm', 'LowerArm', 'Hand', arms],
      ['UpperLeg', 'LowerLeg', 'Foot', legs],
    ] as const) {
      const axes = trunkAxes(subtract(at(`left${part}`), at(`right${part}`)), up);
      for (const side of SIDES) {
        const [root, middle, tip] = [part, bend, end].map((each) => at(sided(side, each))) as [Vec3, Vec3, Vec3];
        const isRight = side === 'right';
        into.push(...seenFrom(axes, normalize(subtract(middle, root)), isRight));
        into.push(...seenFrom(axes, normalize(subtract(tip, middle)), isRight));
      }
    }
  }
  return { arms: Float64Array.from(arms), legs: Float64Array.from(legs) };
}
