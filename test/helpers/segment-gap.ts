import { clamp } from '../../core/math/angles.ts';
import { distance, dot, lerp, subtract, type Vec3 } from '../../core/math/vec3.ts';

/** The distance of two segments: from points of the one, ever closer about the nearest, to the other. */
export function segmentGap([a, b]: readonly [Vec3, Vec3], segment: readonly [Vec3, Vec3]): number {
  let [low, high] = [0, 1];
  for (let round = 0; round < 40; round++) {
    const [one, two] = [low + (high - low) / 3, high - (high - low) / 3];
    if (toSegment(lerp(a, b, one), segment) < toSegment(lerp(a, b, two), segment)) high = two;
    else low = one;
  }
  return toSegment(lerp(a, b, (low + high) / 2), segment);
}

function toSegment(point: Vec3, [start, end]: readonly [Vec3, Vec3]): number {
  const way = subtract(end, start);
  const square = dot(way, way);
  return distance(point, lerp(start, end, square > 0 ? clamp(dot(subtract(point, start), way) / square, 0, 1) : 0));
}
