import { restPose } from '../../../core/skeleton/pose.ts';
import { setPose } from '../../../core/document/edits/posing.ts';
import { describe, expect, test } from 'vitest';
import { applyChange, changesBetween, dataChanges } from '../../../core/document/changes.ts';
import { createProject } from '../../../core/document/create-project.ts';
import { changeProject } from '../../../core/document/deserialize.ts';
import { activeClip, addClip, setActiveClip, setClipDuration } from '../../../core/document/edits/clips.ts';
import { savePose, tagPose } from '../../../core/document/edits/library.ts';
import { setStiffness } from '../../../core/document/edits/rig-settings.ts';
import { partPath, withRevisions } from '../../../core/document/part-paths.ts';
import { withBases, withOrder } from '../../../core/document/project-change.ts';
import type { Project } from '../../../core/document/project.ts';
import { projectToData } from '../../../core/document/serialize.ts';
import { pastOf, type Step } from '../../../core/document/step.ts';
import { createClip } from '../../../core/animation/keys.ts';
import { capturePose } from '../../../core/library/apply.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { randomEdit } from '../../helpers/random-edit.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { rig } = smallBiped();
const { skeleton } = rig;
const hero = createProject(rig, { name: 'Hero', fileName: 'hero.glb', hash: 'ab12' });
const pose = (id: string) => capturePose(skeleton, restPose(skeleton), { id, name: `Pose ${id}` });
const library = ['a', 'b', 'c'].reduce((project, id) => savePose(project, pose(id)), hero);

/** A project after so many random edits, with all states on the way, each of them another than the one before. */
function states(seed: number, count: number): Project[] {
  const random = seededRandom(seed);
  const all = [hero];
  for (let step = 0; all.length <= count; step++) {
    const next = randomEdit(skeleton, all.at(-1)!, random, step);
    if (next !== all.at(-1)) all.push(next);
  }
  return all;
}

describe('what changed between two states of a project', () => {
  const all = states(21, 400);

  test('makes the one of the other, as a project and as plain JSON (400 random edits, seed 21)', () => {
    for (let i = 1; i < all.length; i++) {
      const [before, after] = [all[i - 1]!, all[i]!];
      const change = changesBetween(rig, before, after);
      const read = changeProject(before, JSON.parse(JSON.stringify(change)), rig);
      expect(read.project, `edit ${i}`).toEqual(after);
      expect(read.warnings, `edit ${i}`).toEqual([]);
      expect(applyChange(projectToData(rig, before), change), `edit ${i}`).toEqual(projectToData(rig, after));
      expect(change.changed, `edit ${i}`).not.toHaveProperty('poses');
      expect(change.changed, `edit ${i}`).not.toHaveProperty('clips');
    }
  });

  test('is nothing where nothing did, and shares what it does not speak of', () => {
    expect(changesBetween(rig, hero, hero)).toEqual({ changed: {} });
    const { project } = changeProject(library, { changed: { name: 'Other' } }, rig);
    expect(project).toEqual({ ...library, name: 'Other' });
    expect(project.poses).toBe(library.poses);
    expect(project.clips).toBe(library.clips);
  });

  test('says of settings what they were before, of nothing else', () => {
    const after = setStiffness(setPose({ ...hero, name: 'Other' }, restPose(skeleton), 0), 4, 0.5);
    expect(Object.keys(changesBetween(rig, hero, after).before!).sort()).toEqual(['name', 'rig']);
    expect(changesBetween(rig, hero, setPose(hero, restPose(skeleton), 0))).not.toHaveProperty('before');
  });

  test('is found between two states of plain JSON too', () => {
    for (let i = 1; i < 100; i++) {
      const before = projectToData(rig, all[i - 1]!);
      const after = applyChange(before, changesBetween(rig, all[i - 1]!, all[i]!));
      const change = dataChanges(before, after);
      expect(applyChange(before, change), `edit ${i}`).toEqual(after);
      expect(change.changed, `edit ${i}`).not.toHaveProperty('clips');
    }
  });

  test('may name another character and leaves the clip on the timeline where it is', () => {
    const two = setActiveClip(addClip(hero, createClip('two', 'Two')), hero.activeClip);
    const character = { name: 'Heroine', fileName: 'heroine.glb', hash: 'cd34' };
    const { project } = changeProject(two, { changed: { character } }, rig);
    expect(project.character).toEqual(character);
    expect(project.activeClip).toBe(hero.activeClip);
    expect(changeProject(two, { changed: { activeClip: 'two' } }, rig).project.activeClip).toBe('two');
    expect(changeProject(two, { changed: { activeClip: 'gone' } }, rig).project.activeClip).toBe(two.clips[0]!.id);
  });

  test('never takes the last clip away', () => {
    const change = { changed: {}, clips: { removed: [hero.activeClip], put: [] } };
    expect(changeProject(hero, change, rig).project.clips).toEqual(hero.clips);
  });
});

