import { bodyWay } from '../../core/animation/propose/body-way.ts';
import { FEATURES, knownGap, mirroredFeatures } from '../../core/animation/propose/learned/gap-features.ts';
import { likenessOf, WEIGHTS, type MotionsOfLength } from '../../core/animation/propose/learned/motion-table.ts';
import { CHANNELS, differencesOf, mirroredWaves, WAVES, wavesAt } from '../../core/animation/propose/learned/residual-way.ts';
import { solveCholesky, substitute } from '../../core/math/cholesky.ts';
import { FPS, type Take } from './takes.ts';

/** Frames of the gaps that are learned, 30 a second: of shorter ones speeds say as much. */
export const LENGTHS: readonly number[] = [10, 16, 24, 35, 50];
/** Frames from one captured gap to the next. */
const STRIDE = 8;
/** How much less than the captured ways is believed of each: the ridge. Chosen with whole takes left out. */
const RIDGE = 0.3;

/** What is learned of gaps of so many frames in captured takes: kernel ridge regression of the difference between the way of the body and that on which speeds lead it. */
export function fitMotions(takes: readonly Take[], frames: number): MotionsOfLength {
  const gaps = takes.flatMap((take) => capturedGaps(take, frames));
  // The factoring goes in threes.
  const count = gaps.length - (gaps.length % 3);
  const features = new Float32Array(FEATURES * count);
  for (let i = 0; i < count; i++) features.set(gaps[i]!.features, FEATURES * i);
  const weights = new Float32Array(WEIGHTS * count);
  const mirrored = Array.from({ length: count }, (_, i) => mirroredFeatures(Float64Array.from(gaps[i]!.features)));
  // With every gap mirrored, too, (P Q; Q P) (a; M a) = (y; M y) falls into (P + Q) a₊ = y₊ and (P − Q) a₋ = y₋, with y± = (y ± M y) / 2.
  for (const sign of [1, -1]) {
    const kernel = new Float64Array(count * count);
    for (let i = 0; i < count; i++) {
      const own = features.subarray(FEATURES * i, FEATURES * (i + 1));
      for (let j = 0; j <= i; j++)
        kernel[count * i + j] = likenessOf(features, j, own) + sign * likenessOf(features, j, mirrored[i]!);
    }
    const halves = gaps.slice(0, count).map(({ waves }) => {
      const other = mirroredWaves(waves);
      return waves.map((value, c) => (value + sign * other[c]!) / 2);
    });
    const [factor, x] = [new Float64Array(count * count), new Float64Array(count)];
    const column = (c: number) => Float64Array.from(halves, (half) => half[c]!);
    if (!solveCholesky(kernel, Float64Array.of(RIDGE), column(0), factor, x, count))
      throw new Error('the kernel is not positive');
    for (let c = 0; c < WEIGHTS; c++) {
      substitute(factor, column(c), x, count);
      for (let i = 0; i < count; i++) weights[WEIGHTS * i + c]! += x[i]!;
    }
  }
  return { seconds: frames / FPS, features, weights };
}

interface CapturedGap {
  readonly features: Float64Array;
  readonly waves: Float64Array;
}

function capturedGaps({ rig, poses }: Take, frames: number): CapturedGap[] {
  const gaps: CapturedGap[] = [];
  for (let from = 1; from + frames + 1 < poses.length; from += STRIDE) {
    const to = from + frames;
    const gap = { frames, fps: FPS, first: poses[from]!, last: poses[to]!, before: poses[from - 1]!, after: poses[to + 1]! };
    const { features, heading } = knownGap(rig, gap);
    const differences = differencesOf(rig, bodyWay(rig, gap, 1), poses.slice(from, to + 1), heading);
    gaps.push({ features, waves: nearestWaves(differences) });
  }
  return gaps;
}

/** How little a wave that the frames of a short gap leave open may be held to. */
const HOLD = 1e-3;

/** The waves of each channel that come nearest to differences, least squares. */
function nearestWaves(differences: readonly Float64Array[]): Float64Array {
  const frames = differences.length - 1;
  const shapes = Array.from({ length: frames - 1 }, (_, i) => wavesAt((i + 1) / frames));
  // Three more rows than waves, at most, for the factoring in threes.
  const size = 3 * Math.ceil(WAVES / 3);
  const normal = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++)
      normal[size * i + j] = i < WAVES ? shapes.reduce((sum, shape) => sum + shape[i]! * shape[j]!, 0) : i === j ? 1 : 0;
  }
  const [factor, x] = [new Float64Array(size * size), new Float64Array(size)];
  const waves = new Float64Array(WEIGHTS);
  for (let channel = 0; channel < CHANNELS; channel++) {
    const right = new Float64Array(size);
    for (let k = 0; k < WAVES; k++)
      right[k] = shapes.reduce((sum, shape, i) => sum + shape[k]! * differences[i + 1]![channel]!, 0);
    solveCholesky(normal, Float64Array.of(HOLD), right, factor, x, size);
    waves.set(x.subarray(0, WAVES), WAVES * channel);
  }
  return waves;
}
