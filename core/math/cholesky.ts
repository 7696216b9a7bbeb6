/**
 * Solves A x = b in place for the symmetric positive definite `a` (row-major, `size` × `size`; its lower triangle is read and
 * overwritten by the factor L of A = L Lᵀ). `b` is overwritten by x. Returns false when A is not positive definite to machine precision.
 */
export function solveCholesky(a: Float64Array, b: Float64Array, size: number): boolean {
  for (let row = 0; row < size; row++) {
    const ro = row * size;
    for (let column = 0; column <= row; column++) {
      const co = column * size;
      let sum = a[ro + column]!;
      for (let k = 0; k < column; k++) sum -= a[ro + k]! * a[co + k]!;
      if (row === column) {
        if (!(sum > 0)) return false;
        a[ro + row] = Math.sqrt(sum);
      } else {
        a[ro + column] = sum / a[co + column]!;
      }
    }
    // Forward substitution: L y = b.
    let y = b[row]!;
    for (let k = 0; k < row; k++) y -= a[ro + k]! * b[k]!;
    b[row] = y / a[ro + row]!;
  }
  // Backward substitution: Lᵀ x = y.
  for (let row = size - 1; row >= 0; row--) {
    let x = b[row]!;
    for (let k = row + 1; k < size; k++) x -= a[k * size + row]! * b[k]!;
    b[row] = x / a[row * size + row]!;
  }
  return true;
}
