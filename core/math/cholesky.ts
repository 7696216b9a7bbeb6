/**
 * Solves A x = b in place for the symmetric positive definite `a` (row-major, `size` × `size`; its lower triangle is read and
 * overwritten by the factor L of A = L Lᵀ, its diagonal inverted). `b` is overwritten by x. Returns false when A is not positive definite to machine precision.
 */
export function solveCholesky(a: Float64Array, b: Float64Array, size: number): boolean {
  for (let row = 0; row < size; row++) {
    const ro = row * size;
    // The diagonal holds 1 / L[i][i]: divisions are few.
    for (let column = 0; column < row; column++) {
      const co = column * size;
      let sum = a[ro + column]!;
      for (let k = 0; k < column; k++) sum -= a[ro + k]! * a[co + k]!;
      a[ro + column] = sum * a[co + column]!;
    }
    let diagonal = a[ro + row]!;
    let y = b[row]!;
    // Forward substitution alongside: L y = b.
    for (let k = 0; k < row; k++) {
      const l = a[ro + k]!;
      diagonal -= l * l;
      y -= l * b[k]!;
    }
    if (!(diagonal > 0)) return false;
    const inverse = 1 / Math.sqrt(diagonal);
    a[ro + row] = inverse;
    b[row] = y * inverse;
  }
  // Backward substitution, one row of L at a time: Lᵀ x = y.
  for (let row = size - 1; row >= 0; row--) {
    const ro = row * size;
    const x = b[row]! * a[ro + row]!;
    b[row] = x;
    for (let k = 0; k < row; k++) b[k]! -= a[ro + k]! * x;
  }
  return true;
}
