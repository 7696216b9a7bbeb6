/** Whether `joint` is `top` or one of its descendants. */
export function isBelow(parents: Int32Array, top: number, joint: number): boolean {
  for (let j = joint; j >= 0; j = parents[j]!) if (j === top) return true;
  return false;
}
