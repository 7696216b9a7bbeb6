/** Whether `joint` is `ancestor` or hangs below it, as everything does from −1; parents need not come before their children. */
export function hangsFrom(parents: ArrayLike<number>, joint: number, ancestor: number): boolean {
  let j = joint;
  while (j >= 0 && j !== ancestor) j = parents[j]!;
  return j === ancestor;
}

/** The nearest joint that carries all the given ones (it may be one of them); −1 when they have none in common. Parents come before their children. */
export function commonAncestor(parents: ArrayLike<number>, joints: readonly number[]): number {
  if (joints.length === 0) return -1;
  return joints.reduce((a, b) => {
    let [one, other] = [a, b];
    while (one !== other) {
      if (one > other) one = parents[one]!;
      else other = parents[other]!;
    }
    return one;
  });
}
