import type { HumanoidBone } from '../../../humanoid/body/bones.ts';
import { perRig } from '../../../humanoid/body/per-rig.ts';
import { bodyOf } from '../../../humanoid/body/rig-body.ts';
import type { Rig } from '../../../humanoid/body/rig.ts';
import { canonicalRotations } from '../../../humanoid/transfer/canonical-frames.ts';
import { conjugate, multiply, quatAt, type Quat } from '../../../math/quat.ts';
import { UNIT_Z } from '../../../math/vec3.ts';
import type { WorldTransforms } from '../../../skeleton/forward-kinematics.ts';

/** A bone whose motion is learned, or a row of bones that bend as one. */
interface LearnedBone {
  /** From the body outwards. */
  readonly bones: readonly HumanoidBone[];
  /** Number of the bone in {@link LEARNED_BONES} that it is turned against; −1 for the world. */
  readonly parent: number;
  /** How much it counts where motions are compared. */
  readonly weight: number;
}

/** What is learned of a body, parents before children, each left one before its right one. */
export const LEARNED_BONES: readonly LearnedBone[] = [
  { bones: ['hips'], parent: -1, weight: 1 },
  { bones: ['spine', 'chest', 'upperChest'], parent: 0, weight: 1 },
  { bones: ['neck', 'head'], parent: 1, weight: 0.3 },
  ...paired('Shoulder', 1, 0.4),
  ...paired('UpperArm', 3, 0.7),
  ...paired('LowerArm', 5, 0.5),
  ...paired('Hand', 7, 0.2),
  ...paired('UpperLeg', 0, 1),
  ...paired('LowerLeg', 11, 0.8),
  ...paired('Foot', 13, 0.3),
];

/** A left bone and its right one; a parent from the third on has two sides, too. */
function paired(
  part: 'Shoulder' | 'UpperArm' | 'LowerArm' | 'Hand' | 'UpperLeg' | 'LowerLeg' | 'Foot',
  parent: number,
  weight: number,
) {
  return (['left', 'right'] as const).map((side, i): LearnedBone => ({
    bones: [`${side}${part}`],
    parent: parent > 2 ? parent + i : parent,
    weight,
  }));
}

/** Number of the bone on the other side; itself in the middle. */
export function otherSide(bone: number): number {
  return bone < 3 ? bone : bone % 2 === 1 ? bone + 1 : bone - 1;
}

/** A joint of a learned bone. */
interface LearnedJoint {
  readonly joint: number;
  /** From the axes of the canonical T-pose, in which turns are learned, into those of the joint. */
  readonly toJoint: Quat;
  /** Its part of the turn of its row. */
  readonly share: number;
}

interface LearnedBody {
  /** One a learned bone; none where the character lacks it. */
  readonly joints: readonly (readonly LearnedJoint[])[];
}

/** The joints of a character that what is learned moves. */
export const learnedBody: (rig: Rig) => LearnedBody = perRig((rig) => {
  const canonical = canonicalRotations(bodyOf(rig), UNIT_Z);
  const joints = LEARNED_BONES.map(({ bones }) => {
    const found = bones.filter((bone) => canonical.has(bone));
    return found.map((bone): LearnedJoint => ({
      joint: rig.humanoid[bone]!,
      toJoint: conjugate(canonical.get(bone)!),
      share: 1 / found.length,
    }));
  });
  return { joints };
});

/** Rotation of each learned bone away from the canonical T-pose that looks along z, world. */
export function worldTurns(rig: Rig, { rotations }: WorldTransforms): Quat[] {
  const { joints } = learnedBody(rig);
  const turns: Quat[] = [];
  joints.forEach((row, b) => {
    const last = row.at(-1);
    const parent = LEARNED_BONES[b]!.parent;
    turns.push(last ? multiply(quatAt(rotations, last.joint), last.toJoint) : parent < 0 ? [0, 0, 0, 1] : turns[parent]!);
  });
  return turns;
}

/** The turns of the bones against their parents; the first against the world. */
export function localTurns(world: readonly Quat[]): Quat[] {
  return world.map((turn, b) => {
    const { parent } = LEARNED_BONES[b]!;
    return parent < 0 ? turn : multiply(conjugate(world[parent]!), turn);
  });
}
