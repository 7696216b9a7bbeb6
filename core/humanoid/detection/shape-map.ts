import { commonAncestor } from '../../skeleton/hierarchy.ts';
import { hypot } from '../../math/elementary.ts';
import { distance, type Vec3 } from '../../math/vec3.ts';
import type { HumanoidBone } from '../body/bones.ts';
import { pathBetween, sided, SIDES, type FoundBones, type Side } from '../body/found-bones.ts';
import type { JointTree } from '../body/joint-tree.ts';
import { TOES_AHEAD } from '../body/body-frame.ts';
import { fingersByShape, leadingHand } from './shape-hand.ts';
import { plainTree, type PlainTree } from './plain-tree.ts';
import { eyesByShape, headByShape } from './shape-head.ts';
import { readHockedLegs } from './shape-hocked-legs.ts';
import { longestChain, readArms, readLegs, type Limb, type LimbPair } from './shape-limbs.ts';
import { extentOf, findSymmetry, type Symmetry } from './shape-symmetry.ts';
import { trunkBones } from '../body/trunk.ts';

/** What a body has whose shape was read. */
const PLAIN_FIGURE: readonly HumanoidBone[] = [
  'hips',
  'head',
  ...SIDES.flatMap((side) => (['LowerArm', 'Hand', 'LowerLeg', 'Foot'] as const).map((part) => sided(side, part))),
];

const CONFIDENCE = { leg: 0.8, arm: 0.75, trunk: 0.7, head: 0.7, finger: 0.6, eye: 0.5 } as const;

interface Pair {
  readonly left: number;
  readonly right: number;
}

/**
 * The humanoid bones that hierarchy, symmetry and position tell, without names: two mirrored chains that reach down are the legs, the
 * longest two above them the arms, what connects them the trunk. Left is where it would be for a body that looks along +Z or +X.
 */
export function bonesByShape(whole: JointTree): FoundBones {
  const drawn = bonesOf(plainTree(whole, true));
  // Bodies are found whose hands and feet draw nothing, too.
  return PLAIN_FIGURE.every((bone) => drawn.has(bone)) ? drawn : bonesOf(plainTree(whole, false));
}

function bonesOf({ tree, joints }: PlainTree): FoundBones {
  const found = readBones(tree);
  return new Map([...found].map(([bone, { joint, ...rest }]) => [bone, { joint: joints[joint]!, ...rest }]));
}

function readBones(tree: JointTree): FoundBones {
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
  const legTop = tree.positions[legs.limbs.left.upper]![1];
  // The trunk of a body on its toes need not rise, nor its arms lie above its legs; its tail says nothing of how large it is.
  const isLevel = legs.limbs.left.hock !== null;
  const lowest = Math.min(...tree.positions.map((p) => p[1]));
  const scaleOfArms = isLevel ? Math.min(size, EXTENT * (legTop - lowest)) : size;
  const arms = findArms(tree, pairs, legs.pair, symmetry, scaleOfArms, isLevel);
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
  const legsFrom = tree.parents[legs.pair.left]!;
  const armsFrom = arms ? tree.parents[arms.pair.left]! : legsFrom;
  const hips = hipsByShape(tree, legsFrom, armsFrom, legTop);
  if (hips === undefined) return found;
  add('hips', hips, CONFIDENCE.trunk, 'carries the legs and the trunk');
  const hipHeight = legTop - 0.01 * size;
  const trunk = armsFrom === hips ? [] : [...pathBetween(tree, hips, armsFrom), armsFrom];
  const aboveHips = isLevel ? trunk : trunk.filter((j) => tree.positions[j]![1] >= hipHeight);
  for (const [bone, joint] of trunkBones(tree, aboveHips)) add(bone, joint, CONFIDENCE.trunk, 'between the hips and the arms');
  const shoulder = tree.positions[arms?.limbs.left.upper ?? armsFrom]![1];
  const { neck, head } = headByShape(tree, symmetry, armsFrom, shoulder, size);
  add('neck', neck, CONFIDENCE.head, 'between the shoulders and the head');
  add('head', head, CONFIDENCE.head, 'top of the middle chain');
  const eyes = head === undefined ? null : eyesByShape(tree, symmetry, head);
  add('leftEye', eyes?.left, CONFIDENCE.eye, 'the only pair on the head');
  add('rightEye', eyes?.right, CONFIDENCE.eye, 'the only pair on the head');
  return found;
}

/** Heights of the ankle above the floor up to which a joint stands on it. */
const ON_FLOOR = 0.5;

