/** Whether `joint` is `ancestor` or hangs below it, as everything does from −1; parents need not come before their children. */
export function hangsFrom(parents: ArrayLike<number>, joint: number, ancestor: number): boolean {
  let j = joint;
  while (j >= 0 && j !== ancestor) j = parents[j]!;
  return j === ancestor;
}
