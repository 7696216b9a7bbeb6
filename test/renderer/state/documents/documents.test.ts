import { describe, expect, test } from 'vitest';
import { setLimit } from '../../../../core/document/edits/rig-settings.ts';
import { createProject } from '../../../../core/document/create-project.ts';
import { projectToData, type ProjectData } from '../../../../core/document/serialize.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { packPoses } from '../../../../core/document/packed-poses.ts';
import type { JournalEntry, OpenedProject } from '../../../../electron/contract.ts';
import { openArchive } from '../../../../core/formats/zip/zip-archive.ts';
import type { DroppedFile } from '../../../../renderer/reading/dropped-files.ts';
import { FILE_COMMANDS } from '../../../../renderer/commands/file-commands.ts';
import { openDropped, openDroppedFile } from '../../../../renderer/state/documents/open-dropped.ts';
import { chooseCharacter, chooseProject, openPath } from '../../../../renderer/state/documents/open-path.ts';
import { newDocument } from '../../../../renderer/state/documents/show-character.ts';
import { takeOverWork } from '../../../../renderer/state/documents/start-up.ts';
import { commitPose, redo, undo } from '../../../../renderer/state/editing.ts';
import { addNewCamera } from '../../../../renderer/state/cameras/edit-cameras.ts';
import { lookThrough } from '../../../../renderer/state/cameras/look-through.ts';
import { addShape, setPropHidden } from '../../../../renderer/state/props/edit-props.ts';
import { setActorHidden } from '../../../../renderer/state/scene/actor-marks.ts';
import { addCharacter } from '../../../../renderer/state/scene/edit-actors.ts';
import { restoreScreen } from '../../../../renderer/state/saving/project-view.ts';
import { NO_ACTOR_MARKS } from '../../../../renderer/state/session-state.ts';
import { showFrame } from '../../../../renderer/state/timeline/playback.ts';
import { saveAs } from '../../../../renderer/state/saving/saving.ts';
import type { Question } from '../../../../renderer/state/window/notices-and-dialogs.ts';
import { hasUnsavedChanges, type Studio } from '../../../../renderer/state/studio.ts';
import { bentElbow, documentOf, leftElbow, mannequin, noticesOf, openStudio, poseOf, started } from '../open-studio.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { packWork } from '../../../helpers/unsaved-work.ts';

/** What is said to do with a file that cannot be used. */
const NEXT = ' Select another file, or write this one anew in the program that it comes from.';

/** A project of the mannequin with a bent elbow and an edited limit. */
function savedProject(): ProjectData {
  const character = mannequin('saved');
  const { name, fileName, hash } = character;
  const rig = buildRig(character.scene);
  const joint = rig.humanoid.leftLowerArm ?? -1;
  const limit = rig.skeleton.limits[joint];
  if (limit?.kind !== 'hinge') throw new Error('the elbow of the mannequin must be a hinge');
  const project = createProject(rig, { name, fileName, hash });
  return projectToData(rig, setLimit({ ...project, name: 'Walk' }, joint, { ...limit, max: 1 }));
}

function openedProject(): OpenedProject {
  return {
    poses: packPoses([]),
    poseCount: 0,
    folder: '/home/ann/Walk',
    project: savedProject(),
    revisions: { 'project.limber': 'r1' },
    character: mannequin('saved'),
    others: [],
    warnings: ['One pose is missing.'],
    steps: [],
  };
}

function question(studio: Studio): Question {
  const dialog = studio.getState().session.dialogs.at(-1);
  if (!dialog || !('answer' in dialog)) throw new Error('no question is open');
  return dialog;
}

function answerUnsaved(studio: Studio, choice: 'save' | 'discard' | 'cancel'): void {
  const asked = question(studio);
  if (asked.name !== 'unsaved') throw new Error(`"${asked.name}" is open`);
  asked.answer(choice);
}

function edit(studio: Studio): void {
  commitPose(studio, 'Bend', bentElbow(studio, 20));
}

const HELD = { translation: true, rotation: false, weight: 1 };

/** The name that the window gives to a job. */
const JOB = expect.stringMatching(/^window \d+$/);

