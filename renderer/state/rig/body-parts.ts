import { expressionTrack } from '../../../core/animation/clip.ts';
import { HUMANOID_BONES, type HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { withRootTranslation } from '../../../core/library/saved-pose.ts';
import { inWords } from '../../../core/humanoid/body/joint-labels.ts';
import { perRig } from '../../../core/humanoid/body/per-rig.ts';

export const BODY_PARTS = [
  'Trunk',
  'Head',
  'Expressions',
  'Left arm',
  'Left fingers',
  'Right arm',
  'Right fingers',
  'Left leg',
  'Right leg',
  'Other',
] as const;

export type BodyPart = (typeof BODY_PARTS)[number];

const FINGER = /Thumb|Index|Middle|Ring|Little/;

export function bodyPartOf(bone: HumanoidBone): BodyPart {
  const side = bone.startsWith('left') ? 'Left' : bone.startsWith('right') ? 'Right' : null;
  if (bone.endsWith('Eye') || bone === 'jaw' || bone === 'head' || bone === 'neck') return 'Head';
  if (side === null) return 'Trunk';
  if (FINGER.test(bone)) return `${side} fingers`;
  return /Leg|Foot|Toes/.test(bone) ? `${side} leg` : `${side} arm`;
}

/** The joints of each body part in the skeleton's order, and the expressions as tracks name them; parts without any are left out. */
export const jointsByBodyPart = perRig((rig): ReadonlyMap<BodyPart, readonly number[]> => {
  const parts = new Map<BodyPart, number[]>(BODY_PARTS.map((part) => [part, []]));
  const placed = new Set<number>();
  for (const [bone, joint] of Object.entries(rig.humanoid) as [HumanoidBone, number][]) {
    if (placed.has(joint)) continue;
    placed.add(joint);
    parts.get(bodyPartOf(bone))?.push(joint);
  }
  for (let joint = 0; joint < rig.skeleton.count; joint++) if (!placed.has(joint)) parts.get('Other')?.push(joint);
  parts.set('Expressions', rig.skeleton.expressions?.map((_, i) => expressionTrack(i)) ?? []);
  return new Map(
    [...parts].filter(([, joints]) => joints.length > 0).map(([part, joints]) => [part, joints.sort((a, b) => a - b)]),
  );
});

/** The joints of some body parts, with −1 (the root's translation) when the root is among them. */
export function jointsOfParts(rig: Rig, parts: readonly BodyPart[]): readonly number[] {
  const byPart = jointsByBodyPart(rig);
  return withRootTranslation(
    parts.flatMap((part) => byPart.get(part) ?? []),
    rig.skeleton.root,
  );
}

/** Body parts in words: "left arm, head". */
export function partsInWords(parts: readonly BodyPart[]): string {
  return parts.length === 0 ? 'nothing' : parts.map((part) => part.toLowerCase()).join(', ');
}

export type BodySide = 'left' | 'right' | 'middle' | 'other';

/** Which side of the body a part belongs to; the viewport draws its handles in the same colours and halves. */
export function sideOfPart(part: BodyPart): BodySide {
  if (part === 'Other') return 'other';
  if (part.startsWith('Left')) return 'left';
  return part.startsWith('Right') ? 'right' : 'middle';
}

/** The same of a bone: each eye has a side of its own, though both are parts of the head. */
export function sideOfBone(bone: HumanoidBone): BodySide {
  if (bone.startsWith('left')) return 'left';
  return bone.startsWith('right') ? 'right' : 'middle';
}

/** Whether a body without this bone could not stand or reach. */
export function isLimbBone(bone: HumanoidBone): boolean {
  return bone === 'hips' || bone === 'head' || /(UpperArm|LowerArm|Hand|UpperLeg|LowerLeg|Foot)$/.test(bone);
}

/** Bones in words; the fingers of one side that are all among them are named once. */
export function summarizeBones(bones: readonly HumanoidBone[]): readonly string[] {
  const fingers = HUMANOID_BONES.filter((bone) => FINGER.test(bone));
  const whole = (['left', 'right'] as const).filter((side) =>
    fingers.every((bone) => !bone.startsWith(side) || bones.includes(bone)),
  );
  const named = bones.filter((bone) => !(FINGER.test(bone) && whole.some((side) => bone.startsWith(side))));
  return [...named.map((bone) => inWords(bone).toLowerCase()), ...whole.map((side) => `all ${side} fingers`)];
}

/** Bones that were found with less confidence than this are worth a look. */
export const SURE = 0.75;
