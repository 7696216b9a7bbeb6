import { normalizeQuat } from '../../math/quat.ts';
import { rotationIndex, rotationOf, slideIndex, type Pose } from '../../skeleton/pose.ts';
import { KIND_SLIDE } from '../../skeleton/limit-table.ts';
import type { Mechanism } from './mechanism.ts';

/** Where the mechanism stands, joint by joint. */
export interface LocalState {
  /** The memory of all that is below, one after the other: copying a state is copying this. */
  readonly numbers: Float64Array;
  /** 4 × count: limit-frame rotation l of each joint, of unit length but for the rounding of its steps. */
  readonly rotations: Float64Array;
  /** Metres along z for each joint; 0 unless it slides. */
  readonly slides: Float64Array;
  /** Root translation, world, metres. */
  readonly root: Float64Array;
  /** 1 for joints that have moved since the pose came in. */
  readonly moved: Uint8Array;
}

/** Room for the state of `count` joints; all zeros. */
export function createLocalState(count: number): LocalState {
  const used = 5 * count + 3;
  const numbers = new Float64Array(used + Math.ceil(count / 8));
  return {
    numbers,
    rotations: numbers.subarray(0, 4 * count),
    slides: numbers.subarray(4 * count, 5 * count),
    root: numbers.subarray(5 * count, used),
    moved: new Uint8Array(numbers.buffer, 8 * used, count),
  };
}

/** The local state while it is being solved, and the world transforms that follow from it. */
export interface Configuration extends LocalState {
  /** 3 × count, world. */
  readonly positions: Float64Array;
  /** 4 × count, world rotation of the limit's fixed frame, in which l turns: the parent's frame · rest. */
  readonly bases: Float64Array;
  /** 4 × count, world rotation of the limit's moving frame: base · l. */
  readonly frames: Float64Array;
}

/** Room for the configuration of `count` joints; all zeros. */
export function createConfiguration(count: number): Configuration {
  return {
    ...createLocalState(count),
    positions: new Float64Array(3 * count),
    bases: new Float64Array(4 * count),
    frames: new Float64Array(4 * count),
  };
}

/**
 * Reads a joint's rotation from a pose, l = conj(P) · q · C, normalised, and how far it has slid. Returns false when q was not a unit quaternion to
 * rounding; one without direction (zero length) becomes no rotation.
 */
export function loadJoint(mechanism: Mechanism, pose: Pose, j: number, into: Configuration): boolean {
  const { limits, skeleton } = mechanism;
  const { parentFrames, childFrames } = limits;
  into.slides[j] = limits.kinds[j] === KIND_SLIDE ? pose[slideIndex(skeleton, skeleton.slides[j]!)]! : 0;
  const from = rotationIndex(j);
  const square = pose[from]! ** 2 + pose[from + 1]! ** 2 + pose[from + 2]! ** 2 + pose[from + 3]! ** 2;
  if (square > 0.25 && square < 4) {
    sandwich(parentFrames, 4 * j, -1, pose, from, childFrames, 4 * j, 1, into.rotations, 4 * j);
    return Math.abs(square - 1) < 1e-9;
  }
  const unit = Float64Array.from(normalizeQuat(rotationOf(pose, j)));
  sandwich(parentFrames, 4 * j, -1, unit, 0, childFrames, 4 * j, 1, into.rotations, 4 * j);
  return false;
}

/** Writes the rotation of joint `j`, of which `rotations` holds the four numbers from `from` on, at `at`: q = P · l · conj(C), normalised. */
export function storeRotation(
  { limits }: Mechanism,
  j: number,
  rotations: Float64Array,
  from: number,
  into: Float64Array,
  at: number,
): void {
  sandwich(limits.parentFrames, 4 * j, 1, rotations, from, limits.childFrames, 4 * j, -1, into, at);
}

/** Writes the state into `pose`; joints that `moved` does not mark get the bytes of `start`. */
export function writePose(mechanism: Mechanism, state: LocalState, moved: Uint8Array, start: Pose, pose: Pose): Pose {
  const { skeleton, limits } = mechanism;
  const { rotations, slides, root } = state;
  pose.set(start);
  pose.set(root);
  for (let j = 0; j < skeleton.count; j++) {
    if (moved[j] === 0) continue;
    storeRotation(mechanism, j, rotations, 4 * j, pose, rotationIndex(j));
    if (limits.kinds[j] === KIND_SLIDE) pose[slideIndex(skeleton, skeleton.slides[j]!)] = slides[j]!;
  }
  return pose;
}

/** out = a′ · b · c′, normalised, where a sign of −1 conjugates a or c. */
function sandwich(
  a: Float64Array,
  ao: number,
  aSign: number,
  b: Float64Array,
  bo: number,
  c: Float64Array,
  co: number,
  cSign: number,
  out: Float64Array,
  at: number,
): void {
  const ax = a[ao]! * aSign;
  const ay = a[ao + 1]! * aSign;
  const az = a[ao + 2]! * aSign;
  const aw = a[ao + 3]!;
  const bx = b[bo]!;
  const by = b[bo + 1]!;
  const bz = b[bo + 2]!;
  const bw = b[bo + 3]!;
  const cx = c[co]! * cSign;
  const cy = c[co + 1]! * cSign;
  const cz = c[co + 2]! * cSign;
  const cw = c[co + 3]!;
  const x = aw * bx + ax * bw + ay * bz - az * by;
  const y = aw * by - ax * bz + ay * bw + az * bx;
  const z = aw * bz + ax * by - ay * bx + az * bw;
  const w = aw * bw - ax * bx - ay * by - az * bz;
  const ox = w * cx + x * cw + y * cz - z * cy;
  const oy = w * cy - x * cz + y * cw + z * cx;
  const oz = w * cz + x * cy - y * cx + z * cw;
  const ow = w * cw - x * cx - y * cy - z * cz;
  const norm = 1 / Math.sqrt(ox * ox + oy * oy + oz * oz + ow * ow);
  out[at] = ox * norm;
  out[at + 1] = oy * norm;
  out[at + 2] = oz * norm;
  out[at + 3] = ow * norm;
}