describe('A project that can only be read', () => {
  const readOnly = () => ({ ...openedProject(), warnings: [], readOnly: true });

  test('opens, says so, and offers to save it somewhere else until that is done', async () => {
    const { studio } = await openStudio({
      'project.open': readOnly,
      'dialog.save': () => ({ kind: 'chosen', path: '/home/ann/Mine' }),
    });
    await openPath(studio, '/media/disc/Walk');
    expect(documentOf(studio).history.present.name).toBe('Walk');
    const [notice] = studio.getState().session.notices;
    expect(notice).toMatchObject({
      kind: 'warning',
      commands: ['file.saveAs'],
      text: expect.stringContaining('can be read but not'),
    });
    await saveAs(studio);
    expect(noticesOf(studio)).toEqual(['Saved in Mine.']);
  });

  test('is forgotten with the project', async () => {
    const { studio } = await openStudio({ 'project.open': readOnly });
    await openPath(studio, '/media/disc/Walk');
    await newDocument(studio);
    expect(noticesOf(studio)).toEqual([]);
  });
});

test('what scripts and assistants did can be undone in the studio, step by step, and made again', async () => {
  const opened = openedProject();
  const step = (label: string, back: Partial<OpenedProject['project']>) => ({ label, back: { changed: back }, left: {} });
  const steps = [
    step('Turn the hips', { unkeyed: { pose: { root: [0, 1, 0], joints: {} } } }),
    step('Let go', { pins: { hips: HELD } }),
  ];
  const { studio } = await openStudio({ 'project.open': () => ({ ...opened, warnings: [], steps }) });
  await openPath(studio, '/home/ann/Walk');
  const { present } = documentOf(studio).history;
  expect(hasUnsavedChanges(studio.getState())).toBe(false);
  undo(studio);
  expect(documentOf(studio).history.present).toMatchObject({ pins: { hips: HELD } });
  undo(studio);
  expect(Array.from(poseOf(studio).subarray(0, 3))).toEqual([0, 1, 0]);
  undo(studio);
  expect(documentOf(studio).history.future.map(({ label }) => label)).toEqual(['Turn the hips', 'Let go']);
  redo(studio);
  redo(studio);
  expect(documentOf(studio).history.present).toBe(present);
});

describe('At the start', () => {
  test('the mannequin is shown when nothing was given', async () => {
    const { studio } = await openStudio();
    expect(documentOf(studio).history.present.name).toBe('mannequin');
    expect(studio.getState().session.app?.version).toBe('1.2.3');
    expect(hasUnsavedChanges(studio.getState())).toBe(false);
  });

  test('the file that was given is opened', async () => {
    const { studio, desktop } = await openStudio({ 'app.startup': () => ({ kind: 'open', path: '/files/hero.glb' }) });
    expect(desktop.callsOf('character.openPath')).toEqual([['/files/hero.glb', {}, JOB]]);
    expect(documentOf(studio).history.present.name).toBe('hero');
  });

  test('the mannequin takes the place of a file that cannot be opened, and the reason is told', async () => {
    const { studio } = await openStudio({
      'app.startup': () => ({ kind: 'open', path: '/files/hero.glb' }),
      'character.openPath': () => {
        throw new Error('The file "hero.glb" is not a GLB.');
      },
    });
    expect(documentOf(studio).history.present.name).toBe('mannequin');
    expect(noticesOf(studio)).toContain(`The file “hero.glb” is not a GLB.${NEXT}`);
    await newDocument(studio);
    expect(noticesOf(studio)).toEqual([]);
  });

  test.each(['recover', 'discard'] as const)('unsaved work of the last session is offered: %s', async (choice) => {
    const startup = {
      kind: 'recover',
      work: packWork(savedProject()),
      folder: null,
      edits: 7,
      character: mannequin('saved'),
      others: [],
    };
    let asked = 0;
    const opening = openStudio({ 'app.startup': () => (asked++ === 0 ? startup : { kind: 'mannequin' }) });
    const { studio } = await answering(opening, choice);
    expect(documentOf(studio).history.present.name).toBe(choice === 'recover' ? 'Walk' : 'mannequin');
    expect(hasUnsavedChanges(studio.getState())).toBe(choice === 'recover');
  });
});

