/** The value below which a share of the values lies: their median for a share of 0.5. It is 0 for no values. */
export function quantile(values: ArrayLike<number>, share: number): number {
  return Float64Array.from(values).sort()[Math.floor(share * (values.length - 1))] ?? 0;
}
