/** A copy of `record` that lacks `key`; the same record when it has none. */
export function without<Record extends object, Key extends keyof Record>(record: Record, key: Key): Record {
  if (!(key in record)) return record;
  const copy = { ...record };
  delete copy[key];
  return copy;
}