test('unsaved work comes back as it was seen: frame, camera that is looked through, who and what is hidden', async () => {
  const left = await openStudio();
  addShape(left.studio, 'box');
  addNewCamera(left.studio, { position: [0, 1, 3], rotation: [0, 0, 0, 1], focalLength: 35, distance: 3 });
  addCharacter(left.studio, mannequin('second'));
  const { cameras, props } = documentOf(left.studio).history.present;
  showFrame(left.studio, 12);
  lookThrough(left.studio, { camera: cameras[0]!.id });
  setActorHidden(left.studio, 'actor-1', true);
  setPropHidden(left.studio, props[0]!.id, true);
  commitPose(left.studio, 'Bend', bentElbow(left.studio, 20));
  const { history, rig } = documentOf(left.studio);
  const view = (left.desktop.callsOf('journal.append').at(-1)![0] as JournalEntry).view!;
  const seen = ({ getState }: Studio) => {
    const { playback, through, actors, hiddenProps } = getState().session;
    return { time: playback.time, through, actors, hiddenProps };
  };
  const startup = {
    kind: 'recover',
    work: packWork(projectToData(rig, history.present)),
    folder: null,
    edits: 7,
    view,
    character: mannequin('saved'),
    others: [mannequin('second')],
  };
  const opening = openStudio({ 'app.startup': () => startup });
  const { studio } = await answering(opening, 'recover');
  expect(seen(studio)).toEqual(seen(left.studio));
  expect(seen(studio)).toMatchObject({ time: 0.4, through: { camera: cameras[0]!.id }, hiddenProps: new Set([props[0]!.id]) });
  restoreScreen(studio, { playhead: 0, camera: null, through: { camera: 'one that is gone' } });
  expect(seen(studio)).toEqual({ time: 0, through: null, actors: NO_ACTOR_MARKS, hiddenProps: new Set() });
});

test('unsaved work that is not offered is said to exist', async () => {
  const notes = ['Unsaved work of "Walk" was not brought back: the disk is gone.'];
  const { studio, desktop } = await openStudio({ 'app.startup': () => ({ kind: 'mannequin', notes }) });
  expect(noticesOf(studio)).toEqual(['Unsaved work of “Walk” was not brought back: the disk is gone.']);
  expect(desktop.callsOf('app.startup')).toEqual([[expect.stringMatching(/^window \d+$/)]]);
});

test('unsaved work that a program holds which does not answer is named until it is taken over', async () => {
  const unanswered = ['Unsaved work of "Walk" is in another Limber: take it over to have it here.'];
  const held = 'Unsaved work of “Walk” is in another Limber: take it over to have it here.';
  const startup = {
    kind: 'recover',
    work: packWork(savedProject()),
    folder: null,
    edits: 7,
    character: mannequin('saved'),
    others: [],
  };
  const { studio, desktop } = await openStudio({
    'app.startup': () => ({ kind: 'mannequin', unanswered }),
    'app.takeOver': () => startup,
  });
  const takeOver = FILE_COMMANDS.find(({ id }) => id === 'file.takeOver')!;
  expect(noticesOf(studio)).toEqual([held]);
  expect(takeOver.enabled(studio.getState())).toBe(true);
  const taking = takeOverWork(studio);
  await eventually(() => {
    const asked = question(studio);
    if (asked.name !== 'recover') throw new Error(`"${asked.name}" is open`);
    asked.answer('recover');
  });
  await taking;
  expect(desktop.callsOf('app.takeOver')).toHaveLength(1);
  expect(documentOf(studio).history.present.name).toBe('Walk');
  expect(noticesOf(studio)).not.toContain(held);
  expect(takeOver.enabled(studio.getState())).toBe(false);
});

/** Answers the recovery question while the studio starts up. */
async function answering(opening: ReturnType<typeof openStudio>, choice: 'recover' | 'discard') {
  await eventually(() => {
    const asked = question(started());
    if (asked.name !== 'recover') throw new Error(`"${asked.name}" is open`);
    expect(asked.edits).toBe(7);
    asked.answer(choice);
  });
  return opening;
}

