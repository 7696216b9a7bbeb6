import {
  AXES,
  EFFECTORS,
  ENDS,
  LIMB,
  LIMB_POLE,
  LIMB_TURNS,
  LIMBS,
  PLACES,
  SHOULDER,
  SHOULDERS,
  STRIDE,
  TRUNK,
  TRUNK_JOINTS,
} from './pose-row.ts';
import type { PoseTable } from './pose-table.ts';
import { addDistances, type AskedBody } from './row-distances.ts';

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
  /** The mean of all near rows by their shares, in the numbers that {@link numbersRead} lists; see `pose-row.ts`. */
  readonly mean: Float64Array;
  /** The mean of their squares, in the same numbers. */
  readonly squares: Float64Array;
  /** 0 to 1: how near they are. */
  confidence: number;
}

const LISTED = 8;
/** Root mean square distance, in trunk lengths, at which the neighbours are trusted by half where poses lie close to each other. Our choice, by trial on motion capture. */
const TRUSTED = 0.14;
/** The same where they lie far from each other, in distances of one pose to the next: a library of a hundred poses has none nearer. Our choice, by eye. */
const SPARSE = 1.4;
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
  const read = new Int32Array(STRIDE);
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
      addDistances(table, asked, near.distances.fill(0, 0, table.rows));
      let candidates = 0;
      for (let row = 0; row < table.rows; row++) {
        const distance = near.distances[row]! / effectors;
        if (distance >= reachOf(found, width)) continue;
        // Candidates are never more than the rows before, whose distances have been read.
        near.rows[candidates] = row;
        near.distances[candidates++] = distance;
        list(found, row, distance);
      }
      weigh(found, table, near, candidates, width, read.subarray(0, numbersRead(asked, read)));
      return found;
    },
  };
}

/** Square of how far a row may be to count. */
function reachOf({ count, distances }: Neighbours, width: number): number {
  return count < LISTED ? Infinity : Math.max((width * NEAR) ** 2, distances[LISTED - 1]!);
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

/**
 * Lists in `into` the numbers of a row that are read when a pose is predicted from these goals, and returns how many they are: a mean of all would take
 * several times as long.
 */
function numbersRead({ hasPlace, hasAxes }: AskedBody, into: Int32Array): number {
  let count = 0;
  const add = (from: number, numbers: number) => {
    for (let i = 0; i < numbers; i++) into[count++] = from + i;
  };
  for (let e = 0; e < EFFECTORS; e++) if (hasPlace[e]!) add(PLACES + 3 * e, 3);
  if (hasAxes[0]!) add(AXES, 6);
  add(SHOULDERS, 2 * SHOULDER);
  add(TRUNK, 3 * TRUNK_JOINTS);
  for (let l = 0; l < ENDS - 1; l++) {
    const from = LIMBS + LIMB * l;
    // Of a limb that is asked for its place, what it knows of its end, and where it bends; of others the rotations.
    if (hasPlace[1 + l]!) add(from, LIMB_POLE + 2);
    else add(from + LIMB_TURNS, 9);
  }
  return count;
}

/** The shares of the listed rows, the mean of all, and c = 1 / (1 + d̄² / (trusted⁴ + (sparse² s)²)) with d̄ the mean of their squared distances and s the table's spacing. */
function weigh(
  found: Neighbours,
  { numbers, spacing }: PoseTable,
  near: { rows: Int32Array; distances: Float64Array },
  candidates: number,
  width: number,
  read: Int32Array,
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
    for (let r = 0; r < read.length; r++) {
      const k = read[r]!;
      const value = numbers[at + k]!;
      mean[k]! += weight * value;
      squares[k]! += weight * value * value;
    }
  }
  for (const k of read) {
    mean[k]! /= sum;
    squares[k]! /= sum;
  }
  for (let i = 0; i < count; i++) shares[i] = weightOf(distances[i]!, reach, width) / sum;
  const far = squared / sum;
  const [dense, sparse] = [TRUSTED * TRUSTED, SPARSE * SPARSE * spacing];
  found.confidence = 1 / (1 + (far * far) / (dense * dense + sparse * sparse));
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
