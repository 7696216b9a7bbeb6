import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyListChange, listChange } from '../../../core/document/list-change.ts';
import '../../helpers/arbitraries.ts';

interface Thing {
  readonly id: string;
  readonly text: string;
}

const unchanged = (thing: Thing) => thing;
const things = (ids: string): Thing[] => ids.split('').map((id) => ({ id, text: '' }));

/** A list, and another that some of it left, some of it changed in, and new things came into. */
const edited = fc
  .tuple(fc.array(fc.tuple(fc.boolean(), fc.boolean()), { maxLength: 12 }), fc.array(fc.nat({ max: 12 }), { maxLength: 8 }))
  .map(([fates, insertions]) => {
    const before = fates.map((_, i): Thing => ({ id: `old ${i}`, text: '' }));
    const after = before.flatMap((thing, i) => {
      const [stays, changes] = fates[i]!;
      if (!stays) return [];
      return [changes ? { ...thing, text: 'changed' } : thing];
    });
    insertions.forEach((at, i) => after.splice(Math.min(at, after.length), 0, { id: `new ${i}`, text: '' }));
    return { before, after };
  });

describe('a change of a list', () => {
  test('leads from the one to the other, and when it is applied again stays there', () => {
    fc.assert(
      fc.property(edited, ({ before, after }) => {
        const change = listChange(before, after, unchanged);
        const once = change ? applyListChange(before, change) : before;
        expect(once).toEqual(after);
        expect(change ? applyListChange(once, change) : once).toEqual(after);
      }),
      { numRuns: 500 },
    );
  });

  test('of one thing among ten thousand speaks of that thing alone', () => {
    const before = Array.from({ length: 10_000 }, (_, i): Thing => ({ id: `${i}`, text: '' }));
    const renamed = { ...before[700]!, text: 'renamed' };
    expect(listChange(before, before.with(700, renamed), unchanged)).toEqual({
      removed: [],
      put: [{ after: '699', item: renamed }],
    });
    expect(listChange(before, before.toSpliced(5, 1), unchanged)).toEqual({ removed: ['5'], put: [] });
    expect(listChange(before, [...before], unchanged)).toBeNull();
  });

  test('of the order alone says the order, even when others went', () => {
    const [a, b, c] = things('abc') as [Thing, Thing, Thing];
    expect(listChange([a, b, c], [b, a, c], unchanged)).toEqual({ removed: [], put: [], order: ['b', 'a', 'c'] });
    const change = listChange([a, b, c], [c, a], unchanged)!;
    expect(change).toEqual({ removed: ['b'], put: [], order: ['c', 'a'] });
    expect(applyListChange([a, b, c], change)).toEqual([c, a]);
    expect(applyListChange([a, { id: 'unknown', text: '' }, c], change).map(({ id }) => id)).toEqual(['c', 'a', 'unknown']);
  });

  test('puts what has no place at the end', () => {
    const [a, b] = things('ab') as [Thing, Thing];
    expect(applyListChange([a], { removed: [], put: [{ item: b }] })).toEqual([a, b]);
  });

  test('puts what should come behind something unknown at the end, followers and all', () => {
    const put = [
      { after: 'gone', item: { id: 'x', text: '' } },
      { after: 'x', item: { id: 'y', text: '' } },
    ];
    expect(applyListChange(things('ab'), { removed: [], put }).map(({ id }) => id)).toEqual(['a', 'b', 'x', 'y']);
  });
});