describe('Opening', () => {
  test('a project brings its limits, folder and warnings', async () => {
    const { studio } = await openStudio({ 'project.open': openedProject });
    await openPath(studio, '/home/ann/Walk/project.limber');
    const { folder, rig, history } = documentOf(studio);
    expect(folder).toBe('/home/ann/Walk');
    expect(history.present.name).toBe('Walk');
    expect(rig.skeleton.limits[leftElbow(studio)]).toMatchObject({ kind: 'hinge', max: 1 });
    expect(noticesOf(studio)).toContain('One pose is missing.');
    expect(hasUnsavedChanges(studio.getState())).toBe(false);
  });

  test('a file that is refused leaves everything as it was and tells why', async () => {
    const { studio, desktop } = await openStudio({
      'project.open': () => {
        throw new Error('The project file ends too early.');
      },
    });
    const before = studio.getState().document;
    await openPath(studio, '/home/ann/Broken');
    expect(studio.getState().document).toBe(before);
    expect(studio.getState().session.work).toBeNull();
    expect(noticesOf(studio)).toEqual([`“Broken” was not opened. The project file ends too early.${NEXT}`]);
    expect(desktop.callsOf('journal.close')).toHaveLength(1);
  });

  test.each([
    ['/files/slow.glb', 'character.openPath', 'Opening slow.glb'],
    ['/home/ann/Slow', 'project.open', 'Opening Slow'],
  ] as const)('%s can be cancelled, which is no error and leaves everything as it was', async (path, message, label) => {
    let refuse: (error: Error) => void = () => undefined;
    const waiting = () => new Promise((_, reject) => (refuse = reject));
    const { studio, desktop } = await openStudio({
      [message]: waiting,
      'job.cancel': () => refuse(new Error('cancelled')),
    });
    const before = studio.getState().document;
    const opening = openPath(studio, path);
    await eventually(() => expect(studio.getState().session.work).toMatchObject({ label, progress: null }));
    studio.getState().session.work!.cancel();
    await opening;
    const asked = desktop.callsOf(message)[0]!;
    expect(desktop.callsOf('job.cancel')).toEqual([[asked.at(-1)]]);
    expect(asked.at(-1)).toEqual(JOB);
    expect(studio.getState().document).toBe(before);
    expect(studio.getState().session.work).toBeNull();
    expect(noticesOf(studio)).toEqual([]);
  });

  test('a character whose skeleton cannot be posed leaves everything as it was', async () => {
    const empty = {
      ...mannequin('rock'),
      scene: { nodes: [], skinJoints: [], meshNodes: [], meshExtents: [], declaredBones: {} },
    };
    const { studio } = await openStudio({ 'character.openPath': () => empty });
    const before = studio.getState().document;
    await openPath(studio, '/files/rock.glb');
    expect(studio.getState().document).toBe(before);
    expect(noticesOf(studio)).toHaveLength(1);
  });

  test.each([
    ['/files/hero.vrm', 'character.openPath'],
    ['/files/HERO.GLB', 'character.openPath'],
    ['C:\\work\\Walk', 'project.open'],
    ['/home/ann/Walk.glb/project.limber', 'project.open'],
  ] as const)('%s goes to %s', async (path, message) => {
    const { studio, desktop } = await openStudio({ 'project.open': openedProject });
    await openPath(studio, path);
    expect(desktop.callsOf(message).map(([asked]) => asked)).toEqual([path]);
  });

  test('what the dialog gives, and nothing when it is cancelled', async () => {
    const { studio, desktop } = await openStudio({
      'dialog.open': ({ kind }) => (kind === 'character' ? { kind: 'chosen', path: '/a/hero.glb' } : { kind: 'cancelled' }),
    });
    await chooseProject(studio);
    expect(desktop.callsOf('project.open')).toHaveLength(0);
    await chooseCharacter(studio);
    expect(desktop.callsOf('character.openPath')).toEqual([['/a/hero.glb', {}, JOB]]);
  });

  test('asks with its own file browser where there is no native dialog', async () => {
    const { studio, desktop } = await openStudio({ 'dialog.open': () => ({ kind: 'unavailable' }) });
    const choosing = chooseCharacter(studio);
    await eventually(() => expect(question(studio).name).toBe('files'));
    const asked = question(studio);
    if (asked.name === 'files') asked.answer('/a/hero.glb');
    await choosing;
    expect(desktop.callsOf('character.openPath')).toEqual([['/a/hero.glb', {}, JOB]]);
    expect(studio.getState().session.dialogs.some(({ name }) => name === 'files')).toBe(false);
  });
});

