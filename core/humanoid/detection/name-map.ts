import { distance, dot, subtract, type Vec3 } from '../../math/vec3.ts';
import type { BoneRole } from '../body/bone-names.ts';
import type { HumanoidBone } from '../body/bones.ts';
import { namedFingers } from './finger-names.ts';
import { pathBetween, sided, SIDES, type FoundBones, type Side } from '../body/found-bones.ts';
import { hockBetween } from '../body/hock.ts';
import type { JointTree } from '../body/joint-tree.ts';
import { trunkBones } from '../body/trunk.ts';
import { commonAncestor, hangsFrom } from '../../skeleton/hierarchy.ts';

const LIMB_CONFIDENCE = 0.95;
const TRUNK_CONFIDENCE = 0.9;
/** Share of the length of what hangs from a joint within which another lies at its place. */
const SAME_PLACE = 0.01;

/** The humanoid bones that the joints' names tell, families told apart by what else is there. Sides are the names' own. */
export function bonesByName(tree: JointTree): FoundBones {
  const found: FoundBones = new Map();
  const add = (bone: HumanoidBone, joint: number | undefined, confidence = LIMB_CONFIDENCE) => {
    if (joint !== undefined) found.set(bone, { joint, confidence, reason: `named "${tree.names[joint]}"` });
  };
  for (const side of SIDES) {
    for (const [bone, joint] of namedLimbs(tree, side)) add(bone, joint);
    const hand = found.get(sided(side, 'Hand'))?.joint;
    if (hand !== undefined) for (const [bone, joint] of namedFingers(tree, side, hand)) add(bone, joint);
    add(sided(side, 'Eye'), first(tree, 'eye', side));
  }
  const heads = withRole(tree, 'head', null);
  add('head', heads.length > 1 ? commonAncestor(tree.parents, heads) : heads[0]);
  add('jaw', first(tree, 'jaw', null));
  const hips = namedHips(tree, found);
  if (hips === undefined) return found;
  found.set('hips', hips);
  for (const [bone, joint] of namedTrunk(tree, found, hips.joint)) add(bone, joint, TRUNK_CONFIDENCE);
  return found;
}

function withRole(tree: JointTree, role: BoneRole, side: Side | null): number[] {
  return tree.meanings.flatMap((meaning, j) => (meaning.role === role && meaning.side === side ? [j] : []));
}

/**
 * The topmost joint of a role: split limbs and toes repeat it further down. Of those that lie at its place, the one that animations turn: the others are
 * helpers.
 */
function first(tree: JointTree, role: BoneRole, side: Side | null, below = -1): number | undefined {
  return firstOf(tree, [role], side, below);
}

/**
 * {@link first} of several roles, the likelier before the others. What hangs below the bone before goes before what hangs elsewhere, whichever role it has: there hang targets of knees,
 * elbows and hands. One above that bone stays, so that the names are seen to contradict the skeleton.
 */
function firstOf(tree: JointTree, roles: readonly BoneRole[], side: Side | null, below = -1): number | undefined {
  const joints = roles.flatMap((role) => withRole(tree, role, side));
  const isBelow = (j: number) => below >= 0 && hangsFrom(tree.parents, j, below);
  const isAbove = (j: number) => below >= 0 && hangsFrom(tree.parents, below, j);
  const top = joints.find((j) => isBelow(j) || isAbove(j)) ?? joints[0];
  if (top === undefined || tree.isTurned[top]) return top;
  const near = SAME_PLACE * tree.reach[top]!;
  const same = withRole(tree, tree.meanings[top]!.role!, side);
  return same.find((j) => tree.isTurned[j] && distance(tree.positions[j]!, tree.positions[top]!) <= near) ?? top;
}

function namedLimbs(tree: JointTree, side: Side): [HumanoidBone, number | undefined][] {
  const upperArmNamed = first(tree, 'upperArm', side);
  const shoulder = first(tree, 'shoulder', side);
  // "LeftShoulder" is the upper arm where nothing else is, and the clavicle where an arm hangs from it.
  const upperArm = upperArmNamed ?? shoulder;
  const carriesArm = shoulder !== undefined && upperArmNamed !== undefined && liesBefore(tree, shoulder, upperArmNamed, side);
  const clavicle = first(tree, 'clavicle', side) ?? (carriesArm ? shoulder : undefined);
  const lowerArm = first(tree, 'lowerArm', side, upperArm);
  const hand = firstOf(tree, ['wrist', 'hand'], side, lowerArm) ?? namedPalm(tree, side);
  const thigh = first(tree, 'upperLeg', side);
  // "Leg" is the shin below an "UpLeg", and the thigh above a "Knee".
  const leg = first(tree, 'leg', side);
  const hasShin = first(tree, 'lowerLeg', side) !== undefined;
  const upperLeg = thigh ?? first(tree, 'hip', side) ?? (hasShin ? leg : undefined);
  const lowerLeg = firstOf(tree, upperLeg === leg ? ['lowerLeg'] : ['lowerLeg', 'leg'], side, upperLeg);
  const foot = standingFoot(tree, side, upperLeg, lowerLeg, first(tree, 'foot', side, lowerLeg ?? upperLeg));
  return [
    [sided(side, 'Shoulder'), clavicle],
    [sided(side, 'UpperArm'), upperArm],
    [sided(side, 'LowerArm'), between(tree, upperArm, lowerArm, hand)],
    [sided(side, 'Hand'), hand],
    [sided(side, 'UpperLeg'), upperLeg],
    [sided(side, 'LowerLeg'), between(tree, upperLeg, lowerLeg, foot)],
    [sided(side, 'Foot'), foot],
    [sided(side, 'Toes'), first(tree, 'toes', side, foot)],
  ];
}

