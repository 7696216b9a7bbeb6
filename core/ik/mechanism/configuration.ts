import { normalizeQuat } from '../../math/quat.ts';
import { rotationIndex, rotationOf, slideIndex, type Pose } from '../../skeleton/pose.ts';
import { KIND_SLIDE } from '../../skeleton/limit-table.ts';
import type { Mechanism } from './mechanism.ts';

/** Where the mechanism stands, joint by joint. */
export interface LocalState {
  /** All of the numbers below, one after the other: copying a state is copying this. */
  readonly numbers: Float64Array;
  /** 4 × count: limit-frame rotation l of each joint, of unit length but for the rounding of its steps. */
  readonly rotations: Float64Array;
  /** Metres along z for each joint; 0 unless it slides. */
  readonly slides: Float64Array;
  /** Root translation, world, metres. */
  readonly root: Float64Array;
}

export function createLocalState(count: number): LocalState {
  const numbers = new Float64Array(5 * count + 3);
  return {
    numbers,
    rotations: numbers.subarray(0, 4 * count),
    slides: numbers.subarray(4 * count, 5 * count),
    root: numbers.subarray(5 * count),
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

/**
 * World transforms of the first `length` joints of `list`, parents before children, from their parents' and their local state: what `placeJoint` does,
 * with the last joint's transform kept at hand, which is mostly the parent of the next.
 */
export function placeJoints(mechanism: Mechanism, c: Configuration, list: Int32Array, length: number): void {
  const { offsets, rests, limits } = mechanism;
  const { parents, root } = mechanism.skeleton;
  const { positions, bases, frames, rotations } = c;
  let last = -1;
  let qx = 0;
  let qy = 0;
  let qz = 0;
  let qw = 1;
  let px = 0;
  let py = 0;
  let pz = 0;
  for (let i = 0; i < length; i++) {
    const j = list[i]!;
    const parent = parents[j]!;
    if (parent !== last) {
      const above = parent >= 0;
      qx = above ? frames[4 * parent]! : 0;
      qy = above ? frames[4 * parent + 1]! : 0;
      qz = above ? frames[4 * parent + 2]! : 0;
      qw = above ? frames[4 * parent + 3]! : 1;
      px = above ? positions[3 * parent]! : 0;
      py = above ? positions[3 * parent + 1]! : 0;
      pz = above ? positions[3 * parent + 2]! : 0;
    }
    const p = 3 * j;
    const r = 4 * j;
    const ox = offsets[p]!;
    const oy = offsets[p + 1]!;
    const oz = offsets[p + 2]!;
    const tx = 2 * (qy * oz - qz * oy);
    const ty = 2 * (qz * ox - qx * oz);
    const tz = 2 * (qx * oy - qy * ox);
    px += ox + qw * tx + qy * tz - qz * ty;
    py += oy + qw * ty + qz * tx - qx * tz;
    pz += oz + qw * tz + qx * ty - qy * tx;
    if (j === root) {
      px += c.root[0]!;
      py += c.root[1]!;
      pz += c.root[2]!;
    }
    const ax = rests[r]!;
    const ay = rests[r + 1]!;
    const az = rests[r + 2]!;
    const aw = rests[r + 3]!;
    let gx = qx;
    let gy = qy;
    let gz = qz;
    let gw = qw;
    // Most rests of chains are no rotation at all.
    if (aw !== 1) {
      gx = qw * ax + qx * aw + qy * az - qz * ay;
      gy = qw * ay - qx * az + qy * aw + qz * ax;
      gz = qw * az + qx * ay - qy * ax + qz * aw;
      gw = qw * aw - qx * ax - qy * ay - qz * az;
    }
    bases[r] = gx;
    bases[r + 1] = gy;
    bases[r + 2] = gz;
    bases[r + 3] = gw;
    const lx = rotations[r]!;
    const ly = rotations[r + 1]!;
    const lz = rotations[r + 2]!;
    const lw = rotations[r + 3]!;
    qx = gw * lx + gx * lw + gy * lz - gz * ly;
    qy = gw * ly - gx * lz + gy * lw + gz * lx;
    qz = gw * lz + gx * ly - gy * lx + gz * lw;
    qw = gw * lw - gx * lx - gy * ly - gz * lz;
    if (limits.kinds[j] === KIND_SLIDE) {
      const slide = c.slides[j]!;
      px += slide * 2 * (gx * gz + gw * gy);
      py += slide * 2 * (gy * gz - gw * gx);
      pz += slide * (1 - 2 * (gx * gx + gy * gy));
    }
    positions[p] = px;
    positions[p + 1] = py;
    positions[p + 2] = pz;
    frames[r] = qx;
    frames[r + 1] = qy;
    frames[r + 2] = qz;
    frames[r + 3] = qw;
    last = j;
  }
}

/** World transform of one joint from its parent's. */
export function placeJoint(mechanism: Mechanism, c: Configuration, j: number): void {
  placeBase(mechanism, c, j);
  placeFrame(mechanism, c, j);
}

/** What a joint's own movement leaves as it is: base = parent's frame · rest, position = parent's + offset. */
export function placeBase({ offsets, rests, skeleton }: Mechanism, c: Configuration, j: number): void {
  const { positions, frames, bases } = c;
  const parent = skeleton.parents[j]!;
  const above = parent >= 0;
  const p = 3 * j;
  const r = 4 * j;
  const qx = above ? frames[4 * parent]! : 0;
  const qy = above ? frames[4 * parent + 1]! : 0;
  const qz = above ? frames[4 * parent + 2]! : 0;
  const qw = above ? frames[4 * parent + 3]! : 1;
  const ox = offsets[p]!;
  const oy = offsets[p + 1]!;
  const oz = offsets[p + 2]!;
  const tx = 2 * (qy * oz - qz * oy);
  const ty = 2 * (qz * ox - qx * oz);
  const tz = 2 * (qx * oy - qy * ox);
  let x = ox + qw * tx + qy * tz - qz * ty;
  let y = oy + qw * ty + qz * tx - qx * tz;
  let z = oz + qw * tz + qx * ty - qy * tx;
  if (above) {
    x += positions[3 * parent]!;
    y += positions[3 * parent + 1]!;
    z += positions[3 * parent + 2]!;
  }
  if (j === skeleton.root) {
    x += c.root[0]!;
    y += c.root[1]!;
    z += c.root[2]!;
  }
  positions[p] = x;
  positions[p + 1] = y;
  positions[p + 2] = z;
  const ax = rests[r]!;
  const ay = rests[r + 1]!;
  const az = rests[r + 2]!;
  const aw = rests[r + 3]!;
  bases[r] = qw * ax + qx * aw + qy * az - qz * ay;
  bases[r + 1] = qw * ay - qx * az + qy * aw + qz * ax;
  bases[r + 2] = qw * az + qx * ay - qy * ax + qz * aw;
  bases[r + 3] = qw * aw - qx * ax - qy * ay - qz * az;
}

/** What it does move: frame = base · l, and the position by the slide along z. */
export function placeFrame({ limits }: Mechanism, c: Configuration, j: number): void {
  const { bases, frames, rotations } = c;
  const r = 4 * j;
  const gx = bases[r]!;
  const gy = bases[r + 1]!;
  const gz = bases[r + 2]!;
  const gw = bases[r + 3]!;
  const lx = rotations[r]!;
  const ly = rotations[r + 1]!;
  const lz = rotations[r + 2]!;
  const lw = rotations[r + 3]!;
  frames[r] = gw * lx + gx * lw + gy * lz - gz * ly;
  frames[r + 1] = gw * ly - gx * lz + gy * lw + gz * lx;
  frames[r + 2] = gw * lz + gx * ly - gy * lx + gz * lw;
  frames[r + 3] = gw * lw - gx * lx - gy * ly - gz * lz;
  if (limits.kinds[j] !== KIND_SLIDE) return;
  const { positions } = c;
  const slide = c.slides[j]!;
  positions[3 * j]! += slide * 2 * (gx * gz + gw * gy);
  positions[3 * j + 1]! += slide * 2 * (gy * gz - gw * gx);
  positions[3 * j + 2]! += slide * (1 - 2 * (gx * gx + gy * gy));
}

/** Largest turn of a joint between two sets of rotations, as twice the length of the quaternions' difference: about radians. */
export function farthestTurn(a: Float64Array, b: Float64Array): number {
  let farthest = 0;
  for (let o = 0; o < a.length; o += 4) {
    const dot = a[o]! * b[o]! + a[o + 1]! * b[o + 1]! + a[o + 2]! * b[o + 2]! + a[o + 3]! * b[o + 3]!;
    farthest = Math.max(farthest, 1 - Math.abs(dot));
  }
  return 2 * Math.sqrt(2 * farthest);
}
