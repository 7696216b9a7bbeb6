import type { MeetingEnds } from './body-contact.ts';

/** The actors in an order in which those stand already that others go to; where they go to each other, by their numbers. */
export function solveOrder(count: number, contacts: readonly MeetingEnds[]): number[] {
  const waitsFor = Array.from({ length: count }, (): number[] => []);
  for (const { from, on } of contacts) {
    if (from.gives && !on.gives && on.actor >= 0) waitsFor[from.actor]!.push(on.actor);
    if (on.gives && !from.gives) waitsFor[on.actor]!.push(from.actor);
  }
  const order: number[] = [];
  const seen = new Set<number>();
  const visit = (actor: number): void => {
    if (seen.has(actor)) return;
    seen.add(actor);
    for (const other of waitsFor[actor]!.toSorted((a, b) => a - b)) visit(other);
    order.push(actor);
  };
  for (let actor = 0; actor < count; actor++) visit(actor);
  return order;
}
