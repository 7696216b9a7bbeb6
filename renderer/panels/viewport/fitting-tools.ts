/** Pixels at the interface scale 1 as the style sheet has them: a button with its gap, the line between two groups, and the column's padding. */
const BUTTON = 28;
const LINE = 7;
const PADDING = 10;

/** Buttons that are always there: the one that follows the library, and the menu where not all tools fit. */
const ALWAYS = 1;
const MENU = 1;

/**
 * The tools that stand in a column of this height, pixels at the interface scale 1, in their groups, and those that do not, in order; the first
 * stands always.
 */
export function fittingTools<Tool>(
  groups: readonly (readonly Tool[])[],
  height: number,
): { readonly shown: readonly (readonly Tool[])[]; readonly more: readonly Tool[] } {
  const all = groups.flat();
  const free = height - PADDING - ALWAYS * BUTTON;
  const starts = groups.map((_, place) => groups.slice(0, place).flat().length);
  const first = (count: number) =>
    groups.map((group, place) => group.slice(0, Math.max(0, count - starts[place]!))).filter((group) => group.length > 0);
  const needs = (count: number) => count * BUTTON + first(count).length * LINE;
  if (needs(all.length) <= free) return { shown: groups, more: [] };
  let count = all.length - 1;
  while (count > 1 && needs(count) + MENU * BUTTON > free) count--;
  return { shown: first(count), more: all.slice(count) };
}
