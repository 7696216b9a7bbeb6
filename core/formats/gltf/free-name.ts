/** `name`, or `name 2`, `name 3`, … when it is taken; `between` is what a number comes after. */
export function freeName(name: string, taken: { has(name: string): boolean }, between = ' '): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name}${between}${n}`;
  return free;
}
