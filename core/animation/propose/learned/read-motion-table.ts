import { FEATURES } from './gap-features.ts';
import { WEIGHTS, type MotionTable } from './motion-table.ts';

/** First four bytes of a file of learned motion, and their version: "LMT1". */
export const MOTION_TABLE_MARK = 0x31544d4c;

/** Bytes before the lengths of gaps, and of each of these: seconds, number of gaps, and what one step of the whole numbers stands for in both of its lists. */
export const HEAD_BYTES = 16;
export const LENGTH_BYTES = 16;

/**
 * Learned motion from the bytes of a file: its mark, how many lengths of gaps it has, numbers of features and of weights (unsigned, four bytes each); then the head of each length;
 * then for each length the features and the weights of its gaps, whole numbers of two bytes. All little-endian. Throws a `RangeError` of one sentence for other bytes.
 */
export function readMotionTable(bytes: Uint8Array): MotionTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWhole = bytes.byteLength >= HEAD_BYTES && view.getUint32(0, true) === MOTION_TABLE_MARK;
  if (!isWhole || view.getUint32(8, true) !== FEATURES || view.getUint32(12, true) !== WEIGHTS)
    throw new RangeError('the learned motion must be a file that this version has made');
  const lengths = view.getUint32(4, true);
  let at = HEAD_BYTES + LENGTH_BYTES * lengths;
  const numbers = (count: number, step: number): Float32Array => {
    if (at + 2 * count > bytes.byteLength) throw new RangeError('the learned motion ends too early');
    const read = Float32Array.from({ length: count }, (_, i) => step * view.getInt16(at + 2 * i, true));
    at += 2 * count;
    return read;
  };
  return Array.from({ length: lengths }, (_, i) => {
    const head = HEAD_BYTES + LENGTH_BYTES * i;
    const count = view.getUint32(head + 4, true);
    const [seconds, featureStep, weightStep] = [0, 8, 12].map((by) => view.getFloat32(head + by, true)) as [
      number,
      number,
      number,
    ];
    return { seconds, features: numbers(FEATURES * count, featureStep), weights: numbers(WEIGHTS * count, weightStep) };
  });
}