describe('A dropped file', () => {
  test('is opened by its path where the host knows it', async () => {
    const file = new File([], 'hero.glb');
    const { studio, desktop } = await openStudio({}, new Map([[file, '/drop/hero.glb']]));
    await openDroppedFile(studio, file);
    expect(desktop.callsOf('character.openPath')).toEqual([['/drop/hero.glb', {}, JOB]]);
  });

  test('is opened by its bytes in a browser', async () => {
    const { studio, desktop } = await openStudio();
    await openDroppedFile(studio, new File([new Uint8Array([1, 2, 3])], 'hero.glb'));
    expect(desktop.callsOf('character.openBytes')).toEqual([['hero.glb', new Uint8Array([1, 2, 3]), {}, JOB]]);
    expect(documentOf(studio).history.present.name).toBe('dropped');
  });

  test.each(['clip.fbx', 'clip.glb', 'clip.bvh'])(
    'that holds only motion, %s, is asked about and replaces no character',
    async (name) => {
      const { studio, desktop } = await openStudio({
        'character.openBytes': (fileName) => ({ ...mannequin('clip'), fileName, isMotionOnly: true }),
        'motion.list': () => [{ name: 'walk', duration: 1, fps: 30 }],
      });
      const before = studio.getState().document;
      await openDroppedFile(studio, new File([new Uint8Array([1])], name));
      expect(studio.getState().document).toBe(before);
      expect(studio.getState().session.dialogs.at(-1)?.name).toBe('motion');
      expect(desktop.callsOf('motion.list')).toHaveLength(1);
    },
  );

  test('that is a project is explained in a browser', async () => {
    const { studio } = await openStudio();
    await openDroppedFile(studio, new File(['{}'], 'project.limber'));
    expect(noticesOf(studio)).toEqual([expect.stringContaining('open the project')]);
  });
});

describe('Several files that are dropped at once', () => {
  const dropped = (...paths: readonly string[]): DroppedFile[] =>
    paths.map((path) => ({ path, file: new File([path], path.split('/').at(-1)!) }));

  test('are one character with what it refers to, sent as one archive where the host does not know their paths', async () => {
    const { studio, desktop } = await openStudio();
    await openDropped(studio, dropped('hero/hero.gltf', 'hero/data.bin', 'hero/skins/red.png'));
    const [[name, bytes]] = desktop.callsOf('character.openBytes') as [[string, Uint8Array]];
    expect(name).toBe('hero.gltf.zip');
    const archive = openArchive(bytes);
    expect(archive.name).toBe('hero.gltf');
    expect(new TextDecoder().decode(archive.readSibling('skins/red.png'))).toBe('hero/skins/red.png');
    expect(documentOf(studio).history.present.name).toBe('dropped');
  });

  test('are one motion where they are frames of landmarks, sent as one archive', async () => {
    const { studio, desktop } = await openStudio({
      'character.openBytes': () => ({ ...mannequin('clip'), isMotionOnly: true }),
      'motion.list': () => [{ name: 'clip', duration: 1, fps: 30 }],
    });
    await openDropped(studio, dropped('out/a_001_keypoints.json', 'out/a_000_keypoints.json'));
    const [[, bytes]] = desktop.callsOf('character.openBytes') as [[string, Uint8Array]];
    const { name, bytes: joined } = openArchive(bytes);
    expect(name).toBe('a.json');
    expect(new TextDecoder().decode(joined)).toBe('[out/a_000_keypoints.json,out/a_001_keypoints.json]');
    expect(studio.getState().session.dialogs.at(-1)).toMatchObject({ name: 'motion' });
  });

  test('are asked about where several can be opened, and nothing happens when none is chosen', async () => {
    const { studio, desktop } = await openStudio();
    const files = dropped('a/hero.glb', 'a/readme.txt', 'walk.bvh');
    const before = studio.getState().document;
    for (const answer of [null, 'a/hero.glb']) {
      const opening = openDropped(studio, files);
      await eventually(() => expect(question(studio)).toMatchObject({ name: 'dropped', paths: ['a/hero.glb', 'walk.bvh'] }));
      const asked = question(studio);
      if (asked.name === 'dropped') asked.answer(answer === null ? [] : [answer]);
      await opening;
      if (answer === null) expect(studio.getState().document).toBe(before);
    }
    expect(desktop.callsOf('character.openBytes')).toEqual([['hero.glb', new TextEncoder().encode('a/hero.glb'), {}, JOB]]);
  });

  test('are opened by path where the host knows it, with the files beside it', async () => {
    const files = dropped('hero/hero.gltf', 'hero/data.bin');
    const { studio, desktop } = await openStudio({}, new Map([[files[0]!.file, '/drop/hero/hero.gltf']]));
    await openDropped(studio, files);
    expect(desktop.callsOf('character.openPath')).toEqual([['/drop/hero/hero.gltf', {}, JOB]]);
  });

  test('are a project where they hold one', async () => {
    const files = dropped('Walk/characters/hero.glb', 'Walk/project.limber');
    const { studio, desktop } = await openStudio({}, new Map([[files[1]!.file, '/drop/Walk/project.limber']]));
    await openDropped(studio, files);
    expect(desktop.callsOf('project.open')).toMatchObject([['/drop/Walk/project.limber', expect.anything()]]);
  });

  test('are explained where none can be opened', async () => {
    const { studio } = await openStudio();
    await openDropped(studio, dropped('a.txt', 'b.png'));
    await openDropped(studio, []);
    expect(noticesOf(studio)).toEqual([
      expect.stringContaining('None of the 2 files that were dropped is a character or a motion'),
      expect.stringContaining('Nothing that was dropped'),
    ]);
  });
});

