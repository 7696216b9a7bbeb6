import { isFinger, type HumanoidBone } from '../body/bones.ts';
import type { FoundBones } from '../body/found-bones.ts';
import type { JointTree } from '../body/joint-tree.ts';
import { hangsFrom } from '../../skeleton/hierarchy.ts';

const PARTS: Readonly<Record<string, readonly string[]>> = {
  Shoulder: [],
  UpperArm: ['Shoulder'],
  LowerArm: ['UpperArm', 'Shoulder'],
  Hand: ['LowerArm', 'UpperArm'],
  UpperLeg: [],
  LowerLeg: ['UpperLeg'],
  Foot: ['LowerLeg', 'UpperLeg'],
  Toes: ['Foot', 'LowerLeg'],
  ThumbMetacarpal: ['Hand', 'LowerArm'],
  ThumbProximal: ['ThumbMetacarpal', 'Hand', 'LowerArm'],
  ThumbDistal: ['ThumbProximal'],
  ...Object.fromEntries(
    ['Index', 'Middle', 'Ring', 'Little'].flatMap((finger): [string, string[]][] => [
      [`${finger}Proximal`, ['Hand', 'LowerArm']],
      [`${finger}Intermediate`, [`${finger}Proximal`]],
      [`${finger}Distal`, [`${finger}Intermediate`]],
    ]),
  ),
};

const MIDDLE: Readonly<Partial<Record<HumanoidBone, readonly HumanoidBone[]>>> = {
  spine: ['hips'],
  chest: ['spine', 'hips'],
  upperChest: ['chest', 'spine'],
  neck: ['upperChest', 'chest', 'spine', 'hips'],
  head: ['neck', 'upperChest', 'chest', 'spine', 'hips'],
  leftEye: ['head'],
  rightEye: ['head'],
  jaw: ['head'],
};

const TRUNK: readonly HumanoidBone[] = ['upperChest', 'chest', 'spine', 'hips'];

/** The bones that a bone may hang from, nearest first: the first that a character has is its parent bone. */
export function parentBones(bone: HumanoidBone): readonly HumanoidBone[] {
  const middle = MIDDLE[bone];
  if (middle) return middle;
  const [, side, part] = /^(left|right)(.+)$/.exec(bone) ?? [];
  if (!side || !part) return [];
  if (part === 'UpperLeg') return ['hips'];
  const own = (PARTS[part] ?? []).map((parent) => `${side}${parent}` as HumanoidBone);
  return part === 'Shoulder' || part === 'UpperArm' ? [...own, ...TRUNK] : own;
}

/** Share, 0 to 1, of the found bones whose joint does not hang from its parent bone's joint; what hangs loose or beside it counts less. */
export function disorder(tree: JointTree, bones: FoundBones): number {
  let relations = 0;
  let wrong = 0;
  for (const [bone, found] of bones) {
    const parent = parentBones(bone).find((candidate) => bones.has(candidate));
    if (parent === undefined) continue;
    relations++;
    const above = bones.get(parent)!.joint;
    if (hangsFrom(tree.parents, found.joint, above)) continue;
    // Feet and legs of control rigs hang from the root, fingers beside the hand: habits, unless there are many.
    const isLoose = /Foot|UpperLeg|Hand/.test(bone) && !hangsFrom(tree.parents, above, found.joint);
    const isBeside = isFinger(bone) && hangsFrom(tree.parents, found.joint, tree.parents[above]!);
    wrong += isBeside ? 0.25 : isLoose ? 0.5 : 1;
  }
  return relations === 0 ? 0 : wrong / relations;
}

/**
 * The bones whose joints hang the wrong way round: one lies above that of the bone it should hang from, a hand above its own upper arm. Which of the two is named wrongly the names alone do
 * not tell.
 */
export function upsideDown(tree: JointTree, bones: FoundBones): ReadonlySet<HumanoidBone> {
  const wrong = new Set<HumanoidBone>();
  for (const [bone, { joint }] of bones) {
    for (const parent of ancestorBones(bone, bones)) {
      if (!hangsFrom(tree.parents, bones.get(parent)!.joint, joint)) continue;
      wrong.add(bone);
      wrong.add(parent);
    }
  }
  return wrong;
}

/** All bones that a bone hangs from, among those that were found, nearest first. */
function ancestorBones(bone: HumanoidBone, bones: FoundBones): HumanoidBone[] {
  const parent = parentBones(bone).find((candidate) => bones.has(candidate));
  return parent === undefined ? [] : [parent, ...ancestorBones(parent, bones)];
}
