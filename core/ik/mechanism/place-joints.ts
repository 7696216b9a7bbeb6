import { multiplyPacked } from '../../math/packed-quats.ts';
import { KIND_SLIDE } from '../../skeleton/limit-table.ts';
import type { Configuration } from './configuration.ts';
import type { Mechanism } from './mechanism.ts';

/**
 * World transforms of the first `length` joints of `list`, parents before children, from their parents' and their local state: what `placeJoint`
 * does, with the last joint's transform kept at hand, which is mostly the parent of the next.
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
  multiplyPacked(bases, r, rotations, r, frames, r);
  if (limits.kinds[j] !== KIND_SLIDE) return;
  const { positions } = c;
  const slide = c.slides[j]!;
  const gx = bases[r]!;
  const gy = bases[r + 1]!;
  const gz = bases[r + 2]!;
  const gw = bases[r + 3]!;
  positions[3 * j]! += slide * 2 * (gx * gz + gw * gy);
  positions[3 * j + 1]! += slide * 2 * (gy * gz - gw * gx);
  positions[3 * j + 2]! += slide * (1 - 2 * (gx * gx + gy * gy));
}
