/** Index of the last of some rising numbers that is at most `value`; −1 when none is. */
export function lastUpTo(rising: ArrayLike<number>, value: number): number {
  let low = -1;
  let high = rising.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (rising[middle]! <= value) low = middle;
    else high = middle;
  }
  return low;
}
