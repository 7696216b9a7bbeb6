import { hypot } from '../../math/elementary.ts';
import { anglePacked, multiplyPacked } from '../../math/packed-quats.ts';
import { IDENTITY } from '../../math/quat.ts';
import { writeRotation } from '../gltf/matrix.ts';

/** How far a written file is from what was meant, over all joints and all moments that were compared. */
export interface LargestErrors {
  /** Metres. */
  readonly distance: number;
  /** Radians. */
  readonly angle: number;
  /** Of an expression or a morph target; missing where there is none to compare. */
  readonly weight?: number;
}

/** Compares joints, one after the other, with the nodes that a file has for them. */
export interface ErrorMeter {
  /** Where the joint is meant to be: 3 numbers, world, metres. To be filled before `compare`. */
  readonly position: Float64Array;
  /** How it is meant to be turned: 4 numbers. To be filled before `compare`. */
  readonly rotation: Float64Array;
  /** Takes in the difference to the matrix at `matrices[at…]`, whose rotation is first multiplied by the one at `since[k…]`. Allocates nothing. */
  compare(matrices: Float64Array, at: number, since?: Float64Array, k?: number): void;
  /** The largest differences so far. */
  largest(): { readonly distance: number; readonly angle: number };
}

const UNTURNED = /* @__PURE__ */ Float64Array.from(IDENTITY);

export function createErrorMeter(): ErrorMeter {
  const meter: Meter = {
    position: new Float64Array(3),
    rotation: new Float64Array(4),
    written: new Float64Array(4),
    most: new Float64Array(2),
  };
  const { position, rotation, most } = meter;
  return {
    position,
    rotation,
    compare: (matrices, at, since = UNTURNED, k = 0) => compare(meter, matrices, at, since, k),
    largest: () => ({ distance: most[0]!, angle: most[1]! }),
  };
}

interface Meter {
  readonly position: Float64Array;
  readonly rotation: Float64Array;
  /** Scratch: the rotation of a node. */
  readonly written: Float64Array;
  /** Distance and angle: numbers in an array are none that are allocated. */
  readonly most: Float64Array;
}

function compare(meter: Meter, matrices: Float64Array, at: number, since: Float64Array, k: number): void {
  const { position, rotation, written, most } = meter;
  const x = position[0]! - matrices[at + 12]!;
  const y = position[1]! - matrices[at + 13]!;
  const z = position[2]! - matrices[at + 14]!;
  writeRotation(matrices, at, written, 0);
  multiplyPacked(written, 0, since, k, written, 0);
  most[0] = Math.max(most[0]!, hypot(x, y, z));
  most[1] = Math.max(most[1]!, anglePacked(rotation, 0, written, 0));
}
