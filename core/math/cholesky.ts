/**
 * Solves (A + shift[0] · 1) x = b for a symmetric matrix `a` (row-major, `size` × `size`, of which only the lower triangle is read) that the positive
 * `shift[0]` makes positive definite; `size` is a multiple of 3. Writes x to `x`, and the factor L of A + shift[0] · 1 = L Lᵀ to the lower triangle of
 * `factor`, its diagonal inverted: divisions are few. Returns false when the matrix is not positive definite to machine precision.
 *
 * Three rows and three columns are eliminated at a time: each number that is read serves three sums, twice as fast as one by one.
 */
export function solveCholesky(
  a: Float64Array,
  shift: Float64Array,
  b: Float64Array,
  factor: Float64Array,
  x: Float64Array,
  size: number,
): boolean {
  for (let row = 0; row < size; row += 3) {
    for (let column = 0; column < row; column += 3) factorBlock(a, factor, size, row, column);
    if (!factorDiagonal(a, shift, b, factor, x, size, row)) return false;
  }
  backward(factor, x, size);
  return true;
}

/** Solves L Lᵀ x = b for the factor that {@link solveCholesky} has left; `x` may be `b`. */
export function substitute(factor: Float64Array, b: Float64Array, x: Float64Array, size: number): void {
  for (let row = 0; row < size; row++) {
    const r = row * size;
    let sum = b[row]!;
    for (let k = 0; k < row; k++) sum -= factor[r + k]! * x[k]!;
    x[row] = sum * factor[r + row]!;
  }
  backward(factor, x, size);
}

/** Backward substitution, three rows of L at a time: Lᵀ x = y. */
function backward(factor: Float64Array, x: Float64Array, size: number): void {
  for (let row = size - 3; row >= 0; row -= 3) {
    const r0 = row * size;
    const r1 = r0 + size;
    const r2 = r1 + size;
    const x2 = x[row + 2]! * factor[r2 + row + 2]!;
    const x1 = (x[row + 1]! - factor[r2 + row + 1]! * x2) * factor[r1 + row + 1]!;
    const x0 = (x[row]! - factor[r1 + row]! * x1 - factor[r2 + row]! * x2) * factor[r0 + row]!;
    x[row] = x0;
    x[row + 1] = x1;
    x[row + 2] = x2;
    for (let k = 0; k < row; k++) x[k]! -= factor[r0 + k]! * x0 + factor[r1 + k]! * x1 + factor[r2 + k]! * x2;
  }
}

/** The block of L at rows `row` and columns `column` onwards, left of the diagonal, from the rows above and the columns before. */
function factorBlock(a: Float64Array, factor: Float64Array, size: number, row: number, column: number): void {
  const r0 = row * size;
  const r1 = r0 + size;
  const r2 = r1 + size;
  const c0 = column * size;
  const c1 = c0 + size;
  const c2 = c1 + size;
  let s00 = a[r0 + column]!;
  let s01 = a[r0 + column + 1]!;
  let s02 = a[r0 + column + 2]!;
  let s10 = a[r1 + column]!;
  let s11 = a[r1 + column + 1]!;
  let s12 = a[r1 + column + 2]!;
  let s20 = a[r2 + column]!;
  let s21 = a[r2 + column + 1]!;
  let s22 = a[r2 + column + 2]!;
  for (let k = 0; k < column; k++) {
    const l0 = factor[r0 + k]!;
    const l1 = factor[r1 + k]!;
    const l2 = factor[r2 + k]!;
    const m0 = factor[c0 + k]!;
    const m1 = factor[c1 + k]!;
    const m2 = factor[c2 + k]!;
    s00 -= l0 * m0;
    s01 -= l0 * m1;
    s02 -= l0 * m2;
    s10 -= l1 * m0;
    s11 -= l1 * m1;
    s12 -= l1 * m2;
    s20 -= l2 * m0;
    s21 -= l2 * m1;
    s22 -= l2 * m2;
  }
  // Times the inverse of the transposed diagonal block above, column by column.
  const i0 = factor[c0 + column]!;
  const i1 = factor[c1 + column + 1]!;
  const i2 = factor[c2 + column + 2]!;
  const m10 = factor[c1 + column]!;
  const m20 = factor[c2 + column]!;
  const m21 = factor[c2 + column + 1]!;
  s00 *= i0;
  s10 *= i0;
  s20 *= i0;
  s01 = (s01 - s00 * m10) * i1;
  s11 = (s11 - s10 * m10) * i1;
  s21 = (s21 - s20 * m10) * i1;
  factor[r0 + column] = s00;
  factor[r0 + column + 1] = s01;
  factor[r0 + column + 2] = (s02 - s00 * m20 - s01 * m21) * i2;
  factor[r1 + column] = s10;
  factor[r1 + column + 1] = s11;
  factor[r1 + column + 2] = (s12 - s10 * m20 - s11 * m21) * i2;
  factor[r2 + column] = s20;
  factor[r2 + column + 1] = s21;
  factor[r2 + column + 2] = (s22 - s20 * m20 - s21 * m21) * i2;
}

/** The block of L on the diagonal, and the same rows of y in L y = b; false when it is not positive. */
function factorDiagonal(
  a: Float64Array,
  shift: Float64Array,
  b: Float64Array,
  factor: Float64Array,
  y: Float64Array,
  size: number,
  row: number,
): boolean {
  const r0 = row * size;
  const r1 = r0 + size;
  const r2 = r1 + size;
  let d00 = a[r0 + row]! + shift[0]!;
  let d10 = a[r1 + row]!;
  let d11 = a[r1 + row + 1]! + shift[0]!;
  let d20 = a[r2 + row]!;
  let d21 = a[r2 + row + 1]!;
  let d22 = a[r2 + row + 2]! + shift[0]!;
  let y0 = b[row]!;
  let y1 = b[row + 1]!;
  let y2 = b[row + 2]!;
  for (let k = 0; k < row; k++) {
    const l0 = factor[r0 + k]!;
    const l1 = factor[r1 + k]!;
    const l2 = factor[r2 + k]!;
    const above = y[k]!;
    d00 -= l0 * l0;
    d10 -= l1 * l0;
    d11 -= l1 * l1;
    d20 -= l2 * l0;
    d21 -= l2 * l1;
    d22 -= l2 * l2;
    y0 -= l0 * above;
    y1 -= l1 * above;
    y2 -= l2 * above;
  }
  const i0 = 1 / Math.sqrt(d00);
  const l10 = d10 * i0;
  const l20 = d20 * i0;
  const i1 = 1 / Math.sqrt(d11 - l10 * l10);
  const l21 = (d21 - l20 * l10) * i1;
  d22 -= l20 * l20 + l21 * l21;
  // A pivot above that is not positive has made NaN of this one.
  if (!(d22 > 0)) return false;
  const i2 = 1 / Math.sqrt(d22);
  factor[r0 + row] = i0;
  factor[r1 + row] = l10;
  factor[r1 + row + 1] = i1;
  factor[r2 + row] = l20;
  factor[r2 + row + 1] = l21;
  factor[r2 + row + 2] = i2;
  y0 *= i0;
  y1 = (y1 - l10 * y0) * i1;
  y[row] = y0;
  y[row + 1] = y1;
  y[row + 2] = (y2 - l20 * y0 - l21 * y1) * i2;
  return true;
}