describe('Before unsaved work is dropped', () => {
  test('the user is asked, and cancelling keeps everything', async () => {
    const { studio, desktop } = await openStudio();
    edit(studio);
    const before = studio.getState().document;
    const opening = openPath(studio, '/files/hero.glb');
    answerUnsaved(studio, 'cancel');
    await opening;
    expect(studio.getState().document).toBe(before);
    expect(desktop.callsOf('character.openPath')).toHaveLength(0);
  });

  test('discarding goes on and ends the journal', async () => {
    const { studio, desktop } = await openStudio();
    edit(studio);
    const closedBefore = desktop.callsOf('journal.close').length;
    const making = newDocument(studio);
    answerUnsaved(studio, 'discard');
    await making;
    expect(hasUnsavedChanges(studio.getState())).toBe(false);
    expect(desktop.callsOf('journal.close').length).toBe(closedBefore + 1);
  });

  test('saving goes on once it is saved, and stays when saving was cancelled', async () => {
    let folder: string | null = null;
    const { studio, desktop } = await openStudio({
      'dialog.save': () => (folder === null ? { kind: 'cancelled' } : { kind: 'chosen', path: folder }),
    });
    edit(studio);
    const before = studio.getState().document;
    let opening = openPath(studio, '/files/hero.glb');
    answerUnsaved(studio, 'save');
    await opening;
    expect(studio.getState().document).toBe(before);
    folder = '/home/ann/Bend';
    opening = openPath(studio, '/files/hero.glb');
    answerUnsaved(studio, 'save');
    await opening;
    expect(desktop.callsOf('project.save').map(([path]) => path)).toEqual(['/home/ann/Bend']);
    expect(documentOf(studio).history.present.name).toBe('hero');
  });
});

describe('Another character', () => {
  const opened = () => mannequin('knight');

  test('opens at once where nothing but the mannequin as it comes would go', async () => {
    const { studio } = await openStudio({ 'character.openPath': async () => opened() });
    await openPath(studio, '/home/ann/knight.glb');
    expect(studio.getState().document?.character.fileName).toBe('knight.glb');
  });

  test.each([true, false])(
    'says what it takes the place of before it does, and does where that is agreed: %s',
    async (agrees) => {
      const { studio } = await openStudio({ 'character.openPath': async () => opened() });
      await openPath(studio, '/home/ann/knight.glb');
      const before = studio.getState().document;
      const opening = openPath(studio, '/home/ann/troll.glb');
      await Promise.resolve();
      const asked = question(studio);
      if (asked.name !== 'replace') throw new Error(`"${asked.name}" is open`);
      expect(asked.next).toBe('troll.glb');
      expect(studio.getState().document).toBe(before);
      asked.answer(agrees ? 'open' : null);
      await opening;
      expect(studio.getState().document !== before).toBe(agrees);
    },
  );

  test('asks once where there are unsaved changes, and names what comes', async () => {
    const { studio } = await openStudio({ 'character.openPath': async () => opened() });
    edit(studio);
    const opening = openPath(studio, '/home/ann/knight.glb');
    await Promise.resolve();
    expect(question(studio)).toMatchObject({ name: 'unsaved', next: 'knight.glb' });
    answerUnsaved(studio, 'discard');
    await opening;
    expect(studio.getState().document?.character.fileName).toBe('knight.glb');
  });
});