describe('the past of a project', () => {
  const all = states(31, 40).filter((state, i, list) => i === 0 || state.rig === list[0]!.rig);
  const steps = all
    .slice(1)
    .map((after, i): Step => ({ label: `Edit ${i}`, back: changesBetween(rig, after, all[i]!), left: {} }));

  test('is made of the steps that led to it, oldest first', () => {
    const past = pastOf(all.at(-1)!, steps, rig);
    expect(past.map(({ label }) => label)).toEqual(steps.map(({ label }) => label));
    expect(past.map(({ project }) => project)).toEqual(all.slice(0, -1));
  });

  test('begins behind a step that changed the rig', () => {
    const changed: Step = { label: 'Stiffen', back: { changed: { rig: projectToData(rig, hero).rig } }, left: {} };
    const past = pastOf(all.at(-1)!, [...steps.slice(0, 5), changed, ...steps.slice(5)], rig);
    expect(past.map(({ label }) => label)).toEqual(steps.slice(5).map(({ label }) => label));
  });
});

describe('the parts of a change', () => {
  const revisions = { [partPath('poses', 'a')]: 'A', [partPath('clips', 'two')]: 'T' };

  test('get the revisions of the files that they were made from, null where there was none', () => {
    const after = addClip(savePose(tagPose(library, 'a', ['x']), pose('new')), createClip('two', 'Two'));
    const based = withBases(changesBetween(rig, library, after), revisions);
    expect(based.poses?.bases).toEqual({ a: 'A', new: null });
    expect(based.clips?.bases).toEqual({ two: 'T' });
    const gone = withBases(changesBetween(rig, library, { ...library, poses: library.poses.slice(1) }), revisions);
    expect(gone.poses?.bases).toEqual({ a: 'A' });
    expect(gone).not.toHaveProperty('clips');
    expect(withBases({ changed: { name: 'Other' } }, revisions)).toEqual({ changed: { name: 'Other' } });
  });

  test('say the order of all only where they add something', () => {
    const ordered = (after: Project) => withOrder(changesBetween(rig, library, after), library, after);
    const added = savePose(library, pose('new'));
    expect(ordered(added).poses?.order).toEqual(['a', 'b', 'c', 'new']);
    expect(ordered(added)).not.toHaveProperty('clips');
    expect(ordered(tagPose(library, 'b', ['x'])).poses).not.toHaveProperty('order');
    const withClip = addClip(library, createClip('two', 'Two'));
    expect(ordered(withClip).clips?.order).toEqual([hero.activeClip, 'two']);
    expect(ordered(withClip)).not.toHaveProperty('poses');
    const longer = setClipDuration(library, activeClip(library).duration + 1);
    expect(ordered(longer).clips).not.toHaveProperty('order');
  });

  test('leave the revisions of all files behind', () => {
    expect(withRevisions({ x: '1', y: '2' }, { y: '3', z: '4', x: null })).toEqual({ y: '3', z: '4' });
    expect(withRevisions({ x: '1' }, {})).toEqual({ x: '1' });
  });
});
