/** What was worked out last for each key, which is given again as long as all that it is worked out of besides is the same. */
export function lastOf<Key extends object, Value>(): (key: Key, of: readonly unknown[], work: () => Value) => Value {
  const known = new WeakMap<Key, { readonly of: readonly unknown[]; readonly value: Value }>();
  return (key, of, work) => {
    const last = known.get(key);
    if (last?.of.length === of.length && last.of.every((each, i) => each === of[i])) return last.value;
    const value = work();
    known.set(key, { of, value });
    return value;
  };
}
