// Vectors inside packed arrays, for what is done with every joint of every frame: nothing here allocates. `a[i…]` is the vector that begins at index i;
// `into` may be one of the arguments.

/** `into[at…]` ← a × b. */
export function crossPacked(a: Float64Array, i: number, b: Float64Array, k: number, into: Float64Array, at: number): void {
  const x = a[i + 1]! * b[k + 2]! - a[i + 2]! * b[k + 1]!;
  const y = a[i + 2]! * b[k]! - a[i]! * b[k + 2]!;
  const z = a[i]! * b[k + 1]! - a[i + 1]! * b[k]!;
  into[at] = x;
  into[at + 1] = y;
  into[at + 2] = z;
}

/** a · b. */
export function dotPacked(a: Float64Array, i: number, b: Float64Array, k: number): number {
  return a[i]! * b[k]! + a[i + 1]! * b[k + 1]! + a[i + 2]! * b[k + 2]!;
}

/** `into[at…]` ← a + s b. */
export function addScaledPacked(
  a: Float64Array,
  i: number,
  s: number,
  b: Float64Array,
  k: number,
  into: Float64Array,
  at: number,
): void {
  for (let c = 0; c < 3; c++) into[at + c] = a[i + c]! + s * b[k + c]!;
}

/** `into[at…]` ← a without its part along the unit vector at `axis[k…]`. */
export function rejectPacked(a: Float64Array, i: number, axis: Float64Array, k: number, into: Float64Array, at: number): void {
  addScaledPacked(a, i, -dotPacked(a, i, axis, k), axis, k, into, at);
}

/** Brings the vector at `v[at…]` to length 1; one without a direction becomes zeros. */
export function unitPacked(v: Float64Array, at: number): void {
  const n = Math.sqrt(v[at]! * v[at]! + v[at + 1]! * v[at + 1]! + v[at + 2]! * v[at + 2]!);
  const isUsable = n > 0 && Number.isFinite(n);
  for (let c = 0; c < 3; c++) v[at + c] = isUsable ? v[at + c]! * (1 / n) : 0;
}

/** |a − b|. */
export function distancePacked(a: Float64Array, i: number, b: Float64Array, k: number): number {
  let squares = 0;
  for (let c = 0; c < 3; c++) squares += (a[i + c]! - b[k + c]!) ** 2;
  return Math.sqrt(squares);
}
