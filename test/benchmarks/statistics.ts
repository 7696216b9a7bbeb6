/** The middle one of some numbers; of an even count the higher of the two. NaN of none. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** The number of some below which a share of them are, 0 to 1. */
export function atShare(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(share * (numbers.length - 1))]!;
}
