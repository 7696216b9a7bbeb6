import { distance, dot, length, meanOf, normalize, rejectFrom, subtract, type Vec3 } from '../../math/vec3.ts';
import type { HumanoidBone } from '../body/bones.ts';
import { fingerBones, FINGERS, type Finger } from './finger-names.ts';
import type { Side } from '../body/found-bones.ts';
import type { JointTree } from '../body/joint-tree.ts';
import { longestChain } from './shape-limbs.ts';

/**
 * Names the fingers of a hand by their shape: the thumb points away from the others, the index is next to it. Fingers may hang beside
 * the hand from the same forearm. A hand with a single branch has no fingers.
 */
export function fingersByShape(tree: JointTree, side: Side, lower: number, hand: number): [HumanoidBone, number][] {
  const wrist = tree.positions[hand]!;
  const arm = subtract(wrist, tree.positions[lower]!);
  const branches = fingerRoots(tree, lower, hand).map((root) => knuckles(tree, longestChain(tree, root), wrist, length(arm)));
  const chains = withoutSockets(tree, branches);
  if (chains.length < 2 || chains.length > 5) return [];
  const forearm = normalize(arm);
  const thumb = thumbAmong(tree, wrist, chains, forearm);
  const others = chains.filter((_, i) => i !== thumb).map((chain) => trimFinger(tree, wrist, chain));
  const places = new Map(others.map((chain) => [chain, meanOf(chain.map((j) => tree.positions[j]!))]));
  const middle = meanOf([...places.values()]);
  const along = normalize(subtract(middle, wrist));
  const towardsThumb = rejectFrom(subtract(tree.positions[chains[thumb]![0]!]!, middle), along);
  others.sort((a, b) => dot(places.get(b)!, towardsThumb) - dot(places.get(a)!, towardsThumb));
  const aside = others.map((chain) => dot(subtract(tree.positions[chain[0]!]!, wrist), crosswise(towardsThumb, forearm)));
  const names = namesOfFingers(aside);
  return [
    ...fingerBones(side, 'Thumb', chains[thumb]!.slice(0, 3)),
    ...others.flatMap((chain, i) => fingerBones(side, names[i]!, chain)),
  ];
}

/** The part of a direction across the forearm, unit length. */
function crosswise(direction: Vec3, forearm: Vec3): Vec3 {
  return normalize(rejectFrom(direction, forearm));
}

/** How much farther from the forearm's line than the index a knuckle on the other side is that is the little finger's: the ring finger's is as far. */
const FARTHER = 1.5;
/** How much wider the gap between two fingers is in which one is missing than the gap beside it. */
const WIDER = 1.4;

/**
 * The names of the fingers beside the thumb, the index first, by how far their knuckles lie to the thumb's side of the forearm's line, which runs through
 * the middle finger. Of three, the last is the little finger where it is farther from the middle one than the index is, or farther from the line, and
 * otherwise the ring finger.
 */
function namesOfFingers(aside: readonly number[]): readonly Finger[] {
  const [, ...usual] = FINGERS;
  if (aside.length !== 3) return usual;
  const [index, middle, last] = aside as [number, number, number];
  const isLittle = middle - last > WIDER * (index - middle) || -last > FARTHER * Math.max(0, index);
  return isLittle ? ['Index', 'Middle', 'Little'] : usual;
}

/** The branches of a hand without single joints beside fingers that have more: what is held hangs there. */
function withoutSockets(tree: JointTree, branches: readonly (readonly number[])[]): (readonly number[])[] {
  const isFinger = (branch: readonly number[]) => branch.length > 1 || tree.ends[branch[0]!]!.length > 0;
  const fingers = branches.filter(isFinger);
  return fingers.length > 1 ? fingers : [...branches];
}

/** A finger's joints without those before them that lie in the wrist, if it has others. */
function knuckles(tree: JointTree, chain: readonly number[], wrist: Vec3, forearm: number): readonly number[] {
  const first = chain.findIndex((j) => distance(tree.positions[j]!, wrist) > 0.01 * forearm);
  return first < 0 ? chain : chain.slice(first);
}

/** Of palms at the same place, one a finger, the one whose finger is in the middle. */
export function leadingHand(tree: JointTree, hand: number): number {
  const parent = tree.parents[hand]!;
  if (parent < 0) return hand;
  const wrist = tree.positions[hand]!;
  const near = 1e-3 * distance(tree.positions[parent]!, wrist);
  const palms = tree.children[parent]!.filter((j) => distance(tree.positions[j]!, wrist) < near && tree.children[j]!.length > 0);
  const base = (palm: number) => tree.positions[tree.children[palm]![0]!]!;
  const middle = meanOf(palms.map(base));
  return palms.reduce(
    (best, palm) => (distance(base(palm), middle) < distance(base(best), middle) ? palm : best),
    palms[0] ?? hand,
  );
}

function fingerRoots(tree: JointTree, lower: number, hand: number): number[] {
  const forearm = distance(tree.positions[lower]!, tree.positions[hand]!);
  const away = (j: number) => distance(tree.positions[j]!, tree.positions[hand]!);
  const roots = spread(tree, hand, forearm);
  if (tree.parents[hand] !== lower) return roots;
  for (const sibling of tree.children[lower]!) {
    if (sibling === hand) continue;
    if (away(sibling) < 0.02 * forearm) roots.push(...tree.children[sibling]!);
    else if (away(sibling) < 0.35 * forearm) roots.push(sibling);
  }
  return roots;
}

/** The children of a hand; of a joint at the same place as its only child ("lhand" below "LeftWrist"), that child's. */
function spread(tree: JointTree, hand: number, forearm: number): number[] {
  let joint = hand;
  for (;;) {
    const only = tree.children[joint]!.length === 1 ? tree.children[joint]![0]! : null;
    if (only === null || distance(tree.positions[only]!, tree.positions[hand]!) > 0.01 * forearm) break;
    joint = only;
  }
  return [...tree.children[joint]!];
}

function directionOf(tree: JointTree, wrist: Vec3, chain: readonly number[]): Vec3 {
  const base = tree.positions[chain[0]!]!;
  const way = subtract(tree.positions[chain.at(-1)!]!, base);
  return normalize(way, normalize(subtract(base, wrist)));
}

/** Weight of a knuckle's distance from the wrist, as a share of the farthest one's, beside the cosine of where the finger points. */
const NEARNESS = 0.5;

/** The finger that points away from the rest (of two, away from the forearm) and starts nearest to the wrist. */
function thumbAmong(tree: JointTree, wrist: Vec3, chains: readonly (readonly number[])[], forearm: Vec3): number {
  const directions = chains.map((chain) => directionOf(tree, wrist, chain));
  const starts = chains.map((chain) => distance(tree.positions[trimFinger(tree, wrist, chain)[0]!]!, wrist));
  const farthest = Math.max(...starts) || 1;
  const common = directions.length === 2 ? forearm : normalize(meanOf(directions));
  const likeFinger = directions.map((each, i) => dot(each, common) + (NEARNESS * starts[i]!) / farthest);
  return likeFinger.indexOf(Math.min(...likeFinger));
}

/** The three bones of a finger out of a chain that may begin with a metacarpal or end with a tip. */
function trimFinger(tree: JointTree, wrist: Vec3, chain: readonly number[]): readonly number[] {
  if (chain.length < 3) return chain;
  const at = (i: number) => tree.positions[chain[i]!]!;
  const startsInPalm = distance(wrist, at(0)) < distance(at(0), at(1));
  return startsInPalm ? chain.slice(1, 4) : chain.slice(0, 3);
}
