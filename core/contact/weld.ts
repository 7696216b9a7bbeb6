/** Points that lie in the same place, made one. */
export interface Welded {
  /** Three numbers a point, metres. */
  readonly points: Float64Array;
  /** The point of each index, of which three are a triangle. */
  readonly corners: Int32Array;
}

/** Makes one of all points that have the very same coordinates, so that triangles that share a place share a point. Open addressing over their bits. */
export function weldPoints(positions: Float32Array, indices: Uint32Array): Welded {
  // + 0 makes 0 of −0, which is the same place.
  const values = positions.map((value) => value + 0);
  const bits = new Int32Array(values.buffer);
  const count = values.length / 3;
  let size = 4;
  while (size < 2 * count) size *= 2;
  const slots = new Int32Array(size).fill(-1);
  const pointOf = new Int32Array(count);
  const points: number[] = [];
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [bits[3 * i]!, bits[3 * i + 1]!, bits[3 * i + 2]!];
    let slot = hashOf(x, y, z) & (size - 1);
    for (; slots[slot] !== -1; slot = (slot + 1) & (size - 1)) {
      const other = slots[slot]!;
      if (bits[3 * other] === x && bits[3 * other + 1] === y && bits[3 * other + 2] === z) break;
    }
    if (slots[slot] === -1) {
      slots[slot] = i;
      pointOf[i] = points.length / 3;
      points.push(values[3 * i]!, values[3 * i + 1]!, values[3 * i + 2]!);
    } else pointOf[i] = pointOf[slots[slot]!]!;
  }
  return { points: Float64Array.from(points), corners: Int32Array.from(indices, (index) => pointOf[index]!) };
}

/** Spreads the bits of three numbers over one: multiplied by odd numbers and folded (Teschner et al. 2003). */
function hashOf(x: number, y: number, z: number): number {
  const mixed = Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 8;
}
