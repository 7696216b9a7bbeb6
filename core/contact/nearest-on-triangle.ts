/** Where on a triangle the nearest point lies: at a corner (0, 1, 2), on the edge from a corner to the next (3, 4, 5), or within (6). */
export const EDGE = 3;
export const WITHIN = 6;

/**
 * Writes the point of a triangle that is nearest to `p` to `out`, and returns where it lies. `a`, `b` and `c` are where in `points` its corners begin. The
 * point is a + v (b − a) + w (c − a), by the region of the triangle's plane that `p` is above (Ericson, Real-Time Collision Detection, 5.1.5).
 */
export function nearestOnTriangle(
  points: Float64Array,
  a: number,
  b: number,
  c: number,
  p: Float64Array,
  out: Float64Array,
): number {
  const ux = points[b]! - points[a]!;
  const uy = points[b + 1]! - points[a + 1]!;
  const uz = points[b + 2]! - points[a + 2]!;
  const wx = points[c]! - points[a]!;
  const wy = points[c + 1]! - points[a + 1]!;
  const wz = points[c + 2]! - points[a + 2]!;
  // The way from each corner to p along both sides that begin at a.
  const u1 = ux * (p[0]! - points[a]!) + uy * (p[1]! - points[a + 1]!) + uz * (p[2]! - points[a + 2]!);
  const w1 = wx * (p[0]! - points[a]!) + wy * (p[1]! - points[a + 1]!) + wz * (p[2]! - points[a + 2]!);
  const u2 = ux * (p[0]! - points[b]!) + uy * (p[1]! - points[b + 1]!) + uz * (p[2]! - points[b + 2]!);
  const w2 = wx * (p[0]! - points[b]!) + wy * (p[1]! - points[b + 1]!) + wz * (p[2]! - points[b + 2]!);
  const u3 = ux * (p[0]! - points[c]!) + uy * (p[1]! - points[c + 1]!) + uz * (p[2]! - points[c + 2]!);
  const w3 = wx * (p[0]! - points[c]!) + wy * (p[1]! - points[c + 1]!) + wz * (p[2]! - points[c + 2]!);
  const areaA = u2 * w3 - u3 * w2;
  const areaB = u3 * w1 - u1 * w3;
  const areaC = u1 * w2 - u2 * w1;
  let region = WITHIN;
  let v = 0;
  let w = 0;
  if (u1 <= 0 && w1 <= 0) region = 0;
  else if (u2 >= 0 && w2 <= u2) {
    region = 1;
    v = 1;
  } else if (areaC <= 0 && u1 >= 0 && u2 <= 0) {
    region = EDGE;
    v = u1 / (u1 - u2);
  } else if (w3 >= 0 && u3 <= w3) {
    region = 2;
    w = 1;
  } else if (areaB <= 0 && w1 >= 0 && w3 <= 0) {
    region = EDGE + 2;
    w = w1 / (w1 - w3);
  } else if (areaA <= 0 && w2 - u2 >= 0 && u3 - w3 >= 0) {
    region = EDGE + 1;
    w = (w2 - u2) / (w2 - u2 + (u3 - w3));
    v = 1 - w;
  } else {
    const sum = areaA + areaB + areaC;
    v = areaB / sum;
    w = areaC / sum;
  }
  out[0] = points[a]! + v * ux + w * wx;
  out[1] = points[a + 1]! + v * uy + w * wy;
  out[2] = points[a + 2]! + v * uz + w * wz;
  return region;
}
