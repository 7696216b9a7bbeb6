import { distance } from '../../math/vec3.ts';
import type { HumanoidBone } from '../body/bones.ts';
import { commonAncestor, pathBetween, sided, SIDES, type FoundBones, type Side } from '../body/found-bones.ts';
import type { JointTree } from '../body/joint-tree.ts';
import { fingersByShape, leadingHand } from './shape-hand.ts';
import { eyesByShape, headByShape } from './shape-head.ts';
import { longestChain, readArms, readLegs, type Limb, type LimbPair } from './shape-limbs.ts';
import { extentOf, findSymmetry, type Symmetry } from './shape-symmetry.ts';
import { trunkBones } from '../body/trunk.ts';

const CONFIDENCE = { leg: 0.8, arm: 0.75, trunk: 0.7, head: 0.7, finger: 0.6, eye: 0.5 } as const;

interface Pair {
  readonly left: number;
  readonly right: number;
}

/**
 * The humanoid bones that hierarchy, symmetry and position tell, without names: two mirrored chains that reach down are the legs, the
 * longest two above them the arms, what connects them the trunk. Left is where it would be for a body that looks along +Z or +X.
 */
export function bonesByShape(tree: JointTree): FoundBones {
  const found: FoundBones = new Map();
  if (tree.count < 5) return found;
  const symmetry = findSymmetry(tree);
  const size = extentOf(tree);
  const pairs = limbPairs(tree, symmetry);
  const legs = findLegs(tree, pairs, symmetry, size);
  if (!legs) return found;
  const add = (bone: HumanoidBone, joint: number | null | undefined, confidence: number, reason: string) => {
    if (joint !== null && joint !== undefined) found.set(bone, { joint, confidence, reason });
  };
  for (const side of SIDES) {
    const { upper, lower, end } = legs.limbs[side];
    add(sided(side, 'UpperLeg'), upper, CONFIDENCE.leg, `first joint of the ${side} leg`);
    add(sided(side, 'LowerLeg'), lower, CONFIDENCE.leg, `second joint of the ${side} leg`);
    add(sided(side, 'Foot'), end ?? looseFoot(tree, pairs, side, lower, size), CONFIDENCE.leg, `end of the ${side} leg`);
    add(sided(side, 'Toes'), toesByShape(tree, symmetry, legs.limbs[side]), CONFIDENCE.leg, `front of the ${side} foot`);
  }
  const arms = findArms(tree, pairs, legs.pair, size);
  for (const side of SIDES) {
    const arm = arms?.limbs[side];
    if (!arm) continue;
    add(sided(side, 'Shoulder'), arm.before, CONFIDENCE.arm, `joint before the ${side} arm`);
    add(sided(side, 'UpperArm'), arm.upper, CONFIDENCE.arm, `first joint of the ${side} arm`);
    add(sided(side, 'LowerArm'), arm.lower, CONFIDENCE.arm, `second joint of the ${side} arm`);
    if (arm.end === null) continue;
    const hand = leadingHand(tree, arm.end);
    add(sided(side, 'Hand'), hand, CONFIDENCE.arm, `end of the ${side} arm`);
    for (const [bone, joint] of fingersByShape(tree, side, arm.lower, hand)) {
      add(bone, joint, CONFIDENCE.finger, `by its place in the ${side} hand`);
    }
  }
  const legTop = tree.positions[legs.limbs.left.upper]![1];
  const legsFrom = tree.parents[legs.pair.left]!;
  const armsFrom = arms ? tree.parents[arms.pair.left]! : legsFrom;
  const hips = hipsByShape(tree, legsFrom, armsFrom, legTop);
  if (hips === undefined) return found;
  add('hips', hips, CONFIDENCE.trunk, 'carries the legs and the trunk');
  const hipHeight = legTop - 0.01 * size;
  const trunk = armsFrom === hips ? [] : [...pathBetween(tree, hips, armsFrom), armsFrom];
  const aboveHips = trunk.filter((j) => tree.positions[j]![1] >= hipHeight);
  for (const [bone, joint] of trunkBones(tree, aboveHips)) add(bone, joint, CONFIDENCE.trunk, 'between the hips and the arms');
  const shoulder = tree.positions[arms?.limbs.left.upper ?? armsFrom]![1];
  const { neck, head } = headByShape(tree, symmetry, armsFrom, shoulder, size);
  add('neck', neck, CONFIDENCE.head, 'between the shoulders and the head');
  add('head', head, CONFIDENCE.head, 'top of the middle chain');
  const eyes = head === undefined ? null : eyesByShape(tree, pairs, head);
  add('leftEye', eyes?.left, CONFIDENCE.eye, 'the only pair on the head');
  add('rightEye', eyes?.right, CONFIDENCE.eye, 'the only pair on the head');
  return found;
}

