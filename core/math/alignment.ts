/**
 * Wahba's problem: the rotation R that minimises Σ w |R u − v|² over weighted vector pairs.
 *
 * With M = Σ w u vᵀ, z = Σ w u × v and σ = tr M, Davenport's q-method maximises qᵀ K q over unit quaternions q = (x, y, z, w):
 *
 *     K = | M + Mᵀ − σ I   z |
 *         |      zᵀ        σ |
 *
 * A wanted rotation d (an orientation goal) adds a multiple of d dᵀ. K is kept as the ten numbers of its upper triangle:
 * xx xy xz xw yy yz yw zz zw ww; behind them, from {@link ADDED} on, stands what is added next, since engines allocate numbers that a call is given.
 */
export const ALIGNMENT_SIZE = 17;
export const ADDED = 10;

/** Adds to `k` the pair (u, v) that stands behind it: its weight, ux, uy, uz, vx, vy, vz. */
export function addPair(k: Float64Array): void {
  const weight = k[ADDED]!;
  const ux = k[ADDED + 1]!;
  const uy = k[ADDED + 2]!;
  const uz = k[ADDED + 3]!;
  const vx = k[ADDED + 4]!;
  const vy = k[ADDED + 5]!;
  const vz = k[ADDED + 6]!;
  const xx = weight * ux * vx;
  const yy = weight * uy * vy;
  const zz = weight * uz * vz;
  k[0]! += xx - yy - zz;
  k[1]! += weight * (ux * vy + uy * vx);
  k[2]! += weight * (ux * vz + uz * vx);
  k[3]! += weight * (uy * vz - uz * vy);
  k[4]! += yy - xx - zz;
  k[5]! += weight * (uy * vz + uz * vy);
  k[6]! += weight * (uz * vx - ux * vz);
  k[7]! += zz - xx - yy;
  k[8]! += weight * (ux * vy - uy * vx);
  k[9]! += xx + yy + zz;
}

/** Adds to `k` weight · d dᵀ, which pulls the rotation towards the unit quaternion d: behind `k` stand the weight and d’s x, y, z, w. */
export function addRotation(k: Float64Array): void {
  const weight = k[ADDED]!;
  const x = k[ADDED + 1]!;
  const y = k[ADDED + 2]!;
  const z = k[ADDED + 3]!;
  const w = k[ADDED + 4]!;
  k[0]! += weight * x * x;
  k[1]! += weight * x * y;
  k[2]! += weight * x * z;
  k[3]! += weight * x * w;
  k[4]! += weight * y * y;
  k[5]! += weight * y * z;
  k[6]! += weight * y * w;
  k[7]! += weight * z * z;
  k[8]! += weight * z * w;
  k[9]! += weight * w * w;
}

/** Writes qᵀ K q behind `k`: Σ w v · R u over the pairs, for the rotation R that the unit quaternion `q` is. */
export function writeGain(k: Float64Array, q: Float64Array): void {
  const x = q[0]!;
  const y = q[1]!;
  const z = q[2]!;
  const w = q[3]!;
  const mixed = y * (k[1]! * x + k[5]! * z + k[6]! * w) + z * (k[2]! * x + k[8]! * w) + k[3]! * x * w;
  k[ADDED] = k[0]! * x * x + k[4]! * y * y + k[7]! * z * z + k[9]! * w * w + 2 * mixed;
}

/** Most squarings of the shifted matrix: each doubles the number of power steps. */
const SQUARINGS = 14;
/** Change of the trace of the normalised matrix by a squaring below which only the best rotations are left in it. */
const SETTLED = 1e-12;

/**
 * The unit quaternion (w ≥ 0) that K favours most, written to `out` as x y z w; among equally good ones the one nearest to no rotation.
 *
 * Power iteration from the identity, sped up by squaring: K is shifted to be positive semidefinite and squared until only its largest eigenvalue
 * is left; the last column is then that power applied to the identity. Where only half turns are best, the identity has no part in them, and the
 * one nearest to a half turn about an axis of the world is taken. `k` is read only. Returns false (no rotation) when K says nothing.
 */
export function bestRotation(k: Float64Array, out: Float64Array): boolean {
  // Every row sum of absolute values bounds the eigenvalues (Gershgorin).
  let a = k[0]!;
  let b = k[1]!;
  let c = k[2]!;
  let d = k[3]!;
  let e = k[4]!;
  let f = k[5]!;
  let g = k[6]!;
  let h = k[7]!;
  let i = k[8]!;
  let j = k[9]!;
  const shift = Math.max(
    Math.abs(a) + Math.abs(b) + Math.abs(c) + Math.abs(d),
    Math.abs(b) + Math.abs(e) + Math.abs(f) + Math.abs(g),
    Math.abs(c) + Math.abs(f) + Math.abs(h) + Math.abs(i),
    Math.abs(d) + Math.abs(g) + Math.abs(i) + Math.abs(j),
  );
  if (!(shift > 0)) return false;
  a += shift;
  e += shift;
  h += shift;
  j += shift;
  let before = 0;
  for (let power = 0; power < SQUARINGS; power++) {
    const trace = a + e + h + j;
    if (Math.abs(trace - before) < SETTLED) break;
    before = trace;
    const scale = 1 / trace;
    a *= scale;
    b *= scale;
    c *= scale;
    d *= scale;
    e *= scale;
    f *= scale;
    g *= scale;
    h *= scale;
    i *= scale;
    j *= scale;
    const bb = b * b;
    const cc = c * c;
    const dd = d * d;
    const ff = f * f;
    const gg = g * g;
    const ii = i * i;
    const nb = a * b + b * e + c * f + d * g;
    const nc = a * c + b * f + c * h + d * i;
    const nd = a * d + b * g + c * i + d * j;
    const nf = b * c + e * f + f * h + g * i;
    const ng = b * d + e * g + f * i + g * j;
    const ni = c * d + f * g + h * i + i * j;
    a = a * a + bb + cc + dd;
    e = bb + e * e + ff + gg;
    h = cc + ff + h * h + ii;
    j = dd + gg + ii + j * j;
    b = nb;
    c = nc;
    d = nd;
    f = nf;
    g = ng;
    i = ni;
  }
  const trace = a + e + h + j;
  let x = d;
  let y = g;
  let z = i;
  let w = j;
  // Special case: the identity has no part in the best rotations, which are half turns. The axis of the world that has most part in them decides.
  if (!(x * x + y * y + z * z + w * w > 1e-24 * trace * trace)) {
    [x, y, z, w] = a >= e && a >= h ? [a, b, c, d] : e >= h ? [b, e, f, g] : [c, f, h, i];
  }
  const norm = Math.sqrt(x * x + y * y + z * z + w * w);
  const sign = w < 0 ? -1 : 1;
  out[0] = (sign * x) / norm;
  out[1] = (sign * y) / norm;
  out[2] = (sign * z) / norm;
  out[3] = (sign * w) / norm;
  return true;
}
