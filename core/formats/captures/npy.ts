import { decodeUtf8 } from '../text/utf8.ts';

/** An array of a NumPy file. */
export interface NpyArray {
  readonly shape: readonly number[];
  /** In C order, whatever the file's. Empty for texts. */
  readonly values: Float64Array;
}

/** Numbers that one array may hold: a quarter of an hour of SMPL-X at 100 frames a second. */
const MOST_NUMBERS = 1 << 24;
const MOST_DIMENSIONS = 8;

/** Size in bytes and how one is read, by what stands in `descr` behind the byte order. */
const TYPES: Readonly<Record<string, readonly [size: number, read: (view: DataView, at: number, little: boolean) => number]>> = {
  f4: [4, (view, at, little) => view.getFloat32(at, little)],
  f8: [8, (view, at, little) => view.getFloat64(at, little)],
  i1: [1, (view, at) => view.getInt8(at)],
  i2: [2, (view, at, little) => view.getInt16(at, little)],
  i4: [4, (view, at, little) => view.getInt32(at, little)],
  i8: [8, (view, at, little) => Number(view.getBigInt64(at, little))],
  u1: [1, (view, at) => view.getUint8(at)],
  u2: [2, (view, at, little) => view.getUint16(at, little)],
  u4: [4, (view, at, little) => view.getUint32(at, little)],
};

/**
 * Reads a NumPy .npy file, versions 1 to 3, as its format page states it: magic, version, length of the header, a Python dictionary of `descr`,
 * `fortran_order` and `shape`, then the values. Texts and objects give no values. Throws an `Error` with one sentence.
 */
export function readNpy(name: string, bytes: Uint8Array): NpyArray {
  const fail = (why: string): never => {
    throw new Error(`the array "${name.slice(0, 60)}" cannot be read: ${why}`);
  };
  if (bytes.length < 12 || bytes[0] !== 0x93 || decodeUtf8(bytes.subarray(1, 6)) !== 'NUMPY') fail('it is no NumPy array');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isFirst = bytes[6] === 1;
  const start = isFirst ? 10 : 12;
  const length = isFirst ? view.getUint16(8, true) : view.getUint32(8, true);
  if (start + length > bytes.length) fail('its end is missing');
  const header = decodeUtf8(bytes.subarray(start, start + length));
  const [, order = '', type = ''] = /'descr'\s*:\s*'([<>|=]?)([a-zA-Z]\d*)'/.exec(header) ?? [];
  const [, dimensions] = /'shape'\s*:\s*\(([\d\s,L]*)\)/.exec(header) ?? [];
  if (dimensions === undefined) return fail('it does not state its shape');
  const shape = (dimensions.match(/\d+/g) ?? []).map(Number);
  const count = shape.reduce((product, size) => product * size, 1);
  const found = TYPES[type];
  if (!found) return { shape, values: new Float64Array() };
  if (shape.length > MOST_DIMENSIONS || !(count <= MOST_NUMBERS))
    fail(`it holds more than the ${MOST_NUMBERS} numbers that can be read`);
  const [size, read] = found;
  const data = start + length;
  if (data + count * size > bytes.length) fail('its end is missing');
  const values = Float64Array.from({ length: count }, (_, i) => read(view, data + size * i, order !== '>'));
  return { shape, values: /'fortran_order'\s*:\s*True/.test(header) ? inCOrder(shape, values) : values };
}

/** Values of which the first index runs fastest, put so that the last one does. */
function inCOrder(shape: readonly number[], values: Float64Array): Float64Array {
  const result = new Float64Array(values.length);
  const strides = shape.map((_, axis) => shape.slice(0, axis).reduce((product, size) => product * size, 1));
  for (let i = 0; i < result.length; i++) {
    let rest = i;
    let from = 0;
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      from += (rest % shape[axis]!) * strides[axis]!;
      rest = Math.floor(rest / shape[axis]!);
    }
    result[i] = values[from]!;
  }
  return result;
}
