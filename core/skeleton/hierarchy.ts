/** Whether `joint` is `top` or one of its descendants; parents need not come before their children. */
export function isBelow(parents: ArrayLike<number>, top: number, joint: number): boolean {
  for (let j = joint; j >= 0; j = parents[j]!) if (j === top) return true;
  return false;
}
