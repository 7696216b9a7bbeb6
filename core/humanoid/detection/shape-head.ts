import { distance } from '../../math/vec3.ts';
import type { JointTree } from '../body/joint-tree.ts';
import type { Symmetry } from './shape-symmetry.ts';
import { hangsFrom } from '../../skeleton/hierarchy.ts';

/** Part of the width of the widest thing that is drawn on a joint above the neck, from which one draws a head: necks are narrow, the ends of heads are not. */
const HEAD_WIDTH = 0.75;
/** Part of the length of the bone before it that a last bone has at least: a shorter one marks the end of the head. */
const GOES_ON = 0.5;

/**
 * Neck and head above the joint that carries the arms: the middle chain that reaches highest. One joint is the head; two are neck and
 * head; of more, the head is the first that carries a face, or draws something about as wide as any of them; where nothing is drawn, the last one from which a
 * bone goes on and that motions turn, or the one before a beak, or else the first that stands clear above the shoulders.
 */
export function headByShape(
  tree: JointTree,
  { mirror }: Symmetry,
  armsFrom: number,
  shoulderHeight: number,
  size: number,
): { readonly neck?: number; readonly head?: number } {
  const tops = tree.positions.map((p) => p[1]);
  for (let j = tree.count - 1; j > 0; j--) {
    const parent = tree.parents[j]!;
    if (parent >= 0) tops[parent] = Math.max(tops[parent]!, tops[j]!);
  }
  const chain: number[] = [];
  for (let j = armsFrom; ;) {
    const middle = tree.children[j]!.filter((c) => mirror[c] === c && tops[c]! > tree.positions[armsFrom]![1]);
    const next = middle.reduce((best, c) => (best < 0 || tops[c]! > tops[best]! ? c : best), -1);
    if (next < 0) break;
    chain.push(next);
    // What carries a face itself has no neck.
    if (chain.length === 1 && carriesFace(tree, next)) break;
    j = next;
  }
  if (chain.length === 0) return {};
  if (chain.length === 1) return { head: chain[0]! };
  const clear = (j: number) => tree.positions[j]![1] > shoulderHeight + 0.03 * size;
  const isSamePlace = (a: number, b: number) => distance(tree.positions[a]!, tree.positions[b]!) < 1e-3 * size;
  const above = chain.slice(1);
  const faces = above.filter((j) => carriesFace(tree, j));
  // A first joint that lies where the arms start only carries the neck on; two joints above it are the rest of the neck and the head.
  const hasNoTip = chain.length === (isSamePlace(chain[0]!, armsFrom) ? 3 : 2);
  const told =
    firstDrawnWide(tree, faces) ??
    faces[0] ??
    firstDrawnWide(tree, above) ??
    (hasNoTip || goesOn(tree, chain) ? undefined : endsInSnout(tree, above) ? above.at(-2) : above.find(clear));
  const head = told ?? above.at(-1)!;
  // What carries the face may hang from the head at the head's own place.
  return { neck: chain[0]!, head: above.find((j) => isSamePlace(j, head))! };
}

function carriesFace({ children }: JointTree, joint: number): boolean {
  return children[joint]!.length >= 2;
}

function firstDrawnWide({ drawnWidths }: JointTree, joints: readonly number[]): number | undefined {
  const widest = Math.max(...joints.map((j) => drawnWidths[j]!));
  return widest > 0 ? joints.find((j) => drawnWidths[j]! >= HEAD_WIDTH * widest) : undefined;
}

/** Whether the last of some joints lies no higher than the one before it: that is a beak, whereas the end of a head is above it. */
function endsInSnout({ positions }: JointTree, joints: readonly number[]): boolean {
  const [before, last] = joints.slice(-2) as [number, number?];
  return last !== undefined && positions[last]![1] <= positions[before]![1];
}

/** Whether a bone goes on from the last joint of a chain, which motions turn. */
function goesOn({ positions, ends, isTurned }: JointTree, chain: readonly number[]): boolean {
  const [before, last] = chain.slice(-2) as [number, number];
  const bone = distance(positions[before]!, positions[last]!);
  return isTurned[last]! && ends[last]!.some((end) => distance(end, positions[last]!) > GOES_ON * bone);
}

/** Metres off each other, as a share of their distance from each other, at which two eyes' pairs lie at one place. */
const SAME_EYE = 0.02;

/**
 * The eyes among the mirrored last joints of the head: the middle one of the pairs that lie at one place, around which the lids turn too, or else the only
 * pair that hangs from the head itself, above its joint. Null when nothing tells.
 */
export function eyesByShape(
  tree: JointTree,
  { mirror, aside }: Symmetry,
  head: number,
): { readonly left: number; readonly right: number } | null {
  const at = (j: number) => tree.positions[j]!;
  const isLast = (j: number) => tree.children[j]!.every((c) => tree.children[c]!.length === 0) && tree.children[j]!.length <= 1;
  const pairs = tree.nodes.flatMap((_, j) => {
    const other = mirror[j]!;
    if (other <= j || !hangsFrom(tree.parents, j, head) || !isLast(j) || !isLast(other)) return [];
    if (at(j)[1] <= at(head)[1] || at(other)[1] <= at(head)[1] || !(aside[j]! * aside[other]! < 0)) return [];
    return [aside[j]! > 0 ? { left: j, right: other } : { left: other, right: j }];
  });
  const near = ({ left }: (typeof pairs)[number]) =>
    pairs.filter((each) => distance(at(each.left), at(left)) < SAME_EYE * 2 * Math.abs(aside[left]!));
  const around = pairs.map(near).reduce((most, each) => (each.length > most.length ? each : most), []);
  const eyes = around.length > 2 ? middleOf(tree, around) : null;
  if (eyes) return eyes;
  const direct = pairs.filter(({ left }) => tree.parents[left] === head);
  return direct.length === 1 ? direct[0]! : null;
}

/** Of pairs at one place that end at different heights, the one that ends between the others. */
function middleOf<Pair extends { readonly left: number }>(tree: JointTree, pairs: readonly Pair[]): Pair | null {
  const height = ({ left }: Pair) => tree.ends[left]![0]?.[1];
  if (pairs.some((pair) => height(pair) === undefined)) return null;
  return pairs.toSorted((a, b) => height(a)! - height(b)!)[pairs.length >> 1]!;
}