/**
 * The toes of a leg: of the branches of a foot that goes farthest over the floor, of many the inner one, that a foot rolls over, the first joint that lies
 * ahead of the ankle and on the floor. What follows it are ends, what lies before it metatarsals.
 */
function toesByShape(tree: JointTree, { aside }: Symmetry, { upper, lower, end }: Limb): number | undefined {
  if (end === null) return undefined;
  const { positions } = tree;
  const [hip, knee, ankle] = [upper, lower, end].map((joint) => positions[joint]!) as [Vec3, Vec3, Vec3];
  const leg = distance(hip, knee) + distance(knee, ankle);
  const over = (place: Vec3) => hypot(place[0] - ankle[0], place[2] - ankle[2]);
  const ahead = (j: number) => over(positions[j]!);
  const chains = tree.children[end]!.map((j) => longestChain(tree, j));
  const reach = (chain: readonly number[]) => Math.max(...chain.map(ahead), ...tree.ends[chain.at(-1)!]!.map(over));
  const toes = chains.filter((chain) => reach(chain) > TOES_AHEAD * leg);
  toes.sort(chains.length < 3 ? (a, b) => reach(b) - reach(a) : (a, b) => Math.abs(aside[a[0]!]!) - Math.abs(aside[b[0]!]!));
  const chain = toes[0] ?? [];
  const floor = Math.min(...chain.map((j) => positions[j]![1]));
  const standing = chain.filter((j) => positions[j]![1] - floor < ON_FLOOR * (ankle[1] - floor));
  return standing.find((j) => ahead(j) > TOES_AHEAD * leg) ?? standing[0] ?? chain[0];
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
    // The two are compared with each other: a body that was caught in motion need not stand over its own middle.
    const meanAside = (root: number) => {
      const chain = longestChain(tree, root);
      return chain.reduce((sum, joint) => sum + aside[joint]!, 0) / chain.length;
    };
    return [meanAside(j) > meanAside(other) ? { left: j, right: other } : { left: other, right: j }];
  });
}

interface FoundLimbs extends LimbPair {
  readonly pair: Pair;
}

function findLegs(tree: JointTree, pairs: readonly Pair[], { aside }: Symmetry, size: number): FoundLimbs | null {
  let best: FoundLimbs | null = null;
  for (const pair of pairs) {
    const chains = chainsOf(tree, pair);
    const legs = readHockedLegs(tree, chains, aside, size) ?? readLegs(tree, chains, aside, size);
    if (legs && (!best || legs.cost < best.cost)) best = { pair, ...legs };
  }
  return best;
}

/** Extents of a standing person in heights of the hips. */
const EXTENT = 2.7;
/** Heights of the hips above which the arms of a body on its toes begin. Our choice. */
const LOWEST_ARMS = 0.6;
/** Its arms may be as short as this part of a person's extent. Our choice. */
const SHORTEST_ARMS = 0.06;

/** Part of the longest reach above the legs that arms have at least: hair and wings may be longer. */
const ARM_PART = 0.6;

/** Of the mirrored pairs above the legs with a long reach, the one that starts nearest to the hips, then the one most like arms. */
function findArms(
  tree: JointTree,
  pairs: readonly Pair[],
  legs: Pair,
  { aside }: Symmetry,
  size: number,
  isLevel: boolean,
): FoundLimbs | null {
  const legTop = tree.positions[legs.left]![1];
  const lowest = Math.min(...tree.positions.map((p) => p[1]));
  const candidates = pairs.flatMap((pair): FoundLimbs[] => {
    const parent = tree.parents[pair.left]!;
    const high = tree.positions[pair.left]![1];
    const isAbove = isLevel ? high - lowest > LOWEST_ARMS * (legTop - lowest) : high > legTop + 0.05 * size;
    const least = isLevel ? SHORTEST_ARMS : 0.12;
    if (pair.left === legs.left || !isAbove || parent < 0 || tree.reach[pair.left]! < least * size) return [];
    if (commonAncestor(tree.parents, [parent, tree.parents[legs.left]!]) < 0) return [];
    const arms = readArms(tree, chainsOf(tree, pair), aside, size);
    return arms ? [{ pair, ...arms }] : [];
  });
  const longest = Math.max(...candidates.map(({ pair }) => tree.reach[pair.left]!));
  const long = candidates.filter(({ pair }) => tree.reach[pair.left]! >= ARM_PART * longest);
  const depth = ({ pair }: FoundLimbs) => pathBetween(tree, -1, tree.parents[pair.left]!).length;
  return long.sort((a, b) => depth(a) - depth(b) || a.cost - b.cost)[0] ?? null;
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
