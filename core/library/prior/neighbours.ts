import { AXES, EFFECTORS, ENDS, PLACES, STRIDE } from './pose-row.ts';
import type { PoseTable } from './pose-table.ts';

/** What is asked of a body: a row's places and axes of which some are known. */
export interface AskedBody {
  /** As in a row: {@link PLACES} and {@link AXES}. */
  readonly row: Float64Array;
  /** One an effector, and one an end of the body. */
  readonly hasPlace: readonly boolean[];
  readonly hasAxes: readonly boolean[];
}

/** The poses of a table that come near to what is asked; owned by the search and valid until its next query. */
export interface Neighbours {
  /** How many of the nearest are listed, at most eight. */
  count: number;
  /** Rows, the nearest first. */
  readonly rows: Int32Array;
  /** Mean squared distance an effector, squares of trunk lengths. */
  readonly distances: Float64Array;
  /** Their shares of the mean, with at most 1 as sum: where many are near, others have theirs too. */
  readonly shares: Float64Array;
  /** The mean of all near rows by their shares; see `pose-row.ts`. */
  readonly mean: Float64Array;
  /** The mean of their squares. */
  readonly squares: Float64Array;
  /** 0 to 1: how near they are. */
  confidence: number;
}

const LISTED = 8;
/** Trunk lengths that a unit axis counts beside a place. */
const AXIS = 0.15;
/** Root mean square distance, in trunk lengths, at which the neighbours are trusted by half. Our choice, by trial on motion capture. */
const TRUSTED = 0.12;
/** Trunk lengths within which every pose has a say: among many that are as near as each other the mean must not hang on which eight are nearest. */
const NEAR = 0.06;
/** Trunk lengths below which nearer is no better: keeps the shares from leaping from pose to pose. */
const SAME = 0.025;
/** By how many times both are wider for each effector that fewer than five are asked of: the fewer are, the more different bodies are equally near. */
const WIDER = 2;

/** Radians by which the near poses may differ from their mean and still be followed by half. Our choice, by trial on motion capture. */
const AGREED = 1;

/** Finds neighbours; owns its scratch. */
export interface NeighbourSearch {
  /**
   * The rows near to what is asked; of equal ones the earlier first. None where no place is known. With d a row's distance and r the reach (`NEAR`, or as far
   * as the eighth row), its share goes with (1 − d²/r²)² / (d² + same²): 0 where it comes into reach, so that the mean moves with the goals without jumps.
   */
  find(table: PoseTable, asked: AskedBody): Neighbours;
}

export function createNeighbourSearch(): NeighbourSearch {
  const found: Neighbours = {
    count: 0,
    rows: new Int32Array(LISTED),
    distances: new Float64Array(LISTED),
    shares: new Float64Array(LISTED),
    mean: new Float64Array(STRIDE),
    squares: new Float64Array(STRIDE),
    confidence: 0,
  };
  let near = { rows: new Int32Array(0), distances: new Float64Array(0) };
  return {
    find(table, asked) {
      const effectors = asked.hasPlace.filter(Boolean).length;
      const width = 1 + WIDER * Math.max(0, ENDS - effectors);
      found.count = 0;
      found.confidence = 0;
      found.mean.fill(0);
      found.squares.fill(0);
      if (effectors === 0) return found;
      if (near.rows.length < table.rows) near = { rows: new Int32Array(table.rows), distances: new Float64Array(table.rows) };
      let candidates = 0;
      for (let row = 0; row < table.rows; row++) {
        const reach = reachOf(found, width);
        const distance = distanceTo(table.numbers, STRIDE * row, asked, reach * effectors) / effectors;
        if (distance >= reach) continue;
        near.rows[candidates] = row;
        near.distances[candidates++] = distance;
        list(found, row, distance);
      }
      weigh(found, table, near, candidates, width);
      return found;
    },
  };
}

/** Square of how far a row may be to count. */
function reachOf({ count, distances }: Neighbours, width: number): number {
  return count < LISTED ? Infinity : Math.max((width * NEAR) ** 2, distances[LISTED - 1]!);
}

/** Squared distance over all effectors, or some number of at least `most` as soon as it is certain to be that. */
function distanceTo(numbers: Float32Array, at: number, { row, hasPlace, hasAxes }: AskedBody, most: number): number {
  let sum = 0;
  for (let e = 0; e < EFFECTORS && sum < most; e++) if (hasPlace[e]!) sum += squaresOff(numbers, at, row, PLACES + 3 * e, 3);
  for (let e = 0; e < ENDS && sum < most; e++)
    if (hasAxes[e]!) sum += AXIS * AXIS * squaresOff(numbers, at, row, AXES + 6 * e, 6);
  return sum;
}

function squaresOff(numbers: Float32Array, at: number, row: Float64Array, from: number, count: number): number {
  let sum = 0;
  for (let i = from; i < from + count; i++) {
    const off = numbers[at + i]! - row[i]!;
    sum += off * off;
  }
  return sum;
}

function list(found: Neighbours, row: number, distance: number): void {
  const { rows, distances } = found;
  if (found.count === LISTED && distance >= distances[LISTED - 1]!) return;
  let at = Math.min(found.count, LISTED - 1);
  while (at > 0 && distances[at - 1]! > distance) {
    distances[at] = distances[at - 1]!;
    rows[at] = rows[at - 1]!;
    at--;
  }
  distances[at] = distance;
  rows[at] = row;
  found.count = Math.min(found.count + 1, LISTED);
}

/** The shares of the listed rows, the mean of all, and c = 1 / (1 + (d̄ / trusted²)²) with d̄ the mean of their squared distances. */
function weigh(
  found: Neighbours,
  { numbers }: PoseTable,
  near: { rows: Int32Array; distances: Float64Array },
  candidates: number,
  width: number,
): void {
  const { count, distances, shares, mean, squares } = found;
  const reach = count < LISTED ? Infinity : reachOf(found, width);
  let [sum, squared] = [0, 0];
  for (let i = 0; i < candidates; i++) {
    const distance = near.distances[i]!;
    const weight = weightOf(distance, reach, width);
    if (weight === 0) continue;
    sum += weight;
    squared += weight * distance;
    const at = STRIDE * near.rows[i]!;
    for (let k = 0; k < STRIDE; k++) {
      const value = numbers[at + k]!;
      mean[k]! += weight * value;
      squares[k]! += weight * value * value;
    }
  }
  for (let k = 0; k < STRIDE; k++) {
    mean[k]! /= sum;
    squares[k]! /= sum;
  }
  for (let i = 0; i < count; i++) shares[i] = weightOf(distances[i]!, reach, width) / sum;
  const far = squared / sum / (TRUSTED * TRUSTED);
  found.confidence = 1 / (1 + far * far);
}

/** Of a squared distance within the squared `reach`; where all are as near as each other they count alike. */
function weightOf(distance: number, reach: number, width: number): number {
  if (distance >= reach) return 0;
  const fade = 1 - distance / reach;
  return (fade * fade) / (distance + (width * SAME) ** 2);
}

/**
 * How far the near poses are to be followed where nothing is asked, 0 to 1: less where they are far, and less where they do not agree with each other in the
 * `count` numbers from `offset`: c / (1 + σ² / agreed²) with σ² the sum of their variances.
 */
export function trustIn({ mean, squares, confidence }: Neighbours, offset: number, count: number): number {
  let variance = 0;
  for (let k = offset; k < offset + count; k++) variance += Math.max(0, squares[k]! - mean[k]! * mean[k]!);
  return confidence / (1 + variance / (AGREED * AGREED));
}
