import { isFinger } from '../body/bones.ts';
import type { BodyShape } from '../body/body-shape.ts';
import { sided, sideOf } from '../body/found-bones.ts';

/** Two capsules that may come to touch each other. */
export interface Pair {
  readonly first: number;
  readonly second: number;
}

/** Pairs of two parts of bodies, those from `from` up to `to`: they are far apart where balls around the parts are. */
export interface Block {
  readonly first: number;
  readonly second: number;
  readonly from: number;
  readonly to: number;
}

/** The part of a body that each capsule belongs to: its bone, or the hand of a finger. Numbers from `from` on. */
export function partsOf(shape: BodyShape, from = 0): readonly number[] {
  const numbers = new Map<string, number>();
  return shape.map(({ bone }) => {
    const name = isFinger(bone) ? sided(sideOf(bone), 'Hand') : bone;
    const number = numbers.get(name) ?? from + numbers.size;
    numbers.set(name, number);
    return number;
  });
}

/** The pairs in the order of their parts. */
export function inBlocks(pairs: readonly Pair[], parts: readonly number[]): Pair[] {
  const keyOf = ({ first, second }: Pair): number => parts[first]! * parts.length + parts[second]!;
  return pairs.toSorted((a, b) => keyOf(a) - keyOf(b));
}

/** The runs of pairs between the same two parts. */
export function blocksOf(pairs: readonly Pair[], parts: readonly number[]): Block[] {
  const blocks: Block[] = [];
  for (let from = 0, to = 0; from < pairs.length; from = to) {
    const [first, second] = [parts[pairs[from]!.first]!, parts[pairs[from]!.second]!];
    while (to < pairs.length && parts[pairs[to]!.first] === first && parts[pairs[to]!.second] === second) to++;
    blocks.push({ first, second, from, to });
  }
  return blocks;
}

/** Numbers of a ball: its middle and its radius. */
const BALL = 4;

/** A ball around each part where its capsules are placed: 4 numbers each, the middle and the radius, metres. */
export function ballsOf(shape: BodyShape, parts: readonly number[], placed: Float64Array): Float64Array {
  const count = parts.length === 0 ? 0 : Math.max(...parts) + 1;
  const balls = new Float64Array(BALL * count);
  const ends = new Uint16Array(count);
  parts.forEach((part, i) => {
    ends[part]! += 2;
    for (let k = 0; k < 6; k++) balls[BALL * part + (k % 3)]! += placed[6 * i + k]!;
  });
  for (let part = 0; part < count; part++) for (let k = 0; k < 3; k++) balls[BALL * part + k]! /= ends[part]!;
  parts.forEach((part, i) => {
    const at = BALL * part;
    for (let end = 6 * i; end < 6 * i + 6; end += 3) {
      const dx = placed[end]! - balls[at]!;
      const dy = placed[end + 1]! - balls[at + 1]!;
      const dz = placed[end + 2]! - balls[at + 2]!;
      balls[at + 3] = Math.max(balls[at + 3]!, Math.sqrt(dx * dx + dy * dy + dz * dz) + shape[i]!.radius);
    }
  });
  return balls;
}

/** Whether two balls are at least `beyond` metres apart. */
export function areApart(balls: Float64Array, { first, second }: Block, beyond: number): boolean {
  const a = BALL * first;
  const b = BALL * second;
  const dx = balls[a]! - balls[b]!;
  const dy = balls[a + 1]! - balls[b + 1]!;
  const dz = balls[a + 2]! - balls[b + 2]!;
  const reach = balls[a + 3]! + balls[b + 3]! + beyond;
  return dx * dx + dy * dy + dz * dz >= reach * reach;
}
