/** All joints of trees, parents before children, branch by branch; `parents`: for each its parent, or −1, in any order. */
export function depthFirst(parents: readonly number[]): number[] {
  const children: number[][] = parents.map(() => []);
  const pending: number[] = [];
  parents.forEach((parent, j) => (parent < 0 ? pending : children[parent]!).push(j));
  pending.reverse();
  const order: number[] = [];
  while (pending.length > 0) {
    const joint = pending.pop()!;
    order.push(joint);
    pending.push(...children[joint]!.toReversed());
  }
  return order;
}
