import type { Vec3 } from '../math/vec3.ts';

/** Seconds in which a shift comes and goes. */
const SPREAD = 0.25;

/**
 * Shifts that grow and fade smoothly and reach, axis by axis and in each direction, at least those that were asked for (3 × frames,
 * metres): the largest nearby, then two moving averages of the same width. Null when none was asked for.
 */
export function smoothEnvelope(shifts: readonly Vec3[], fps: number): Float64Array | null {
  if (shifts.every(([x, y, z]) => x === 0 && y === 0 && z === 0)) return null;
  const reach = Math.max(1, Math.round(SPREAD * fps));
  const result = new Float64Array(3 * shifts.length);
  for (let c = 0; c < 3; c++) {
    for (const direction of [1, -1]) {
      const asked = Float64Array.from(shifts, (shift) => Math.max(0, direction * shift[c]!));
      const smooth = risingEnvelope(asked, reach);
      for (let frame = 0; frame < shifts.length; frame++) result[3 * frame + c] = result[3 * frame + c]! + direction * smooth[frame]!;
    }
  }
  return result;
}

/** A smooth curve that is nowhere below `values` ≥ 0 and back at 0 within 2 · `reach` frames. */
export function risingEnvelope(values: Float64Array, reach: number): Float64Array {
  if (values.every((value) => value === 0)) return values;
  return average(average(largestNearby(values, 2 * reach), reach), reach);
}

function largestNearby(values: Float64Array, reach: number): Float64Array {
  return values.map((_, frame) => {
    let largest = 0;
    for (let i = Math.max(0, frame - reach); i <= Math.min(values.length - 1, frame + reach); i++) {
      largest = Math.max(largest, values[i]!);
    }
    return largest;
  });
}

/** Mean over `reach` frames on both sides; the ends count as going on. */
function average(values: Float64Array, reach: number): Float64Array {
  const count = values.length;
  const at = (frame: number) => values[Math.min(count - 1, Math.max(0, frame))]!;
  const means = new Float64Array(count);
  let sum = 0;
  for (let i = -reach; i <= reach; i++) sum += at(i);
  for (let frame = 0; frame < count; frame++) {
    means[frame] = sum / (2 * reach + 1);
    sum += at(frame + reach + 1) - at(frame - reach);
  }
  return means;
}
