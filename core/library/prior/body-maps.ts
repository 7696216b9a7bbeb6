import { between, type Steps } from '../../animation/steps.ts';
import { fitLinearMap, type Examples, type LinearMap } from './linear-map.ts';
import {
  AXES,
  ENDS,
  LIMB,
  LIMB_POLE,
  LIMB_SHARPNESS,
  LIMBS,
  PLACES,
  SHOULDER_TURN,
  SHOULDERS,
  STRIDE,
  TRUNK,
  TRUNK_JOINTS,
} from './pose-row.ts';
import type { PoseTable } from './pose-table.ts';

/** How the parts of a body usually follow its ends, learnt from a library. Inputs as {@link trunkInputsOf} and {@link limbInputsOf} have them. */
export interface BodyMaps {
  /** 21 → 15: places of the head, the hands, the chest and the upper chest, and the head's axes; rotation vectors of the trunk. */
  readonly trunk: LinearMap;
  /** 3 → 3: the hand's place; the collar bone's rotation vector. */
  readonly shoulder: LinearMap;
  /** 12 → 2: an end's place, its axes and the bend that is easy for it; where the bend points. */
  readonly arm: LinearMap;
  readonly leg: LinearMap;
}

export const TRUNK_INPUTS = 21;
export const LIMB_INPUTS = 12;
/** What a hand's place tells of the trunk beside the head's, and a unit axis beside a place. Our choice, by trial on motion capture. */
const HAND = 0.5;
const AXIS = 0.7;
/** How much a dependence must show before it is believed. */
const SHIFT = 0.02;
/** Edge of the cells in which poses share their say, so that a clip's thousand frames of standing do not outvote one reach: trunk or limb lengths. */
const CELL = 0.1;
const LEAST_SHARPNESS = 1e-3;
/** Rows that are looked at between two stops. */
const ROWS_A_STEP = 512;

export function* learnMaps({ numbers, rows }: PoseTable): Steps<BodyMaps> {
  const limbMap = function* (from: number): Steps<LinearMap> {
    const share = yield* between(0, 0.5, sharesByCell(numbers, rows, from, 3, CELL));
    const limbs: Examples = {
      count: rows,
      input: (row, i) => limbInputShare(i) * numbers[STRIDE * row + from + i]!,
      output: (row, i) => numbers[STRIDE * row + from + LIMB_POLE + i]!,
      weight: (row) => share[row]! * Math.max(LEAST_SHARPNESS, numbers[STRIDE * row + from + LIMB_SHARPNESS]!),
    };
    return yield* between(0.5, 1, fitLinearMap(LIMB_INPUTS, 2, limbs, SHIFT));
  };
  const arm = yield* between(0, 0.2, limbMap(LIMBS));
  const leg = yield* between(0.2, 0.4, limbMap(LIMBS + 2 * LIMB));
  const trunkShare = yield* between(0.4, 0.5, sharesByCell(numbers, rows, PLACES, 9, 2 * CELL));
  const trunks: Examples = {
    count: rows,
    input: (row, i) => trunkInput(numbers, STRIDE * row, i),
    output: (row, i) => numbers[STRIDE * row + TRUNK + i]!,
    weight: (row) => trunkShare[row]!,
  };
  const trunk = yield* between(0.5, 0.9, fitLinearMap(TRUNK_INPUTS, 3 * TRUNK_JOINTS, trunks, SHIFT));
  const shoulders: Examples = {
    count: rows,
    input: (row, i) => numbers[STRIDE * row + SHOULDERS + i]!,
    output: (row, i) => numbers[STRIDE * row + SHOULDERS + SHOULDER_TURN + i]!,
    weight: () => 1,
  };
  const shoulder = yield* between(0.9, 1, fitLinearMap(3, 3, shoulders, SHIFT));
  return { trunk, shoulder, arm, leg };
}

/** Input `i` of the trunk's map from a row: the head's place, its axes, the places of both hands, of chest and upper chest. */
function trunkInput(numbers: ArrayLike<number>, at: number, i: number): number {
  if (i < 3) return numbers[at + PLACES + i]!;
  if (i < 9) return AXIS * numbers[at + AXES + i - 3]!;
  if (i < 15) return HAND * numbers[at + PLACES + 3 + i - 9]!;
  return numbers[at + PLACES + 3 * ENDS + i - 15]!;
}

/** The inputs of the trunk's map from a row; into `into`, which is returned. */
export function trunkInputsOf(row: ArrayLike<number>, into: Float64Array): Float64Array {
  for (let i = 0; i < TRUNK_INPUTS; i++) into[i] = trunkInput(row, 0, i);
  return into;
}

/** The first `count` inputs of a limb's map from its part of a row, which begins at `at`; into `into`, which is returned. */
export function limbInputsOf(numbers: ArrayLike<number>, at: number, count: number, into: Float64Array): Float64Array {
  for (let i = 0; i < count; i++) into[i] = limbInputShare(i) * numbers[at + i]!;
  return into;
}

function limbInputShare(i: number): number {
  return i < 3 ? 1 : i < 9 ? AXIS : 1;
}

/** 1 over how many rows have the same cell. */
function* sharesByCell(numbers: Float32Array, rows: number, from: number, count: number, cell: number): Steps<Float64Array> {
  const counts = new Map<string, number>();
  const keys: string[] = [];
  for (let row = 0; row < rows; row++) {
    if (row > 0 && row % ROWS_A_STEP === 0) yield row / rows;
    let key = '';
    for (let i = 0; i < count; i++) key += `${Math.round(numbers[STRIDE * row + from + i]! / cell)},`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    keys.push(key);
  }
  return Float64Array.from(keys, (key) => 1 / counts.get(key)!);
}
