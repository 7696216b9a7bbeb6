import type { Vec3 } from '../math/vec3.ts';

/** Points smoothed over time: two moving averages over `reach` frames on both sides. Flat, 3 × points. */
export function smoothed(points: readonly Vec3[], reach: number): Float64Array {
  const result = new Float64Array(3 * points.length);
  for (let c = 0; c < 3; c++) {
    const values = average(
      average(
        Float64Array.from(points, (point) => point[c]!),
        reach,
      ),
      reach,
    );
    values.forEach((value, i) => {
      result[3 * i + c] = value;
    });
  }
  return result;
}

/** Points that change smoothly and go, axis by axis and in each direction, as far as those given, before and after too. Flat, 3 × points. */
export function enveloped(points: readonly Vec3[], reach: number): Float64Array {
  const result = new Float64Array(3 * points.length);
  for (let c = 0; c < 3; c++) {
    for (const direction of [1, -1]) {
      const curve = risingEnvelope(
        Float64Array.from(points, (point) => Math.max(0, direction * point[c]!)),
        reach,
      );
      curve.forEach((value, i) => {
        result[3 * i + c] = result[3 * i + c]! + direction * value;
      });
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