/** How many times as long as straight the way from a limb's start over its bend to its end is at most: what limbs are aimed by stands off. Our choice. */
const DETOUR = 1.5;

/**
 * The joint of an elbow or a knee. Where the limb's end hangs from its start and this does not, it is what the limb is aimed by, unless something is drawn on it
 * and it lies on the way: forearms hang from helpers, too.
 */
function between(
  { parents, positions, isDrawn }: JointTree,
  start: number | undefined,
  bend: number | undefined,
  end: number | undefined,
): number | undefined {
  if (start === undefined || bend === undefined || end === undefined) return bend;
  if (!hangsFrom(parents, end, start) || hangsFrom(parents, bend, start)) return bend;
  const [from, by, to] = [start, bend, end].map((joint) => positions[joint]!) as [Vec3, Vec3, Vec3];
  return isDrawn[bend] && distance(from, by) + distance(by, to) <= DETOUR * distance(from, to) ? bend : undefined;
}

/** The foot of a leg: where an ankle that is a hock carries what is named a foot too, that. */
function standingFoot(
  tree: JointTree,
  side: Side,
  hip: number | undefined,
  knee: number | undefined,
  foot: number | undefined,
): number | undefined {
  if (hip === undefined || knee === undefined || foot === undefined) return foot;
  const lower = withRole(tree, 'foot', side).find((j) => j !== foot && hangsFrom(tree.parents, j, foot));
  if (lower === undefined) return foot;
  return hockBetween(tree.parents, (joint) => tree.positions[joint]!, [hip, knee, lower]) < 0 ? foot : lower;
}

/** Share of an upper arm's distance from the body's middle up to which a shoulder that does not carry it starts: pads of armour lie on the arm. */
const BEFORE_ARM = 0.5;

/** Whether a shoulder carries an arm, or lies between the trunk and the arm, both hung from elsewhere. */
function liesBefore(tree: JointTree, shoulder: number, arm: number, side: Side): boolean {
  if (hangsFrom(tree.parents, arm, shoulder)) return true;
  const other = first(tree, 'upperArm', side === 'left' ? 'right' : 'left');
  if (other === undefined || hangsFrom(tree.parents, shoulder, arm)) return false;
  const across = subtract(tree.positions[arm]!, tree.positions[other]!);
  const along = (joint: number) =>
    dot(subtract(tree.positions[joint]!, tree.positions[other]!), across) / dot(across, across) - 0.5;
  return Math.abs(along(shoulder)) < BEFORE_ARM * 0.5;
}

/** A hand that is split into palms, one a finger, is led by the one that carries the middle finger. */
function namedPalm(tree: JointTree, side: Side): number | undefined {
  const palms = withRole(tree, 'palm', side);
  const middles = withRole(tree, 'middle', side);
  return palms.find((palm) => middles.some((finger) => hangsFrom(tree.parents, finger, palm))) ?? palms[0];
}

/** The joint named hips if it carries legs and trunk; otherwise the joint that does. */
function namedHips(tree: JointTree, found: FoundBones): { joint: number; confidence: number; reason: string } | undefined {
  const legs = SIDES.flatMap((side) => found.get(sided(side, 'UpperLeg'))?.joint ?? []);
  const upper = (['head', 'leftUpperArm', 'rightUpperArm'] as const).flatMap((bone) => found.get(bone)?.joint ?? []);
  const named = withRole(tree, 'hips', null);
  const carries = (j: number) => [...legs, ...upper].every((other) => hangsFrom(tree.parents, other, j));
  const complete = named.findLast(carries);
  if (complete !== undefined) return { joint: complete, confidence: 0.95, reason: `named "${tree.names[complete]}"` };
  if (legs.length < 2 || upper.length === 0) {
    const joint = named[0];
    return joint === undefined ? undefined : { joint, confidence: 0.6, reason: `named "${tree.names[joint]}"` };
  }
  const joint = commonAncestor(tree.parents, [...legs, ...upper]);
  const [thigh] = legs.map((leg) => tree.positions[leg]!);
  const onlyRoot = joint < 0 || (named.length > 0 && farBelow(tree, joint, thigh![1]));
  if (onlyRoot)
    return named.length > 0 ? { joint: named[0]!, confidence: 0.8, reason: `named "${tree.names[named[0]!]}"` } : undefined;
  return { joint, confidence: 0.85, reason: 'carries the legs and the trunk' };
}

/** Whether a joint lies at the feet rather than at the hips. */
function farBelow(tree: JointTree, joint: number, thighHeight: number): boolean {
  const lowest = Math.min(...tree.positions.map((p) => p[1]));
  return tree.positions[joint]![1] - lowest < 0.5 * (thighHeight - lowest);
}

function namedTrunk(tree: JointTree, found: FoundBones, hips: number): [HumanoidBone, number][] {
  const arms = SIDES.flatMap((side) => (found.get(sided(side, 'Shoulder')) ?? found.get(sided(side, 'UpperArm')))?.joint ?? []);
  const head = found.get('head')?.joint;
  const top = head ?? commonAncestor(tree.parents, arms);
  if (top < 0) return [];
  const path = pathBetween(tree, hips, top);
  if (head === undefined && top !== hips) path.push(top);
  const necks = path.filter((j) => tree.meanings[j]!.role === 'neck');
  const neck = necks[0];
  const trunk = path.filter((j) => {
    const { role, isHelper } = tree.meanings[j]!;
    return (neck === undefined || j < neck) && !isHelper && (role === 'trunk' || role === null);
  });
  const bones = trunkBones(tree, trunk);
  return neck === undefined ? bones : [...bones, ['neck', neck]];
}
