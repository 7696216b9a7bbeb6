import { conjugate, fromAxes, IDENTITY, multiply, normalizeQuat, rotate, slerp, type Quat } from '../../math/quat.ts';
import {
  add,
  cross,
  length,
  lerp,
  normalize,
  rejectFrom,
  scale,
  subtract,
  UNIT_X,
  UNIT_Y,
  UNIT_Z,
  type Vec3,
} from '../../math/vec3.ts';
import { middleOf, type LandmarkBody } from './landmark-body.ts';
import type { CompletePoints } from './landmark-tracks.ts';

/** How much the parent's turn counts beside the plane in which a limb is bent: where it is bent by less than 9° it decides. */
const PARENT_SHARE = 0.15;

/** World rotations of all joints in a frame, by the directions of its bones and the planes in which its limbs are bent. */
export function worldTurns({ joints, indexOf }: LandmarkBody, points: CompletePoints): Quat[] {
  const turns: Quat[] = joints.map(() => IDENTITY);
  const set = (name: string, turn: Quat) => void (turns[indexOf.get(name)!] = turn);
  const way = (from: Vec3, to: Vec3, fallback: Vec3) => normalize(subtract(to, from), fallback);
  const at = points.get.bind(points);
  const up = way(middleOf(points, 'Hip'), middleOf(points, 'Shoulder'), UNIT_Y);
  const pelvis = framed(UNIT_X, UNIT_Y, way(at('rightHip')!, at('leftHip')!, UNIT_X), up);
  const chest = framed(UNIT_Y, UNIT_X, up, way(at('rightShoulder')!, at('leftShoulder')!, UNIT_X));
  set('hips', pelvis);
  set('spine', slerp(pelvis, chest, 0.5));
  set('chest', chest);
  const head = headTurn(points) ?? chest;
  set('neck', slerp(chest, head, 0.5));
  set('head', head);
  for (const [side, sign] of [
    ['left', 1],
    ['right', -1],
  ] as const) {
    const out = scale(UNIT_X, sign);
    const [shoulder, elbow, wrist] = [at(`${side}Shoulder`)!, at(`${side}Elbow`)!, at(`${side}Wrist`)!];
    const [upper, lower] = limb(chest, out, UNIT_Z, shoulder, elbow, wrist);
    set(`${side}UpperArm`, upper);
    set(`${side}LowerArm`, lower);
    const [index, little] = [at(`${side}Index`), at(`${side}Little`)];
    const hand =
      index && little
        ? framed(out, UNIT_Z, way(wrist, lerp(index, little, 0.5), rotate(lower, out)), subtract(index, little))
        : lower;
    set(`${side}Hand`, hand);
    set(`${side}MiddleProximal`, hand);
    const [hip, knee, ankle, toes] = [at(`${side}Hip`)!, at(`${side}Knee`)!, at(`${side}Ankle`)!, at(`${side}Toes`)];
    const [thigh, shin] = limb(pelvis, scale(UNIT_Y, -1), scale(UNIT_Z, -1), hip, knee, ankle);
    set(`${side}UpperLeg`, thigh);
    set(`${side}LowerLeg`, shin);
    const rest = normalize(joints[indexOf.get(`${side}Toes`)!]!.offset, UNIT_Z);
    const foot = toes ? framed(rest, UNIT_Y, way(ankle, toes, rotate(shin, rest)), rotate(shin, UNIT_Y)) : shin;
    set(`${side}Foot`, foot);
    set(`${side}Toes`, foot);
  }
  return turns;
}

/** World rotations as rotations in each parent's frame. */
export function localTurns({ joints }: LandmarkBody, turns: readonly Quat[]): Quat[] {
  return joints.map(({ parent }, j) => (parent < 0 ? turns[j]! : normalizeQuat(multiply(conjugate(turns[parent]!), turns[j]!))));
}

/**
 * Turns of a limb's two bones. At rest both go along `along`, and a bend takes the second towards `towards`: the plane of the bend turns the first about
 * itself, as far as the limb is bent, else its parent does.
 */
function limb(parent: Quat, along: Vec3, towards: Vec3, root: Vec3, middle: Vec3, end: Vec3): readonly [Quat, Quat] {
  const upper = normalize(subtract(middle, root), rotate(parent, along));
  const lower = normalize(subtract(end, middle), upper);
  const carried = scale(rotate(parent, towards), PARENT_SHARE);
  const first = framed(along, towards, upper, add(rejectFrom(lower, upper), carried));
  const second = framed(
    along,
    towards,
    lower,
    add(scale(rejectFrom(upper, lower), -1), scale(rotate(first, towards), PARENT_SHARE)),
  );
  return [first, second];
}

/** The head looks from between the ears to the nose. */
function headTurn(points: CompletePoints): Quat | null {
  const [left, right, nose] = [points.get('leftEar'), points.get('rightEar'), points.get('nose')];
  if (!left || !right || !nose) return null;
  return framed(UNIT_X, UNIT_Z, subtract(left, right), subtract(nose, lerp(left, right, 0.5)));
}

/** The rotation that takes the direction `rest` to `now` and, as far as that leaves it free, `restAside` to `aside`. */
function framed(rest: Vec3, restAside: Vec3, now: Vec3, aside: Vec3): Quat {
  return normalizeQuat(multiply(basis(now, aside), conjugate(basis(rest, restAside))));
}

function basis(first: Vec3, second: Vec3): Quat {
  const x = normalize(first, UNIT_X);
  const off = rejectFrom(second, x);
  const spare = Math.abs(x[1]) < 0.9 ? UNIT_Y : UNIT_Z;
  const y = normalize(length(off) > 1e-9 ? off : rejectFrom(spare, x));
  return fromAxes(x, y, cross(x, y));
}
