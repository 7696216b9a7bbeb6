import { powerOfTwo } from '../../math/elementary.ts';
import { damagedMeshopt as damaged } from './meshopt-damage.ts';

/** How the elements of a stream are stored, by the names that the extensions give. */
export type MeshoptFilter = 'NONE' | 'OCTAHEDRAL' | 'QUATERNION' | 'EXPONENTIAL' | 'COLOR';

/** Undoes a filter in place. `bytes` hold elements of `stride` bytes each. Throws an `Error` with one sentence for a stride that the filter never has. */
export function applyMeshoptFilter(bytes: Uint8Array, stride: number, filter: MeshoptFilter): void {
  const allowed = STRIDES[filter];
  if (allowed && !allowed.includes(stride)) throw damaged(`its ${NOUNS[filter]} have a stride of ${stride}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (filter === 'EXPONENTIAL') {
    // Eight bits of exponent above 24 of mantissa: 2ᵉ · m.
    for (let at = 0; at < bytes.length; at += 4) {
      const value = view.getInt32(at, true);
      view.setFloat32(at, powerOfTwo(value >> 24) * ((value << 8) >> 8), true);
    }
    return;
  }
  const undo = UNDO[filter];
  if (!undo) return;
  for (let at = 0; at < bytes.length; at += stride) undo(view, at, stride / 4);
}

const STRIDES: Partial<Record<MeshoptFilter, readonly number[]>> = { QUATERNION: [8], OCTAHEDRAL: [4, 8], COLOR: [4, 8] };
const NOUNS: Readonly<Record<MeshoptFilter, string>> = {
  NONE: 'elements',
  EXPONENTIAL: 'numbers',
  QUATERNION: 'rotations',
  OCTAHEDRAL: 'directions',
  COLOR: 'colours',
};

/** Undoes the filter of one element of four components of `size` bytes (1 or 2). */
type Undo = (view: DataView, at: number, size: number) => void;

const UNDO: Partial<Record<MeshoptFilter, Undo>> = {
  QUATERNION: decodeQuaternion,
  OCTAHEDRAL: decodeDirection,
  COLOR: decodeColour,
};

/** Three components, scaled to the range that all but the largest have, and in the fourth the range and the largest one's index. */
function decodeQuaternion(view: DataView, at: number): void {
  const last = view.getInt16(at + 6, true);
  const scale = Math.SQRT1_2 / (last | 3);
  const three = [0, 2, 4].map((offset) => view.getInt16(at + offset, true) * scale);
  const rest = 1 - three.reduce((sum, value) => sum + value * value, 0);
  const largest = last & 3;
  [Math.sqrt(Math.max(0, rest)), ...three].forEach((value, i) => {
    view.setInt16(at + 2 * ((largest + i) & 3), Math.round(value * 32767), true);
  });
}

/** A unit vector folded onto an octahedron: two components over the third, which says what 1 is. The fourth stays. */
function decodeDirection(view: DataView, at: number, size: number): void {
  const most = size === 1 ? 127 : 32767;
  const one = signed(view, at, 2, size);
  let x = signed(view, at, 0, size) / one;
  let y = signed(view, at, 1, size) / one;
  // z = 1 − |x| − |y|; below the equator the corners are folded back.
  const z = 1 - Math.abs(x) - Math.abs(y);
  const fold = Math.max(-z, 0);
  x -= x >= 0 ? fold : -fold;
  y -= y >= 0 ? fold : -fold;
  const scale = most / Math.sqrt(x * x + y * y + z * z);
  [x, y, z].forEach((value, i) => put(view, at, i, size, Math.round(value * scale)));
}

/** Y, Co, Cg and alpha, of as many bits as the highest one of alpha says: r = y + co − cg, g = y + cg, b = y − co − cg. */
function decodeColour(view: DataView, at: number, size: number): void {
  const most = size === 1 ? 255 : 65535;
  const stored = signed(view, at, 3, size) & most;
  let range = 0;
  while (range < stored) range = 2 * range + 1;
  const y = signed(view, at, 0, size) & most;
  const co = signed(view, at, 1, size);
  const cg = signed(view, at, 2, size);
  const alpha = stored & (range >> 1);
  const scale = range > 0 ? most / range : 0;
  [y + co - cg, y + cg, y - co - cg, (alpha << 1) | (alpha & 1)].forEach((value, i) =>
    put(view, at, i, size, Math.round(value * scale)),
  );
}

function signed(view: DataView, at: number, component: number, size: number): number {
  return size === 1 ? view.getInt8(at + component) : view.getInt16(at + 2 * component, true);
}

function put(view: DataView, at: number, component: number, size: number, value: number): void {
  if (size === 1) view.setInt8(at + component, value);
  else view.setInt16(at + 2 * component, value, true);
}
