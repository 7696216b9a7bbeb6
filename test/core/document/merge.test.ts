import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createProject } from '../../../core/document/create-project.ts';
import { mergeSettings, rebaser, sameValue } from '../../../core/document/merge.ts';
import { deletePose, renamePose, savePose } from '../../../core/document/edits/library.ts';
import { addClip, deleteClip, setClipName } from '../../../core/document/edits/clips.ts';
import { setPose, setSolverSetting } from '../../../core/document/edits/posing.ts';
import { createClip } from '../../../core/animation/keys.ts';
import type { Project } from '../../../core/document/project.ts';
import { capturePose } from '../../../core/library/apply.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { rig } = smallBiped();
const { skeleton } = rig;
const rest = restPose(skeleton);
const pose = (id: string) => capturePose(skeleton, rest, { id, name: id });
const EMPTY = createProject(rig, { name: 'Hero', fileName: 'hero.glb', hash: 'ab12' });
const BASE: Project = ['a', 'b', 'c'].reduce((project, id) => savePose(project, pose(id)), EMPTY);
const names = ({ poses }: Project) => poses.map(({ name }) => name);

describe('settings of two sides', () => {
  const keys = ['p', 'q', 'r', 's'];
  const values = fc.dictionary(fc.constantFrom(...keys), fc.integer({ min: 0, max: 2 }));
  const settings = (pins: object) => ({
    name: 'n',
    place: {},
    pins,
    solver: {},
    rig: { preset: 'standard', corrections: {}, limits: {}, stiffness: {} },
  });

  test('are merged key by key, as a table of the cases says', () => {
    fc.assert(
      fc.property(values, values, values, (base, mine, theirs) => {
        const { settings: merged, overruled } = mergeSettings(settings(base), settings(mine), settings(theirs));
        for (const key of keys) {
          const [from, ours, other] = [base[key], mine[key], theirs[key]];
          // Only one side changed it: that side's. Both did: mine.
          const expected = ours === from ? other : ours;
          expect((merged.pins as Record<string, number>)[key]).toBe(expected);
          const isOverruled = ours !== from && other !== from && ours !== other;
          expect(overruled.some(({ setting }) => setting === key)).toBe(isOverruled);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('are the very ones of a side where the other changed nothing', () => {
    const [base, mine] = [settings({ p: 1 }), settings({ p: 2 })];
    expect(mergeSettings(base, mine, base).settings.pins).toBe(mine.pins);
    expect(mergeSettings(base, base, mine).settings.pins).toBe(mine.pins);
    const rigs = { ...base, rig: { ...base.rig, limits: { 3: { kind: 'free' } } } };
    expect(mergeSettings(base, base, rigs).settings.rig).toBe(rigs.rig);
    expect(mergeSettings(base, rigs, base).settings.rig).toBe(rigs.rig);
  });
});

test.each<[unknown, unknown, boolean]>([
  [{ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }, true],
  [{ a: undefined }, { b: undefined }, false],
  [[1, 2], [1], false],
  [[], {}, false],
  [null, {}, false],
  [0, -0, true],
  ['1', 1, false],
])('%j and %j: the same value is %s', (a, b, isSame) => {
  expect(sameValue(a, b)).toBe(isSame);
  expect(sameValue(b, a)).toBe(isSame);
});

describe('a state that follows others', () => {
  const theirs = savePose(deletePose(renamePose(BASE, 'a', 'their a'), 'b'), pose('new'));

  test('takes over what it did not change itself', () => {
    expect(names(rebaser(BASE, theirs)(BASE))).toEqual(['their a', 'c', 'new']);
    const mine = renamePose(deletePose(BASE, 'a'), 'b', 'my b');
    expect(names(rebaser(BASE, theirs)(mine))).toEqual(['my b', 'c', 'new']);
    const posed = setPose(BASE, rest.slice().fill(0.5, 0, 3), 1);
    expect(rebaser(BASE, theirs)(posed).unkeyed).toBe(posed.unkeyed);
  });

  test('is the same state where nothing changes', () => {
    expect(rebaser(BASE, { ...BASE })(BASE)).toBe(BASE);
    const mine = renamePose(BASE, 'a', 'mine');
    expect(rebaser(BASE, renamePose(BASE, 'a', 'theirs'))(mine)).toBe(mine);
  });

  test('keeps its own version of a part as the copy, and only where it had one', () => {
    const copies = {
      poses: { a: { id: 'a-2', name: 'my a (2)' }, b: null },
      clips: {},
      actors: {},
      props: {},
      sounds: {},
      cameras: {},
    };
    const other = renamePose(renamePose(BASE, 'a', 'their a'), 'b', 'their b');
    const follow = rebaser(BASE, other, copies);
    const [renamed, removed] = [renamePose(BASE, 'a', 'my a'), deletePose(BASE, 'b')];
    expect(names(follow(renamed))).toEqual(['their a', 'my a (2)', 'their b', 'c']);
    expect(follow(renamed).poses[1]).toEqual({ ...renamed.poses[0], id: 'a-2', name: 'my a (2)' });
    expect(names(follow(removed))).toEqual(['their a', 'c', 'their b']);
    expect(names(follow(BASE))).toEqual(['their a', 'their b', 'c']);
  });

  test('has a clip on the timeline that is there: its copy, or the first one left', () => {
    const two = addClip(BASE, createClip('two', 'Two'));
    const without = deleteClip(two, 'two');
    expect(rebaser(two, without)(two).activeClip).toBe('clip-1');
    const mine = setClipName(two, 'Mine');
    const copies = {
      poses: {},
      clips: { two: { id: 'two-2', name: 'Mine (2)' } },
      actors: {},
      props: {},
      sounds: {},
      cameras: {},
    };
    expect(rebaser(two, without, copies)(mine)).toMatchObject({
      activeClip: 'two-2',
      clips: [{ id: 'clip-1' }, { id: 'two-2' }],
    });
    expect(rebaser(EMPTY, { ...EMPTY, clips: [] })(EMPTY).clips).toEqual(EMPTY.clips);
  });

  test('follows settings one by one', () => {
    const mine = setSolverSetting(BASE, 'restarts', 9);
    const other = setSolverSetting(BASE, 'tolerance', 0.5);
    expect(rebaser(BASE, other)(mine).solver).toEqual({ ...BASE.solver, restarts: 9, tolerance: 0.5 });
  });
});
