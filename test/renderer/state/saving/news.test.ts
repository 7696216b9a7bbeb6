import { restPose } from '../../../../core/skeleton/pose.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { takenIds } from '../../../../core/document/ids.ts';
import { REMOVED } from '../../../../core/document/part-paths.ts';
import { applyChange } from '../../../../core/document/changes.ts';
import type { ProjectChange } from '../../../../core/document/project-change.ts';
import { activeClip, setActiveClip, setClipName, addClip } from '../../../../core/document/edits/clips.ts';
import { deletePose, renamePose, savePose } from '../../../../core/document/edits/library.ts';
import { setPin, setPose, setSolverSetting } from '../../../../core/document/edits/posing.ts';
import type { Question } from '../../../../renderer/state/window/notices-and-dialogs.ts';
import { setLimit } from '../../../../core/document/edits/rig-settings.ts';
import { createProject } from '../../../../core/document/create-project.ts';
import { partPath } from '../../../../core/document/part-paths.ts';
import { projectFromData, projectToData, type ProjectData } from '../../../../core/document/serialize.ts';
import { createClip } from '../../../../core/animation/keys.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { capturePose } from '../../../../core/library/apply.ts';
import { isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import type { JournalEntry, SavedProject } from '../../../../electron/contract.ts';
import { openPath } from '../../../../renderer/state/documents/open-path.ts';
import { commitEdit, redo, undo } from '../../../../renderer/state/editing.ts';
import { followProject } from '../../../../renderer/state/saving/follow-project.ts';
import { save, saveAs } from '../../../../renderer/state/saving/saving.ts';
import { hasUnsavedChanges, type Studio } from '../../../../renderer/state/studio.ts';
import {
  bentElbow,
  documentOf,
  type FakeDesktop,
  leftElbow,
  mannequin,
  noticesOf,
  openStudio,
  poseOf,
  savedIn,
} from '../open-studio.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { packWork } from '../../../helpers/unsaved-work.ts';

const FOLDER = '/home/ann/Walk';
const character = mannequin('saved');
const rig = buildRig(character.scene);
const { name, fileName, hash } = character;

const pose = (id: string, called = id) => capturePose(rig.skeleton, restPose(rig.skeleton), { id, name: called });
const PROJECT = createProject(rig, { name, fileName, hash });
const SAVED = projectToData(rig, { ...PROJECT, poses: ['wave', 'sit'].map((id) => pose(id)) });
const dataOf = (id: string, called = id) => projectToData(rig, { ...PROJECT, poses: [pose(id, called)] }).poses[0]!;

let studio: Studio;
let desktop: FakeDesktop;
let answer: (change: ProjectChange) => Partial<SavedProject> | Promise<Partial<SavedProject>> = () => ({});

beforeEach(async () => {
  answer = () => ({});
  ({ studio, desktop } = await openStudio({
    'project.open': () => ({
      folder: FOLDER,
      project: SAVED,
      revisions: { 'poses/wave.json': 'w1', 'poses/sit.json': 's1', 'clips/clip-1.json': 'c1' },
      character,
      others: [],
      warnings: [],
    }),
    'project.saveChange': async (folder: string, change: ProjectChange) => savedIn(folder, await answer(change)),
    'dialog.save': () => ({ kind: 'chosen', path: '/home/ann/Run' }),
  }));
  followProject(studio);
  await openPath(studio, FOLDER);
});

const present = () => documentOf(studio).history.present;
const names = () => present().poses.map((saved) => saved.name);

/** Others put poses into the folder and take some out. */
function others(put: readonly ProjectData['poses'][number][], removed: readonly string[] = [], revision = 'new'): void {
  const paths = [
    ...put.map(({ id }) => [partPath('poses', id), revision]),
    ...removed.map((id) => [partPath('poses', id), null]),
  ];
  const change = { changed: {}, poses: { removed, put: put.map((item) => ({ item })) } };
  desktop.tell('project.changed', {
    folder: FOLDER,
    change,
    revisions: Object.fromEntries(paths) as Record<string, string | null>,
    notes: [],
  });
}

function edit(label: string, how: Parameters<typeof commitEdit>[2]): void {
  commitEdit(studio, label, how);
}

const rename = (id: string, called: string) => edit('Rename', (project) => renamePose(project, id, called));
const lastChange = () => desktop.callsOf('project.saveChange').at(-1)?.[1] as ProjectChange;

describe('What others do to the project', () => {
  test('is heard of while it is shown', async () => {
    expect(desktop.callsOf('project.watch').at(-1)).toEqual([FOLDER, documentOf(studio).revisions]);
    await saveAs(studio);
    expect(desktop.callsOf('project.watch').at(-1)?.[0]).toBe('/home/ann/Run');
    const opening = openPath(studio, '/files/hero.glb');
    await eventually(() => expect(studio.getState().session.dialogs.at(-1)?.name).toBe('replace'));
    (studio.getState().session.dialogs.at(-1) as Extract<Question, { name: 'replace' }>).answer('open');
    await opening;
    expect(desktop.callsOf('project.watch').at(-1)).toEqual([null, {}]);
  });

  test('arrives with a notice, is saved already, and no undo takes it back', () => {
    edit('Bend', (project) => setPose(project, bentElbow(studio, 20), 0));
    others([dataOf('jump', 'Jump')]);
    expect(names()).toEqual(['wave', 'sit', 'Jump']);
    expect(noticesOf(studio)).toEqual(['“Jump” arrived from outside.']);
    undo(studio);
    expect(names()).toEqual(['wave', 'sit', 'Jump']);
    expect(hasUnsavedChanges(studio.getState())).toBe(false);
    redo(studio);
    expect(names()).toEqual(['wave', 'sit', 'Jump']);
    expect(documentOf(studio).history.past).toHaveLength(1);
  });

  test('changes and removes what is not being changed here', () => {
    others([dataOf('wave', 'Hello')], ['sit']);
    expect(names()).toEqual(['Hello']);
    expect(hasUnsavedChanges(studio.getState())).toBe(false);
    expect(noticesOf(studio)).toEqual(['“Hello” changed outside.', '“sit” was removed outside.']);
    rename('wave', 'Mine');
    undo(studio);
    expect(names()).toEqual(['Hello']);
  });

  test('that the window knows already, or of another folder, is no news', () => {
    const before = studio.getState().document;
    others([dataOf('wave', 'Old')], [], 'w1');
    desktop.tell('project.changed', { folder: '/elsewhere', change: { changed: { name: 'X' } }, revisions: {}, notes: [] });
    expect(studio.getState().document?.history.present).toBe(before?.history.present);
    expect(noticesOf(studio)).toEqual([]);
  });

  test('waits where there are unsaved changes, and comes when these are undone', () => {
    rename('wave', 'Mine');
    others([dataOf('wave', 'Theirs')]);
    expect(names()).toEqual(['Mine', 'sit']);
    expect(noticesOf(studio)).toEqual(['“Mine” changed outside too: yours stays, and both are kept when you save.']);
    undo(studio);
    expect(names()).toEqual(['Theirs', 'sit']);
    expect(documentOf(studio).waiting).toEqual([]);
    expect(documentOf(studio).revisions?.['poses/wave.json']).toBe('new');
    redo(studio);
    expect(names()).toEqual(['Mine', 'sit']);
  });

  test('to one setting leaves the others that were changed here', () => {
    edit('Tolerance', (project) => setSolverSetting(project, 'tolerance', 0.005));
    const { solver } = SAVED;
    const change = { changed: { solver: { ...solver, tolerance: 0.004, restarts: 9 }, pins: {} } };
    desktop.tell('project.changed', { folder: FOLDER, change, revisions: { 'project.limber': 'p2' }, notes: [] });
    expect(present().solver).toMatchObject({ tolerance: 0.005, restarts: 9 });
    expect(present().pins).toEqual({});
    undo(studio);
    expect(present().solver).toMatchObject({ tolerance: 0.004, restarts: 9 });
    expect(hasUnsavedChanges(studio.getState())).toBe(false);
    expect(noticesOf(studio)).toEqual(['Settings of the project changed outside.']);
  });

  test('to a limit makes a new rig and takes the pose on screen along', () => {
    edit('Bend', (project) => setPose(project, bentElbow(studio, 120), 0));
    const joint = leftElbow(studio);
    const limit = rig.skeleton.limits[joint];
    if (limit?.kind !== 'hinge') throw new Error('the elbow of the mannequin must be a hinge');
    const tight = projectToData(rig, setLimit(PROJECT, joint, { ...limit, max: 0.5 }));
    desktop.tell('project.changed', { folder: FOLDER, change: { changed: { rig: tight.rig } }, revisions: {}, notes: [] });
    const { rig: now } = documentOf(studio);
    expect(now.skeleton.limits[joint]).toMatchObject({ max: 0.5 });
    expect(isInsideLimits(now.skeleton, poseOf(studio))).toBe(true);
  });

  test('that cannot be used is told', () => {
    desktop.tell('project.changed', {
      folder: FOLDER,
      change: { changed: {} },
      revisions: {},
      notes: ['poses/x.json cannot be used.'],
    });
    expect(noticesOf(studio)).toEqual(['poses/x.json cannot be used.']);
  });

  test('leaves the last clip and a clip on the timeline', () => {
    const removal = (ids: readonly string[]): ProjectChange => ({ changed: {}, clips: { removed: ids, put: [] } });
    desktop.tell('project.changed', {
      folder: FOLDER,
      change: removal(['clip-1']),
      revisions: { 'clips/clip-1.json': null },
      notes: [],
    });
    expect(activeClip(present()).id).toBe('clip-1');
  });

  test('begins the journal of unsaved work anew, which then leads from what lies in the folder to the document', () => {
    rename('sit', 'Mine');
    others([dataOf('jump', 'Jump'), dataOf('wave', 'Hello')]);
    const entry = desktop.callsOf('journal.append').at(-1)?.[0] as JournalEntry;
    expect(entry).toMatchObject({ onSaved: true, folder: FOLDER, poses: { bases: { sit: 's1' } } });
    const lying = applyChange(SAVED, {
      changed: {},
      poses: { removed: [], put: [{ item: dataOf('wave', 'Hello') }, { item: dataOf('jump', 'Jump') }] },
    });
    expect(projectFromData(rig, applyChange(lying, entry)).project.poses.map((saved) => saved.name)).toEqual(names());
  });
});

describe('A save that meets others', () => {
  test('tells the revisions that its parts were made from, and takes over those that they have then', async () => {
    rename('wave', 'Mine');
    edit('Delete', (project) => deletePose(project, 'sit'));
    edit('New', (project) => savePose(project, pose('jump')));
    answer = () => ({ revisions: { 'poses/wave.json': 'w2', 'poses/sit.json': null, 'poses/jump.json': 'j1' } });
    await save(studio);
    expect(lastChange().poses).toMatchObject({
      removed: ['sit'],
      bases: { wave: 'w1', sit: 's1', jump: null },
      order: ['wave', 'jump'],
    });
    const { revisions } = documentOf(studio);
    const there = { 'poses/wave.json': 'w2', 'poses/jump.json': 'j1', 'clips/clip-1.json': 'c1' };
    expect(revisions).toEqual({ ...there, 'poses/sit.json': REMOVED });
    // Its id is not given to another; what takes the removal back is made from nothing.
    expect([...takenIds('poses', [], revisions)]).toEqual(['wave', 'sit', 'jump']);
    edit('Back', (project) => savePose(project, pose('sit')));
    await save(studio);
    expect(lastChange().poses?.bases).toEqual({ sit: null });
    rename('wave', 'Mine again');
    await save(studio);
    expect(lastChange().poses?.bases).toMatchObject({ wave: 'w2' });
    expect(lastChange().poses?.order).toBeUndefined();
  });

  test('shows what was kept of both, and no undo takes back theirs', async () => {
    rename('wave', 'Draft');
    rename('wave', 'Mine');
    answer = () => ({
      revisions: { 'poses/wave.json': 'w9', 'poses/wave-1.json': 'c9' },
      theirs: { changed: {}, poses: { removed: [], put: [{ item: dataOf('wave', 'Theirs') }] } },
      copies: { poses: { wave: { id: 'wave-1', name: 'Mine (2)' } }, clips: {}, actors: {}, props: {}, sounds: {}, cameras: {} },
      notes: ['Both are kept.'],
    });
    expect(await save(studio)).toBe(true);
    expect(names()).toEqual(['Theirs', 'Mine (2)', 'sit']);
    expect(hasUnsavedChanges(studio.getState())).toBe(false);
    expect(noticesOf(studio)).toContain('Both are kept.');
    undo(studio);
    undo(studio);
    expect(names()).toEqual(['Theirs', 'sit']);
    redo(studio);
    redo(studio);
    expect(names()).toEqual(['Theirs', 'Mine (2)', 'sit']);
    answer = () => ({});
    await save(studio);
    expect(lastChange().poses).toBeUndefined();
  });

  test('brings back a pose that they changed and this document removed', async () => {
    edit('Delete', (project) => deletePose(project, 'sit'));
    answer = () => ({
      revisions: { 'poses/sit.json': 's9' },
      theirs: { changed: {}, poses: { removed: [], put: [{ item: dataOf('sit', 'Sit down') }] } },
      copies: { poses: { sit: null }, clips: {}, actors: {}, props: {}, sounds: {}, cameras: {} },
    });
    await save(studio);
    expect(names()).toEqual(['wave', 'Sit down']);
    expect(hasUnsavedChanges(studio.getState())).toBe(false);
  });

  test('keeps the copy of a clip on the timeline', async () => {
    edit('Name', (project) => setClipName(project, 'Mine'));
    const theirs = { ...SAVED.clips[0]!, name: 'Theirs' };
    answer = () => ({
      revisions: { 'clips/clip-1.json': 'c9' },
      theirs: { changed: {}, clips: { removed: [], put: [{ item: theirs }] } },
      copies: {
        poses: {},
        clips: { 'clip-1': { id: 'clip-1-2', name: 'Mine (2)' } },
        actors: {},
        props: {},
        sounds: {},
        cameras: {},
      },
    });
    await save(studio);
    expect(present().clips.map((clip) => clip.name)).toEqual(['Theirs', 'Mine (2)']);
  });

  test('lets news that come meanwhile wait until it is done', async () => {
    let finish = (): void => undefined;
    answer = () =>
      new Promise((resolve) => {
        finish = () => resolve({ revisions: { 'poses/wave.json': 'w2' } });
      });
    rename('wave', 'Mine');
    const saving = save(studio);
    await eventually(() => expect(desktop.callsOf('project.saveChange')).toHaveLength(1));
    others([dataOf('jump', 'Jump')]);
    expect(names()).toEqual(['Mine', 'sit']);
    finish();
    await saving;
    expect(names()).toEqual(['Mine', 'sit', 'Jump']);
    expect(hasUnsavedChanges(studio.getState())).toBe(false);
  });

  test('merges settings into every step: what others set stays when an edit is undone', async () => {
    edit('Pin', (project) => setPin(project, 'head', { translation: true, rotation: false, weight: 1 }));
    answer = () => ({
      theirs: { changed: { pins: { ...SAVED.pins, leftHand: { translation: true, rotation: false, weight: 3 } } } },
    });
    await save(studio);
    expect(Object.keys(present().pins).toSorted()).toEqual(['head', 'leftFoot', 'leftHand', 'rightFoot']);
    undo(studio);
    expect(Object.keys(present().pins).toSorted()).toEqual(['leftFoot', 'leftHand', 'rightFoot']);
  });
});

describe('A key that repeats', () => {
  test('saves once, and once more only when something was changed meanwhile', async () => {
    const finish: (() => void)[] = [];
    answer = () => new Promise((resolve) => finish.push(() => resolve({})));
    rename('wave', 'Mine');
    const saves = Array.from({ length: 30 }, () => save(studio));
    await eventually(() => expect(finish).toHaveLength(1));
    finish[0]!();
    expect(await Promise.all(saves)).toEqual(saves.map(() => true));
    expect(desktop.callsOf('project.saveChange')).toHaveLength(1);
    rename('wave', 'One');
    const more = [save(studio)];
    await eventually(() => expect(finish).toHaveLength(2));
    rename('wave', 'Two');
    more.push(...Array.from({ length: 30 }, () => save(studio)));
    finish[1]!();
    await eventually(() => expect(finish).toHaveLength(3));
    finish[2]!();
    await Promise.all(more);
    expect(desktop.callsOf('project.saveChange')).toHaveLength(3);
    expect(hasUnsavedChanges(studio.getState())).toBe(false);
  });
});

test('Recovered work on a saved project differs from it in what was edited only, and is saved as it was begun', async () => {
  const opened = await openStudio(
    {
      'app.startup': () => ({
        kind: 'recover',
        work: packWork(SAVED, {
          revisions: { 'poses/wave.json': 'old', 'poses/sit.json': 's1' },
          change: {
            changed: {},
            poses: { removed: ['sit'], put: [{ item: dataOf('wave', 'Mine') }], bases: { wave: 'old', sit: 's1' } },
          },
        }),
        folder: FOLDER,
        edits: 2,
        character,
        others: [],
      }),
      'project.saveChange': (folder: string) => savedIn(folder),
    },
    undefined,
    (dialog) => dialog.name === 'recover' && dialog.answer('recover'),
  );
  expect(documentOf(opened.studio).history.present.poses.map((saved) => saved.name)).toEqual(['Mine']);
  expect(hasUnsavedChanges(opened.studio.getState())).toBe(true);
  expect(opened.desktop.callsOf('journal.append')).toEqual([]);
  commitEdit(opened.studio, 'Clip', (project) => setActiveClip(addClip(project, createClip('clip-2', 'Clip 2')), 'clip-1'));
  // The journal, which holds the rest, goes on with what this edit changed.
  const [entry, ...more] = opened.desktop.callsOf('journal.append').map(([each]) => each as JournalEntry);
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ label: 'Clip', folder: FOLDER, changed: {}, clips: { put: [{ item: { id: 'clip-2' } }] } });
  expect(entry).not.toHaveProperty('onSaved');
  expect(entry).not.toHaveProperty('poses');
  await save(opened.studio);
  const change = opened.desktop.callsOf('project.saveChange')[0]?.[1] as ProjectChange;
  expect(change.poses).toMatchObject({
    removed: ['sit'],
    put: [{ item: { id: 'wave', name: 'Mine' } }],
    bases: { wave: 'old', sit: 's1' },
  });
  expect(change.clips?.bases).toEqual({ 'clip-2': null });
  expect(Object.keys(change.changed)).toEqual([]);
});

test('Recovered work that must not be saved where it was made begins a journal with all of it', async () => {
  const change = { changed: {}, poses: { removed: ['sit'], put: [], bases: { sit: 's1' } } };
  const opened = await openStudio(
    {
      'app.startup': () => ({
        kind: 'recover',
        work: packWork(SAVED, { revisions: { 'poses/sit.json': 's1' }, change }),
        folder: null,
        edits: 1,
        character,
        others: [],
      }),
    },
    undefined,
    (dialog) => dialog.name === 'recover' && dialog.answer('recover'),
  );
  const [entry, ...more] = opened.desktop.callsOf('journal.append').map(([each]) => each as JournalEntry);
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ folder: null, changed: { poses: [{ id: 'wave' }] } });
  expect(documentOf(opened.studio)).toMatchObject({ folder: null, revisions: null });
});
