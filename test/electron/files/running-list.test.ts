import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyListChange, listChange, type ListChange } from '../../../core/document/list-change.ts';
import { createRunningList } from '../../../electron/files/project/running-list.ts';
import '../../helpers/arbitraries.ts';

interface Thing {
  readonly id: string;
  readonly text: number;
}

const id: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
const thing = fc.record({ id, text: fc.nat({ max: 9 }) });

/** Any change, whether it makes sense or not: behind things that are not there, of things that go, in any order. */
const anyChange: fc.Arbitrary<ListChange<Thing>> = fc
  .tuple(
    fc.uniqueArray(id, { maxLength: 3 }),
    fc.uniqueArray(fc.tuple(thing, fc.option(fc.option(id), { nil: undefined })), {
      maxLength: 4,
      selector: ([{ id: own }]) => own,
    }),
    fc.option(fc.uniqueArray(id), { nil: undefined, freq: 6 }),
    fc.uniqueArray(id, { maxLength: 3 }),
  )
  .map(([removed, put, order, fresh]) => ({
    removed,
    put: put.map(([item, after]) => (after === undefined ? { item } : { item, after })),
    ...(order && { order }),
    bases: Object.fromEntries(fresh.map((each) => [each, null])),
  }));

/** What an editor's window tells of the way to another list. */
const edits = fc.uniqueArray(thing, { maxLength: 8, selector: (each) => each.id });

/** The same by lists as a whole. */
function applied(list: readonly Thing[], change: ListChange<Thing>): Thing[] {
  const ids = new Set(change.put.map(({ item }) => item.id));
  return applyListChange(
    list.filter((each) => !(change.bases?.[each.id] === null && ids.has(each.id))),
    change,
  );
}

test('a running list is what its changes make of a list one by one', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(thing, { selector: (each) => each.id }),
      fc.array(fc.oneof(anyChange, edits), { maxLength: 6 }),
      (list, changes) => {
        const running = createRunningList(list);
        let whole: readonly Thing[] = list;
        for (const step of changes) {
          const change = Array.isArray(step) ? listChange(whole, step, (each) => each) : step;
          if (!change) continue;
          expect(running.accepts(change)).toBe(true);
          running.apply(change);
          whole = applied(whole, change);
          expect(running.items()).toEqual(whole);
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test('it refuses a change after which two things would have one id, in small letters', () => {
  const running = createRunningList([{ id: 'a', text: 0 }]);
  const put = (...ids: string[]) => ids.map((each) => ({ item: { id: each, text: 1 } }));
  expect(running.accepts({ removed: [], put: put('A') })).toBe(false);
  expect(running.accepts({ removed: ['a'], put: put('A') })).toBe(true);
  expect(running.accepts({ removed: [], put: put('b', 'B') })).toBe(false);
  expect(running.accepts({ removed: [], put: put('a') })).toBe(true);
});

test('eight thousand edits among ten thousand things look at few of them each', () => {
  let read = 0;
  const list = Array.from({ length: 10_000 }, (_, i) => ({
    get id() {
      read++;
      return `${i}`;
    },
    text: 0,
  }));
  const running = createRunningList<Thing>(list);
  const begun = read;
  for (let edit = 0; edit < 8000; edit++) {
    running.apply({ removed: [`${edit}`], put: [{ after: `${9000 + (edit % 900)}`, item: { id: `new ${edit}`, text: 1 } }] });
  }
  expect(read - begun).toBeLessThan(20_000);
  expect(running.items()).toHaveLength(10_000);
});
