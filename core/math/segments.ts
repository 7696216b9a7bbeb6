import { clamp } from './angles.ts';

/** Where two segments come nearest to each other: shares of their ways, 0 to 1, and the squared distance. */
export interface NearestOnSegments {
  first: number;
  second: number;
  square: number;
}

/** Squared length below which a segment is a point. */
const POINT = 1e-18;

/**
 * Writes where the segments a–b and c–d, 3 numbers each at these places of `points`, come nearest to each other (Ericson, Real-Time Collision Detection,
 * 5.1.9). Of parallel segments one of the nearest pairs.
 */
export function nearestOnSegments(
  points: ArrayLike<number>,
  a: number,
  b: number,
  c: number,
  d: number,
  out: NearestOnSegments,
): void {
  const ux = points[b]! - points[a]!;
  const uy = points[b + 1]! - points[a + 1]!;
  const uz = points[b + 2]! - points[a + 2]!;
  const vx = points[d]! - points[c]!;
  const vy = points[d + 1]! - points[c + 1]!;
  const vz = points[d + 2]! - points[c + 2]!;
  const rx = points[a]! - points[c]!;
  const ry = points[a + 1]! - points[c + 1]!;
  const rz = points[a + 2]! - points[c + 2]!;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const vr = vx * rx + vy * ry + vz * rz;
  let s = 0;
  let t = 0;
  if (uu <= POINT) t = vv <= POINT ? 0 : clamp(vr / vv, 0, 1);
  else {
    const ur = ux * rx + uy * ry + uz * rz;
    if (vv <= POINT) s = clamp(-ur / uu, 0, 1);
    else {
      const uv = ux * vx + uy * vy + uz * vz;
      const area = uu * vv - uv * uv;
      s = area > 1e-12 * uu * vv ? clamp((uv * vr - ur * vv) / area, 0, 1) : 0.5;
      t = (uv * s + vr) / vv;
      if (t < 0 || t > 1) {
        t = clamp(t, 0, 1);
        s = clamp((uv * t - ur) / uu, 0, 1);
      }
    }
  }
  const x = rx + s * ux - t * vx;
  const y = ry + s * uy - t * vy;
  const z = rz + s * uz - t * vz;
  out.first = s;
  out.second = t;
  out.square = x * x + y * y + z * z;
}
