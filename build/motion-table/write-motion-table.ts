import { HEAD_BYTES, LENGTH_BYTES, MOTION_TABLE_MARK } from '../../core/animation/propose/learned/read-motion-table.ts';
import { FEATURES } from '../../core/animation/propose/learned/gap-features.ts';
import { WEIGHTS, type MotionTable } from '../../core/animation/propose/learned/motion-table.ts';

/** Greatest whole number of two bytes. */
const MOST = 32_767;

/** The bytes from which `readMotionTable` reads a table: its numbers rounded to two bytes each. */
export function writeMotionTable(table: MotionTable): Uint8Array {
  const numbers = table.reduce((sum, { features, weights }) => sum + features.length + weights.length, 0);
  const bytes = new Uint8Array(HEAD_BYTES + LENGTH_BYTES * table.length + 2 * numbers);
  const view = new DataView(bytes.buffer);
  [MOTION_TABLE_MARK, table.length, FEATURES, WEIGHTS].forEach((value, i) => view.setUint32(4 * i, value, true));
  let at = HEAD_BYTES + LENGTH_BYTES * table.length;
  table.forEach(({ seconds, features, weights }, i) => {
    const head = HEAD_BYTES + LENGTH_BYTES * i;
    view.setFloat32(head, seconds, true);
    view.setUint32(head + 4, features.length / FEATURES, true);
    [features, weights].forEach((list, k) => {
      const step = Math.fround(list.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / MOST) || 1;
      view.setFloat32(head + 8 + 4 * k, step, true);
      for (const value of list) {
        view.setInt16(at, Math.max(-MOST, Math.min(MOST, Math.round(value / step))), true);
        at += 2;
      }
    });
  });
  return bytes;
}
