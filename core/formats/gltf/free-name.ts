/** `name`, or `name 2`, `name 3`, … when it is taken. */
export function freeName(name: string, taken: ReadonlySet<unknown>): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name} ${n}`;
  return free;
}
