import { TRUNK_JOINTS } from './pose-row.ts';
import type { Neighbours } from './neighbours.ts';

/** Writes what is expected where a row's numbers from `at` on are these. */
export type Expect = (numbers: ArrayLike<number>, at: number, into: Float64Array) => void;

/** What all poses have in common, corrected by how the nearest ones differ from that; owns its scratch. */
export type Correct = (
  expect: Expect,
  asked: ArrayLike<number>,
  near: Neighbours,
  input: number,
  output: number,
  into: Float64Array,
) => void;

/**
 * Writes e(x) + c · (ȳ − e(x̄)): `expect` of what is asked and the near poses' mean numbers at `output`, less what is expected of their mean inputs, those at
 * `input`, by the confidence c in them.
 */
export function createCorrection(): Correct {
  const ofNear = new Float64Array(3 * TRUNK_JOINTS);
  return (expect, asked, { mean, confidence }, input, output, into) => {
    expect(asked, 0, into);
    expect(mean, input, ofNear);
    for (let k = 0; k < into.length; k++) into[k]! += confidence * (mean[output + k]! - ofNear[k]!);
  };
}

/** 0 to 1: how far what is asked is from all that the library holds. */
export function strangenessOf({ confidence }: Neighbours): number {
  const far = 1 - confidence;
  return far * far * far;
}
