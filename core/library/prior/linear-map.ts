import type { Steps } from '../../animation/steps.ts';
import { solveCholesky } from '../../math/cholesky.ts';

/** The straight-line dependence of some numbers on others, found from examples; it answers from whichever of the inputs are known. */
export interface LinearMap {
  readonly inputs: number;
  readonly outputs: number;
  /**
   * Writes to `into` what is expected where `x` holds the known inputs (`inputs` numbers, others are ignored). `known` lists their indices, a multiple
   * of three of them; with none, the mean of all examples.
   */
  predict(x: Float64Array, known: readonly number[], into: Float64Array): void;
}

/** One example for a {@link LinearMap}: `inputs` and `outputs` numbers of a table, and what it counts. */
export interface Examples {
  readonly count: number;
  input(example: number, index: number): number;
  output(example: number, index: number): number;
  /** ≥ 0. */
  weight(example: number): number;
}

/** Examples that are looked at between two stops. */
const EXAMPLES_A_STEP = 512;

/**
 * Ridge regression about the means: B = (C + `shift` · 1)⁻¹ D with C the covariance of the known inputs and D theirs with the outputs. The larger the
 * shift, the nearer to the mean.
 */
export function* fitLinearMap(inputs: number, outputs: number, examples: Examples, shift: number): Steps<LinearMap> {
  const { count } = examples;
  const meanX = new Float64Array(inputs);
  const meanY = new Float64Array(outputs);
  let total = 0;
  for (let e = 0; e < count; e++) {
    const weight = examples.weight(e);
    total += weight;
    for (let i = 0; i < inputs; i++) meanX[i]! += weight * examples.input(e, i);
    for (let i = 0; i < outputs; i++) meanY[i]! += weight * examples.output(e, i);
  }
  const share = total > 0 ? 1 / total : 0;
  for (let i = 0; i < inputs; i++) meanX[i]! *= share;
  for (let i = 0; i < outputs; i++) meanY[i]! *= share;
  const covariance = new Float64Array(inputs * inputs);
  const cross = new Float64Array(inputs * outputs);
  const x = new Float64Array(inputs);
  for (let e = 0; e < count; e++) {
    if (e > 0 && e % EXAMPLES_A_STEP === 0) yield e / count;
    const weight = share * examples.weight(e);
    for (let i = 0; i < inputs; i++) x[i] = examples.input(e, i) - meanX[i]!;
    for (let i = 0; i < inputs; i++) {
      for (let j = 0; j <= i; j++) covariance[i * inputs + j]! += weight * x[i]! * x[j]!;
      for (let k = 0; k < outputs; k++) cross[i * outputs + k]! += weight * x[i]! * (examples.output(e, k) - meanY[k]!);
    }
  }
  const slopes = new Map<string, Float64Array>();
  return {
    inputs,
    outputs,
    predict(given, known, into) {
      into.set(meanY.subarray(0, outputs));
      if (known.length === 0) return;
      const key = known.join();
      let slope = slopes.get(key);
      if (!slope) {
        slope = slopeOf(known, covariance, inputs, cross, outputs, shift);
        slopes.set(key, slope);
      }
      for (let i = 0; i < known.length; i++) {
        const off = given[known[i]!]! - meanX[known[i]!]!;
        for (let k = 0; k < outputs; k++) into[k]! += off * slope[i * outputs + k]!;
      }
    },
  };
}

/** B of the known inputs, row-major: known × outputs. */
function slopeOf(
  known: readonly number[],
  covariance: Float64Array,
  inputs: number,
  cross: Float64Array,
  outputs: number,
  shift: number,
): Float64Array {
  const size = known.length;
  const part = new Float64Array(size * size);
  // Of the symmetric matrix only the lower triangle is there.
  known.forEach((a, i) => known.forEach((b, j) => (part[i * size + j] = covariance[Math.max(a, b) * inputs + Math.min(a, b)]!)));
  const factor = new Float64Array(size * size);
  const damping = Float64Array.of(shift);
  const right = new Float64Array(size);
  const solution = new Float64Array(size);
  const slope = new Float64Array(size * outputs);
  for (let k = 0; k < outputs; k++) {
    known.forEach((a, i) => (right[i] = cross[a * outputs + k]!));
    if (!solveCholesky(part, damping, right, factor, solution, size)) return slope.fill(0);
    for (let i = 0; i < size; i++) slope[i * outputs + k] = solution[i]!;
  }
  return slope;
}