/** The toes of a leg: of several, the inner one, that a foot rolls over. */
function toesByShape(tree: JointTree, { aside }: Symmetry, { end, beyond }: Limb): number | undefined {
  const branches = end === null ? [] : tree.children[end]!;
  const innermost = branches.reduce((best, j) => (Math.abs(aside[j]!) < Math.abs(aside[best]!) ? j : best), branches[0] ?? -1);
  const chain = branches.length < 3 ? beyond : longestChain(tree, innermost);
  return chain.length >= 3 ? chain[1] : chain[0];
}

/** The joint that carries legs and trunk; where that lies at the feet or is none, the first joint of the trunk at the height of the legs. */
function hipsByShape(tree: JointTree, legsFrom: number, armsFrom: number, legTop: number): number | undefined {
  const lowest = Math.min(...tree.positions.map((p) => p[1]));
  const isHigh = (j: number) => tree.positions[j]![1] - lowest > 0.5 * (legTop - lowest);
  const shared = commonAncestor(tree.parents, [legsFrom, armsFrom]);
  if (shared >= 0 && isHigh(shared)) return shared;
  const trunk = armsFrom < 0 || armsFrom === shared ? [] : [...pathBetween(tree, shared, armsFrom), armsFrom];
  return trunk.find(isHigh) ?? (shared < 0 ? undefined : shared);
}

/** Mirrored branches that start at a joint in the middle. */
function limbPairs(tree: JointTree, { mirror, aside }: Symmetry): Pair[] {
  return tree.nodes.flatMap((_, j): Pair[] => {
    const other = mirror[j]!;
    const parent = tree.parents[j]!;
    if (other <= j || (parent >= 0 && mirror[parent] !== parent)) return [];
    const farthest = (root: number) => aside[longestChain(tree, root).at(-1)!]!;
    const isLeft = (tree.reach[j]! > 0 ? farthest(j) : aside[j]!) > 0;
    return [isLeft ? { left: j, right: other } : { left: other, right: j }];
  });
}

interface FoundLimbs extends LimbPair {
  readonly pair: Pair;
}

function findLegs(tree: JointTree, pairs: readonly Pair[], { aside }: Symmetry, size: number): FoundLimbs | null {
  let best: FoundLimbs | null = null;
  for (const pair of pairs) {
    const legs = readLegs(tree, chainsOf(tree, pair), aside, size);
    if (legs && (!best || legs.cost < best.cost)) best = { pair, ...legs };
  }
  return best;
}

/** Part of the longest reach above the legs that arms have at least: hair and wings may be longer. */
const ARM_PART = 0.6;

/** Of the mirrored pairs above the legs with a long reach, the one that starts nearest to the hips, then the longest. */
function findArms(tree: JointTree, pairs: readonly Pair[], legs: Pair, size: number): FoundLimbs | null {
  const legTop = tree.positions[legs.left]![1];
  const candidates = pairs.flatMap((pair): FoundLimbs[] => {
    const parent = tree.parents[pair.left]!;
    const isAbove = tree.positions[pair.left]![1] > legTop + 0.05 * size;
    if (pair.left === legs.left || !isAbove || parent < 0 || tree.reach[pair.left]! < 0.12 * size) return [];
    if (commonAncestor(tree.parents, [parent, tree.parents[legs.left]!]) < 0) return [];
    const arms = readArms(tree, chainsOf(tree, pair), size);
    return arms ? [{ pair, ...arms }] : [];
  });
  const longest = Math.max(...candidates.map(({ pair }) => tree.reach[pair.left]!));
  const long = candidates.filter(({ pair }) => tree.reach[pair.left]! >= ARM_PART * longest);
  const depth = ({ pair }: FoundLimbs) => pathBetween(tree, -1, tree.parents[pair.left]!).length;
  return long.sort((a, b) => depth(a) - depth(b) || tree.reach[b.pair.left]! - tree.reach[a.pair.left]!)[0] ?? null;
}

function chainsOf(tree: JointTree, { left, right }: Pair): Record<Side, number[]> {
  return { left: longestChain(tree, left), right: longestChain(tree, right) };
}

/** A joint near the floor below a knee that hangs elsewhere: the foot of a control rig. */
function looseFoot(tree: JointTree, pairs: readonly Pair[], side: Side, knee: number, size: number): number | undefined {
  const lowest = Math.min(...tree.positions.map((p) => p[1]));
  const [kneeX, kneeY, kneeZ] = tree.positions[knee]!;
  const candidates = pairs
    .map((pair) => pair[side])
    .filter((j) => tree.positions[j]![1] - lowest < 0.25 * (kneeY - lowest))
    .filter((j) => distance([tree.positions[j]![0], 0, tree.positions[j]![2]], [kneeX, 0, kneeZ]) < 0.15 * size);
  return candidates[0];
}
