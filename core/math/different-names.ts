/** What names have to differ from. */
interface Naming {
  /** What a number comes after; default: a space. */
  readonly between?: string;
  /** Names that are given already. */
  readonly taken?: Iterable<unknown>;
  /** Names that come, and are given to the first that has them: no number makes one of them. */
  readonly coming?: Iterable<string>;
}

/**
 * Gives each name that comes one of its own: itself, or `name 2`, `name 3`, … with the smallest number that makes it another one than all before. Thousands of one name
 * take as long as thousands of different ones.
 */
export function differentNames({ between = ' ', taken = [], coming = [] }: Naming = {}): (name: string) => string {
  const given = new Set(taken);
  const reserved = new Set(coming);
  const numbers = new Map<string, number>();
  return (name) => {
    let free = name;
    let number = numbers.get(name) ?? 1;
    while (given.has(free) || (free !== name && reserved.has(free))) free = `${name}${between}${++number}`;
    numbers.set(name, number);
    given.add(free);
    return free;
  };
}
