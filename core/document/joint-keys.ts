import type { Skeleton } from '../skeleton/skeleton.ts';

/**
 * The joints' names in files, one a joint and all different: a joint whose name was taken gets `#2`, `#3`, … behind it.
 * So does one named `__proto__`, since neither messages nor files may name a field so.
 */
export function jointKeys(skeleton: Skeleton): readonly string[] {
  const taken = new Set(skeleton.names);
  const seen = new Set(['__proto__']);
  return skeleton.names.map((name) => {
    let key = name;
    if (seen.has(name)) {
      for (let number = 2; taken.has(key); number++) key = `${name}#${number}`;
      taken.add(key);
    }
    seen.add(key);
    return key;
  });
}
