import { addPair, ADDED, ALIGNMENT_SIZE, bestRotation } from '../../../core/math/alignment.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { quatAt, rotate } from '../../../core/math/quat.ts';
import { dot, lerp, normalize, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import type { LiftedPart } from '../../../core/humanoid/picture/lift-person.ts';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';

/** Where the joints of a body's limbs are. */
export type LimbPlaces = Readonly<Record<LiftedPart, Vec3>>;

const SIDES = ['left', 'right'] as const;
const BONES = SIDES.flatMap((side) =>
  (
    [
      ['Shoulder', 'Elbow'],
      ['Elbow', 'Wrist'],
      ['Hip', 'Knee'],
      ['Knee', 'Ankle'],
    ] as const
  ).map(([from, to]) => [`${side}${from}`, `${side}${to}`] as const),
);
const JOINTS: readonly (readonly [part: string, bone: string])[] = [
  ['Shoulder', 'UpperArm'],
  ['Elbow', 'LowerArm'],
  ['Wrist', 'Hand'],
  ['Hip', 'UpperLeg'],
  ['Knee', 'LowerLeg'],
  ['Ankle', 'Foot'],
];

/** Where a pose has the limbs of a rig; world, metres. */
export function limbPlaces(rig: Rig, pose: Pose): LimbPlaces {
  const world = forwardKinematics(rig.skeleton, pose);
  return Object.fromEntries(
    SIDES.flatMap((side) =>
      JOINTS.map(([part, bone]) => [`${side}${part}`, worldPosition(world, rig.humanoid[`${side}${bone}` as HumanoidBone]!)]),
    ),
  ) as unknown as LimbPlaces;
}

/** Degrees by which each bone of the limbs is off, once both bodies are turned onto each other as well as can be: in which axes either is told does not matter. */
export function limbErrors(found: LimbPlaces, wanted: LimbPlaces): number[] {
  const [a, b] = [directions(found), directions(wanted)];
  const k = new Float64Array(ALIGNMENT_SIZE);
  a.forEach((direction, i) => {
    k.set([1, ...direction, ...b[i]!], ADDED);
    addPair(k);
  });
  const out = Float64Array.of(0, 0, 0, 1);
  bestRotation(k, out);
  const turn = quatAt(out, 0);
  return BONES.map((_, i) => toDegrees(Math.acos(Math.max(-1, Math.min(1, dot(rotate(turn, a[i]!), b[i]!))))));
}

/** Directions of the limbs' bones, of the trunk, and across shoulders and hips. */
function directions(places: LimbPlaces): Vec3[] {
  const middle = (part: 'Hip' | 'Shoulder'): Vec3 => lerp(places[`left${part}`], places[`right${part}`], 0.5);
  const all = BONES.map(([from, to]) => subtract(places[to], places[from]));
  all.push(
    subtract(middle('Shoulder'), middle('Hip')),
    subtract(places.leftShoulder, places.rightShoulder),
    subtract(places.leftHip, places.rightHip),
  );
  return all.map((each) => normalize(each));
}
