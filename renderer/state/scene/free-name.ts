/** A name that none of `taken` has: “Knight”, “Knight 2”, “Knight 3”. */
export function freeName(taken: readonly string[], name: string): string {
  const known = new Set(taken);
  const [, stem = name] = /^(.*?) \d{1,6}$/.exec(name) ?? [];
  let free = name;
  for (let number = 2; known.has(free); number++) free = `${stem} ${number}`;
  return free;
}
