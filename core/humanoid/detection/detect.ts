import { hypot } from '../../math/elementary.ts';
import { dot, scale, subtract } from '../../math/vec3.ts';
import { bodyFrame, type BodyFrame } from '../body/body-frame.ts';
import { HUMANOID_BONES, isFinger, otherSide, type HumanoidBone } from '../body/bones.ts';
import { disorder, parentBones, upsideDown } from './disorder.ts';
import type { FoundBones } from '../body/found-bones.ts';
import { hocksBetween } from '../body/hock.ts';
import type { JointTree } from '../body/joint-tree.ts';
import { bonesByName } from './name-map.ts';
import { bonesByShape } from './shape-map.ts';
import { hangsFrom } from '../../skeleton/hierarchy.ts';

export interface Detection {
  readonly bones: FoundBones;
  readonly frame: BodyFrame;
  readonly warnings: readonly string[];
}

/** Corrected or declared bones: bone → joint, or null for "this character has none". */
export type GivenBones = Readonly<Partial<Record<HumanoidBone, number | null>>>;

/** Share of parent-child relations among named bones that may be wrong before the names are not believed at all. */
const BELIEVABLE_DISORDER = 0.2;
/** Fewer named bones than this say nothing about the family. */
const FEWEST_NAMED = 8;

/**
 * Finds the humanoid bones among the joints: what the user corrected comes first, then what the file declares, then names as long
 * as they agree with the hierarchy, then shape. Left and right follow from where the body looks, never from names alone.
 */
export function detectHumanoid(tree: JointTree, declared: GivenBones, corrections: GivenBones): Detection {
  const warnings: string[] = [];
  const bones: FoundBones = new Map();
  if (HUMANOID_BONES.every((bone) => corrections[bone] !== undefined)) {
    correct(bones, corrections);
    return { bones, frame: frameBySides(tree, bones), warnings };
  }
  const isDeclared = Object.keys(declared).length > 0;
  if (isDeclared) take(bones, given(declared, 'declared by the file'));
  else {
    const named = bonesByName(tree);
    if (isBelievable(tree, named)) {
      const wrong = upsideDown(tree, named);
      take(bones, new Map([...named].filter(([bone]) => !wrong.has(bone))));
      if (wrong.size > 0)
        warnings.push(`The names of ${wrong.size} joints contradict the skeleton; bones were found by shape instead.`);
    } else if (named.size >= FEWEST_NAMED)
      warnings.push('The joint names contradict the skeleton; bones were found by shape instead.');
    fill(tree, bones, bonesByShape(tree));
  }
  const frame = settleSides(tree, bones, warnings, isDeclared);
  if (Object.keys(corrections).length === 0) return { bones, frame, warnings };
  correct(bones, corrections);
  return { bones, frame: frameBySides(tree, bones), warnings };
}

/** Whether the joints' names tell the humanoid and agree with the hierarchy. */
export function believesNames(tree: JointTree): boolean {
  return isBelievable(tree, bonesByName(tree));
}

function isBelievable(tree: JointTree, named: FoundBones): boolean {
  return named.size >= FEWEST_NAMED && named.has('hips') && disorder(tree, named) <= BELIEVABLE_DISORDER;
}

/** Adds bones that are not yet known, on joints that are not yet used. */
function take(bones: FoundBones, more: FoundBones): void {
  const used = new Set([...bones.values()].map((found) => found.joint));
  for (const [bone, found] of more) {
    if (bones.has(bone) || used.has(found.joint)) continue;
    bones.set(bone, found);
    used.add(found.joint);
  }
}

/**
 * Adds what shape tells where names left gaps: all of it for a figure that lacks limbs, otherwise only fingers. Joints that believed
 * names call helpers or ends are left alone.
 */
function fill(tree: JointTree, bones: FoundBones, shape: FoundBones): void {
  const agreeing = [...shape].filter(([bone, { joint }]) => bones.get(bone)?.joint === joint).length;
  const opposing = [...shape].filter(
    ([bone, { joint }]) => bones.get(otherSide(bone))?.joint === joint && bone !== otherSide(bone),
  ).length;
  const onlyFingers = isComplete(bones);
  const isNamed = bones.size > 0;
  for (const bone of HUMANOID_BONES) {
    const found = shape.get(opposing > agreeing ? otherSide(bone) : bone);
    if (!found || (onlyFingers && !isFinger(bone))) continue;
    // Whose names tell the limbs names its eyes too: another pair on the head is ears, horns or hair.
    if (isNamed && (tree.meanings[found.joint]!.isHelper || bone === 'leftEye' || bone === 'rightEye')) continue;
    const parent = parentBones(bone).find((candidate) => bones.has(candidate));
    if (parent && isFinger(bone) && !hangsFrom(tree.parents, found.joint, tree.parents[bones.get(parent)!.joint]!)) continue;
    take(bones, new Map([[bone, found]]));
  }
}

