import { exp } from '../../../math/elementary.ts';
import { FEATURES, mirroredFeatures } from './gap-features.ts';
import { CHANNELS, mirroredWaves, WAVES } from './residual-way.ts';

/** Captured gaps of one length, and what was learned of how the body goes between their ends. */
export interface MotionsOfLength {
  /** Length of the gaps. */
  readonly seconds: number;
  /** {@link FEATURES} numbers for each of them. */
  readonly features: Float32Array;
  /** {@link WEIGHTS} numbers for each: what it adds to the way of a gap that is like it. */
  readonly weights: Float32Array;
}

/** What was learned of captured motion, shorter gaps first. */
export type MotionTable = readonly MotionsOfLength[];

/** Numbers that say how a body leaves the way on which the speeds at the ends lead it. */
export const WEIGHTS = CHANNELS * WAVES;

/** Square of the distance of features at which a captured gap counts 1/e. Chosen with whole takes left out. */
const KERNEL_WIDTH = 6;

/** Lengths of gaps, as shares of the shortest and longest that were learned, outside which nothing is known. */
const BEYOND = { shorter: 0.8, longer: 1.4 };
/** Likeness of a gap to captured ones, summed over them, of which half is believed. */
const HALF_FAMILIAR = 1;
/** Likeness that is as good as none. */
const UNLIKE = 1e-6;

/** How a body would leave the way on which speeds lead it. */
interface LearnedWay {
  /** {@link WEIGHTS} numbers. */
  readonly waves: Float64Array;
  /** How like captured gaps this one is: 0 to 1. */
  readonly familiarity: number;
}

/**
 * What a table says of a gap: kernel ridge regression, Σ k(x, xᵢ) aᵢ with k(x, y) = exp(−|x − y|² / w). It goes to nothing where no captured gap is like it.
 * Every captured gap counts with the body's sides exchanged, too.
 */
export function learnedWay(table: MotionTable, features: Float64Array, seconds: number): LearnedWay | null {
  const [shortest, longest] = [table[0], table.at(-1)];
  if (!shortest || !longest) return null;
  if (seconds < BEYOND.shorter * shortest.seconds || seconds > BEYOND.longer * longest.seconds) return null;
  const next = table.findIndex((each) => each.seconds >= seconds);
  const above = next < 0 ? longest : table[next]!;
  const below = next <= 0 ? above : table[next - 1]!;
  const share = above === below ? 1 : (seconds - below.seconds) / (above.seconds - below.seconds);
  const waves = new Float64Array(WEIGHTS);
  let likeness = 0;
  for (const [motions, part] of [
    [below, 1 - share],
    [above, share],
  ] as const)
    if (part > 0) likeness += part * addMotions(motions, features, part, waves);
  return { waves, familiarity: likeness / (likeness + HALF_FAMILIAR) };
}

/** Adds a part of what gaps of one length say; the sum of their likeness. */
function addMotions(motions: MotionsOfLength, features: Float64Array, part: number, waves: Float64Array): number {
  const other = new Float64Array(WEIGHTS);
  const straight = addLike(motions, features, part, waves);
  const mirrored = addLike(motions, mirroredFeatures(features), part, other);
  mirroredWaves(other).forEach((value, i) => (waves[i]! += value));
  return straight + mirrored;
}

function addLike({ features, weights }: MotionsOfLength, wanted: Float64Array, part: number, into: Float64Array): number {
  let likeness = 0;
  const count = features.length / FEATURES;
  for (let i = 0; i < count; i++) {
    const like = likenessOf(features, i, wanted);
    if (like < UNLIKE) continue;
    likeness += like;
    const at = WEIGHTS * i;
    for (let c = 0; c < WEIGHTS; c++) into[c]! += part * like * weights[at + c]!;
  }
  return likeness;
}

/** How like a captured gap is to another: 1 for the same, 0 for one that has nothing of it. */
export function likenessOf(features: Float32Array, number: number, wanted: Float64Array | Float32Array): number {
  const at = FEATURES * number;
  let square = 0;
  for (let c = 0; c < FEATURES; c++) square += (features[at + c]! - wanted[c]!) ** 2;
  return exp(-square / KERNEL_WIDTH);
}
