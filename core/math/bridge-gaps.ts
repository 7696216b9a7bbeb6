/**
 * Values at rising times with those that are missing filled in: `between` the nearest two around, by the share of the time from the first to the second; before
 * the first and behind the last as those are. At least one must be there.
 */
export function bridgeGaps<Value>(
  times: readonly number[],
  values: readonly (Value | null | undefined)[],
  between: (a: Value, b: Value, share: number) => Value,
): Value[] {
  const known = [...values.keys()].filter((i) => values[i] != null);
  let next = 0;
  return values.map((value, i) => {
    while (next < known.length - 1 && known[next]! < i) next++;
    if (value != null) return value;
    const after = known[next]!;
    const before = after > i ? known[Math.max(0, next - 1)]! : after;
    const share = after > before ? (times[i]! - times[before]!) / (times[after]! - times[before]!) : 0;
    return between(values[before]!, values[after]!, share);
  });
}