function given(bones: GivenBones, reason: string): FoundBones {
  const found: FoundBones = new Map();
  for (const bone of HUMANOID_BONES) {
    const joint = bones[bone];
    if (typeof joint === 'number') found.set(bone, { joint, confidence: 1, reason });
  }
  return found;
}

/** Whether all bones of a plain figure are known. */
function isComplete(bones: FoundBones): boolean {
  const plain = ['UpperArm', 'LowerArm', 'Hand', 'UpperLeg', 'LowerLeg', 'Foot'] as const;
  const limbs = plain.flatMap((part): HumanoidBone[] => [`left${part}`, `right${part}`]);
  return [...limbs, 'hips', 'spine', 'head'].every((bone) => bones.has(bone as HumanoidBone));
}

/** Puts left bones on the body's left: swaps both sides when names or shape had them the other way round. */
function settleSides(tree: JointTree, bones: FoundBones, warnings: string[], isDeclared: boolean): BodyFrame {
  const frame = frameOf(tree, bones);
  const bySides = frameBySides(tree, bones);
  if (!standsUpright(tree, bones)) {
    warnings.push('The rest pose is not a standing pose; left and right follow the names, and limits may be wrong.');
    return bySides;
  }
  if (dot(bySides.left, frame.left) > 0) return frame;
  const isNamed = [...bones.values()].some((found) => found.reason.startsWith('named'));
  if (isDeclared || (isNamed && (frame.evidence === 'knees' || frame.evidence === 'elbows'))) {
    warnings.push('Left and right as named disagree with the way the limbs bend; the names were followed.');
    return bySides;
  }
  const entries = [...bones];
  bones.clear();
  for (const [bone, found] of entries) bones.set(otherSide(bone), found);
  if (isNamed) warnings.push('The names call the left side right; sides were set by where the feet point.');
  return frame;
}

/** The body's directions with its left where the left bones are, whatever else tells. */
function frameBySides(tree: JointTree, bones: FoundBones): BodyFrame {
  const frame = frameOf(tree, bones);
  const left = bones.get('leftUpperLeg') ?? bones.get('leftUpperArm');
  const right = bones.get('rightUpperLeg') ?? bones.get('rightUpperArm');
  if (!left || !right) return frame;
  const across = subtract(tree.positions[left.joint]!, tree.positions[right.joint]!);
  return dot(across, frame.left) < 0 ? turned(frame) : frame;
}

/** Whether the trunk rises from the hips, unless it is that of an animal on its toes, and the legs go down from them at rest. */
function standsUpright(tree: JointTree, bones: FoundBones): boolean {
  const at = (bone: HumanoidBone) => {
    const found = bones.get(bone);
    return found && tree.positions[found.joint];
  };
  const rises = (from: HumanoidBone, to: HumanoidBone): boolean => {
    const [low, high] = [at(from), at(to)];
    if (!low || !high) return true;
    const way = subtract(high, low);
    return way[1] > 0.5 * hypot(...way);
  };
  const isOnToes = Object.keys(hocksOfBones(tree, bones)).length > 0;
  return (isOnToes || rises('hips', 'head')) && rises('leftFoot', 'leftUpperLeg') && rises('rightFoot', 'rightUpperLeg');
}

/** The hocks of found legs, by side. */
function hocksOfBones({ parents, positions }: JointTree, bones: FoundBones) {
  const map = Object.fromEntries([...bones].map(([bone, { joint }]) => [bone, joint]));
  return hocksBetween(parents, (joint) => positions[joint]!, map);
}

function turned(frame: BodyFrame): BodyFrame {
  return { ...frame, forward: scale(frame.forward, -1), left: scale(frame.left, -1) };
}

/** The body's directions by its known bones at rest. */
export function frameOf(tree: JointTree, bones: FoundBones): BodyFrame {
  const at = (bone: HumanoidBone) => {
    const found = bones.get(bone);
    return found && tree.positions[found.joint];
  };
  const tipOf = (bone: HumanoidBone) => {
    const found = bones.get(bone);
    if (!found) return undefined;
    const child = tree.children[found.joint]!.find((j) => !tree.meanings[j]!.isHelper);
    return child === undefined ? tree.ends[found.joint]![0] : tree.positions[child];
  };
  return bodyFrame(at, tipOf);
}

function correct(bones: FoundBones, corrections: GivenBones): void {
  for (const bone of HUMANOID_BONES) {
    const joint = corrections[bone];
    if (joint === undefined) continue;
    bones.delete(bone);
    if (joint === null) continue;
    for (const [other, found] of bones) if (found.joint === joint) bones.delete(other);
    bones.set(bone, { joint, confidence: 1, reason: 'set by you' });
  }
}
