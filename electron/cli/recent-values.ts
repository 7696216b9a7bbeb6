/** What was worked out last, by key: at most so many values, and so many bytes together. A thread that does many tasks meets the same files again. */
export interface RecentValues<Value> {
  /** The value that was kept under the key; it counts as the latest then. */
  readonly get: (key: string) => Value | undefined;
  /** Keeps a value of so many bytes, and lets go those that were not asked for longest. One that is too large alone is not kept. */
  readonly keep: (key: string, value: Value, bytes: number) => void;
}

export function createRecentValues<Value>(mostBytes: number, mostValues: number): RecentValues<Value> {
  /** The one that was asked for last stands last. */
  const kept = new Map<string, { readonly value: Value; readonly bytes: number }>();
  let held = 0;
  const drop = (key: string): void => {
    held -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  return {
    get(key) {
      const found = kept.get(key);
      if (!found) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    keep(key, value, bytes) {
      drop(key);
      if (bytes > mostBytes) return;
      kept.set(key, { value, bytes });
      held += bytes;
      for (const oldest of kept.keys()) {
        if (held <= mostBytes && kept.size <= mostValues) return;
        drop(oldest);
      }
    },
  };
}
