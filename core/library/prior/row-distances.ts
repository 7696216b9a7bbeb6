import { AXES, EFFECTORS, ENDS, PLACES } from './pose-row.ts';
import type { PoseTable } from './pose-table.ts';

/** What is asked of a body: a row's places and axes of which some are known. */
export interface AskedBody {
  /** As in a row: {@link PLACES} and {@link AXES}. */
  readonly row: Float64Array;
  /** One an effector, and one an end of the body. */
  readonly hasPlace: readonly boolean[];
  readonly hasAxes: readonly boolean[];
}

/** Trunk lengths that a unit axis counts beside a place. */
const AXIS = 0.15;

/** Adds each row's squared distance over all effectors to `sums`. Effector after effector: each reads one stretch of memory. */
export function addDistances({ ends, rows }: PoseTable, { row, hasPlace, hasAxes }: AskedBody, sums: Float64Array): void {
  for (let e = 0; e < EFFECTORS; e++) if (hasPlace[e]!) addPlaces(ends, rows, row, PLACES + 3 * e, sums);
  for (let e = 0; e < ENDS; e++) if (hasAxes[e]!) addAxes(ends, rows, row, AXES + 6 * e, sums);
}

/** Adds how far a place is off in each row, squared; `from` is where its three numbers are in a row. */
function addPlaces(ends: Float32Array, rows: number, asked: Float64Array, from: number, sums: Float64Array): void {
  const [x, y, z] = [asked[from]!, asked[from + 1]!, asked[from + 2]!];
  for (let row = 0, at = from * rows; row < rows; row++, at += 3) {
    const a = ends[at]! - x;
    const b = ends[at + 1]! - y;
    const c = ends[at + 2]! - z;
    sums[row]! += a * a + b * b + c * c;
  }
}

/** Adds how far two axes are off in each row, squared, at what they count; `from` is where their six numbers are in a row. */
function addAxes(ends: Float32Array, rows: number, asked: Float64Array, from: number, sums: Float64Array): void {
  const [x, y, z] = [asked[from]!, asked[from + 1]!, asked[from + 2]!];
  const [u, v, w] = [asked[from + 3]!, asked[from + 4]!, asked[from + 5]!];
  for (let row = 0, at = from * rows; row < rows; row++, at += 6) {
    const a = ends[at]! - x;
    const b = ends[at + 1]! - y;
    const c = ends[at + 2]! - z;
    const d = ends[at + 3]! - u;
    const e = ends[at + 4]! - v;
    const f = ends[at + 5]! - w;
    sums[row]! += AXIS * AXIS * (a * a + b * b + c * c + d * d + e * e + f * f);
  }
}
