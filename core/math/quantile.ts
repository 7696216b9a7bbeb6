/** The value below which a share of the values lie, 0 to 1: 0.5 for their median; 0 for none. */
export function quantile(values: ArrayLike<number>, share: number): number {
  return Float64Array.from(values).sort()[Math.floor(share * (values.length - 1))] ?? 0;
}
