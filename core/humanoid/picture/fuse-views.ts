import { addPair, ADDED, ALIGNMENT_SIZE, bestRotation } from '../../math/alignment.ts';
import { solveCholesky } from '../../math/cholesky.ts';
import { conjugate, quatAt, rotate, type Quat } from '../../math/quat.ts';
import { add, distance, lerp, normalize, scale, subtract, UNIT_Y, UNIT_Z, type Vec3 } from '../../math/vec3.ts';
import { SIDES, type Side } from '../body/found-bones.ts';
import type { LiftedPart, LiftedPerson } from './lift-person.ts';

/** Weight of what a picture tells of a direction's depth beside what it tells across. */
const DEPTH = 0.15;

/** Bones from the trunk outwards: each begins where one before it ends, or at a part of the trunk. */
const BONES: readonly (readonly [from: LiftedPart, to: LiftedPart])[] = SIDES.flatMap((side: Side) =>
  (
    [
      ['Shoulder', 'Elbow'],
      ['Elbow', 'Wrist'],
      ['Hip', 'Knee'],
      ['Knee', 'Ankle'],
    ] as const
  ).map(([from, to]) => [`${side}${from}`, `${side}${to}`] as const),
);

/**
 * The person of the first picture with what another picture of the same pose, from another side, tells of the limbs. The turn R between the pictures is the one
 * that brings the directions of all bones nearest to each other. A direction d then is what both tell, each exactly across its picture and vaguely in depth:
 *
 *   (W + Rᵀ W R) d = W d₁ + Rᵀ W d₂   with W = diag(1, 1, DEPTH)
 */
export function fuseViews(first: LiftedPerson, second: LiftedPerson): LiftedPerson {
  const turn = turnBetween(first, second);
  const places: Record<LiftedPart, Vec3> = { ...first.places };
  for (const [from, to] of BONES) {
    const [a, b] = [first, second].map((each) => subtract(each.places[to], each.places[from])) as [Vec3, Vec3];
    const fused = fuse(normalize(a), normalize(b), turn, sureness(first, to), sureness(second, to));
    places[to] = add(places[from], scale(fused, distance(first.places[from], first.places[to])));
  }
  return { ...first, places };
}

function sureness({ sure }: LiftedPerson, part: LiftedPart): number {
  return Math.max(0.05, sure[part]) ** 2;
}

/** The rotation from the axes of the first picture to those of the second. */
function turnBetween(first: LiftedPerson, second: LiftedPerson): Quat {
  const k = new Float64Array(ALIGNMENT_SIZE);
  const [a, b] = [directionsOf(first), directionsOf(second)];
  a.forEach((direction, i) => {
    k.set([1, ...direction, ...b[i]!], ADDED);
    addPair(k);
  });
  const out = new Float64Array([0, 0, 0, 1]);
  bestRotation(k, out);
  return quatAt(out, 0);
}

function directionsOf({ places }: LiftedPerson): Vec3[] {
  const middle = (part: 'Hip' | 'Shoulder'): Vec3 => lerp(places[`left${part}`], places[`right${part}`], 0.5);
  return [
    ...BONES.map(([from, to]) => normalize(subtract(places[to], places[from]))),
    normalize(subtract(middle('Shoulder'), middle('Hip')), UNIT_Y),
    normalize(subtract(places.leftShoulder, places.rightShoulder)),
    normalize(subtract(places.leftHip, places.rightHip)),
  ];
}

function fuse(a: Vec3, b: Vec3, turn: Quat, sureA: number, sureB: number): Vec3 {
  const back = conjugate(turn);
  const matrix = new Float64Array(9);
  const right = new Float64Array(3);
  const see = (axis: Vec3, told: number, weight: number): void => {
    for (let r = 0; r < 3; r++) {
      right[r]! += weight * told * axis[r]!;
      for (let c = 0; c < 3; c++) matrix[3 * r + c]! += weight * axis[r]! * axis[c]!;
    }
  };
  for (let axis = 0; axis < 3; axis++) {
    const unit: Vec3 = axis === 0 ? [1, 0, 0] : axis === 1 ? UNIT_Y : UNIT_Z;
    const weight = axis === 2 ? DEPTH : 1;
    see(unit, a[axis]!, sureA * weight);
    see(rotate(back, unit), b[axis]!, sureB * weight);
  }
  const x = new Float64Array(3);
  solveCholesky(matrix, Float64Array.of(1e-9), right, new Float64Array(9), x, 3);
  return normalize([x[0]!, x[1]!, x[2]!], a);
}
