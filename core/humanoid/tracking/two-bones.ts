import { angleAbout, clamp } from '../../math/angles.ts';
import { acos, writeSineCosine } from '../../math/elementary.ts';
import { divideLeftPacked, divideRightPacked, fromAxesPacked, multiplyPacked, rotatePacked } from '../../math/packed-quats.ts';
import { addScaledPacked, crossPacked, distancePacked, rejectPacked, unitPacked } from '../../math/packed-vectors.ts';
import { conjugate, multiply, quatAt, rotate, type Quat } from '../../math/quat.ts';
import { dot, length, rejectFrom, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import { worldAtRest } from '../../skeleton/forward-kinematics.ts';
import { createLimitTable, type LimitTable } from '../../skeleton/limit-table.ts';
import { rotationIndex, type Pose } from '../../skeleton/pose.ts';
import { projectPacked } from '../../skeleton/project-limit.ts';
import type { Limb } from '../body/limbs.ts';
import type { Rig } from '../body/rig.ts';

/**
 * A limb as two bones that fold in a plane, measured once at rest; joints between its own stay at rest. Metres, radians. Its scratch belongs to it: two
 * trackers share none.
 */
export interface TwoBones {
  readonly limb: Limb;
  /** Limits of its upper joint, its bend and its end: rows 0, 1 and 2. */
  readonly limits: LimitTable;
  /** Rest rotation of the upper joint in its parent's frame, of the bend in the upper joint's, and of the end in the bend's: 4 numbers each. */
  readonly rests: Float64Array;
  /** The bend as the upper joint has it, the end as the bend has it, and what the bend turns about in its own frame: 3 numbers each. */
  readonly offsets: Float64Array;
  /** Lengths of both bones square to that axis, and of both together along it. */
  readonly upper: number;
  readonly lower: number;
  readonly along: number;
  /** By how much the limb is flexed at rest. */
  readonly flexed: number;
  readonly scratch: Float64Array;
}

/** What a table of limits has a limb's joints at. */
const UPPER = 0;
const BEND = 1;
const END = 2;

/** `axis`: what the bend turns about when it flexes, a unit vector of its own frame. */
export function twoBones(rig: Rig, limb: Limb, axis: Vec3): TwoBones {
  const { skeleton } = rig;
  const world = worldAtRest(skeleton);
  const joints = [limb.upper, limb.bend, limb.end] as const;
  const [upperPlace, bendPlace, endPlace] = joints.map((joint) => vec3At(world.positions, joint)) as [Vec3, Vec3, Vec3];
  const [upperTurn, bendTurn, endTurn] = joints.map((joint) => quatAt(world.rotations, joint)) as [Quat, Quat, Quat];
  const toEnd = rotate(conjugate(bendTurn), subtract(endPlace, bendPlace));
  const toBend = rotate(conjugate(bendTurn), subtract(bendPlace, upperPlace));
  const [first, second] = [rejectFrom(toBend, axis), rejectFrom(toEnd, axis)];
  return {
    limb,
    limits: createLimitTable(joints.map((joint) => skeleton.limits[joint]!)),
    rests: Float64Array.from([
      ...quatAt(skeleton.rest, limb.upper),
      ...multiply(conjugate(upperTurn), bendTurn),
      ...multiply(conjugate(bendTurn), endTurn),
    ]),
    offsets: Float64Array.from([...rotate(conjugate(upperTurn), subtract(bendPlace, upperPlace)), ...toEnd, ...axis]),
    upper: length(first),
    lower: length(second),
    along: dot(axis, toBend) + dot(axis, toEnd),
    flexed: angleAbout(axis, first, second),
    scratch: new Float64Array(40),
  };
}

/**
 * Writes to `pose` the limb folded from its root to the place at `target[i…]`, or towards it where it is too short, its bend towards the direction at
 * `pole[k…]`, inside the limits of its joints. `root` has the place of its upper joint, and `carried` the world rotation that this has at rest on its parent.
 * The world rotation that the bend comes to is written to `turned`. World, metres.
 *
 * Lengths a and b square to the hinge and w along it span d at the flexion φ: d² = a² + b² + 2ab cos φ + w².
 */
export function foldBones(
  bones: TwoBones,
  root: Float64Array,
  carried: Float64Array,
  target: Float64Array,
  i: number,
  pole: Float64Array,
  k: number,
  pose: Pose,
  turned: Float64Array,
): void {
  const { limb, limits, rests, offsets, upper: a, lower: b, along, flexed, scratch: s } = bones;
  const [line, frame, own, from, to, place] = [0, 3, 12, 16, 20, 24] as const;
  addScaledPacked(target, i, -1, root, 0, s, line);
  const span = distancePacked(target, i, root, 0);
  unitPacked(s, line);
  // Written out: a call that gives and returns fractions would allocate in every frame.
  const flexion = acos(clamp((span * span - along * along - a * a - b * b) / (2 * a * b), -1, 1));
  const bend = rotationIndex(limb.bend);
  s[own] = (flexion - flexed) / 2;
  writeSineCosine(s, own);
  for (let c = 0; c < 3; c++) pose[bend + c] = offsets[6 + c]! * s[own];
  pose[bend + 3] = s[own + 1]!;
  projectPacked(limits, BEND, pose, bend, pose, bend);
  // The line to the end and the hinge as the upper joint has them.
  multiplyPacked(rests, 4, pose, bend, s, own);
  rotatePacked(s, own, offsets, 3, s, place);
  addScaledPacked(s, place, 1, offsets, 0, s, place);
  rotatePacked(s, own, offsets, 6, s, place + 3);
  planeFrame(s, place, s, place + 3, s, frame, from);
  crossPacked(pole, k, s, line, s, place + 3);
  planeFrame(s, line, s, place + 3, s, frame, to);
  divideRightPacked(s, to, s, from, s, to);
  const upper = rotationIndex(limb.upper);
  divideLeftPacked(carried, 0, s, to, pose, upper);
  projectPacked(limits, UPPER, pose, upper, pose, upper);
  multiplyPacked(carried, 0, pose, upper, turned, 0);
  multiplyPacked(turned, 0, s, own, turned, 0);
}

/** `s[into…]` ← the rotation whose x is along the vector at `v[i…]` and whose z is the normal at `n[k…]` squared to it; `frame`: where its axes are written. */
function planeFrame(v: Float64Array, i: number, n: Float64Array, k: number, s: Float64Array, frame: number, into: number): void {
  for (let c = 0; c < 3; c++) s[frame + c] = v[i + c]!;
  unitPacked(s, frame);
  rejectPacked(n, k, s, frame, s, frame + 6);
  unitPacked(s, frame + 6);
  crossPacked(s, frame + 6, s, frame, s, frame + 3);
  fromAxesPacked(s, frame, s, into);
}

/** Writes to `pose` the end of the limb turned to the world rotation at `wanted[i…]`, inside its limit; `bend[k…]`: the world rotation of its bend. */
export function turnEndOf(bones: TwoBones, bend: Float64Array, k: number, wanted: Float64Array, i: number, pose: Pose): void {
  const { limb, limits, rests, scratch } = bones;
  const end = rotationIndex(limb.end);
  multiplyPacked(bend, k, rests, 8, scratch, 0);
  divideLeftPacked(scratch, 0, wanted, i, pose, end);
  projectPacked(limits, END, pose, end, pose, end);
}
