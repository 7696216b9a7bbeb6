import { restPose } from '../../../../core/skeleton/pose.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createProject } from '../../../../core/document/create-project.ts';
import { deletePose, renamePose, savePose } from '../../../../core/document/edits/library.ts';
import { packPoses } from '../../../../core/document/packed-poses.ts';
import { projectToData } from '../../../../core/document/serialize.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { capturePose } from '../../../../core/library/apply.ts';
import type { ProjectPoses } from '../../../../electron/contract.ts';
import { readAllPoses } from '../../../../renderer/state/documents/all-poses.ts';
import { openPath } from '../../../../renderer/state/documents/open-path.ts';
import { commitEdit, undo } from '../../../../renderer/state/editing.ts';
import { followProject } from '../../../../renderer/state/saving/follow-project.ts';
import { save, saveAs } from '../../../../renderer/state/saving/saving.ts';
import { lacksStarterLibrary } from '../../../../renderer/state/library/starter-library.ts';
import { hasUnsavedChanges, type Studio } from '../../../../renderer/state/studio.ts';
import { documentOf, mannequin, noticesOf, openStudio, savedIn, type FakeDesktop } from '../open-studio.ts';

const FOLDER = '/home/ann/Many';
const character = mannequin('saved');
const rig = buildRig(character.scene);
const { name, fileName, hash } = character;
const PROJECT = createProject(rig, { name, fileName, hash });
const pose = (id: string) => capturePose(rig.skeleton, restPose(rig.skeleton), { id, name: id });
const ALL = ['wave', 'sit', 'jump', 'run'];
const packed = (ids: readonly string[]) => packPoses(projectToData(rig, { ...PROJECT, poses: ids.map(pose) }).poses);
const revisionsOf = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [`poses/${id}.json`, `${id}1`]));

let studio: Studio;
let desktop: FakeDesktop;
let arrive: (poses: ProjectPoses | Error) => void;

beforeEach(async () => {
  const later = new Promise<ProjectPoses>((resolve, reject) => {
    arrive = (poses) => (poses instanceof Error ? reject(poses) : resolve(poses));
  });
  ({ studio, desktop } = await openStudio({
    'project.open': () => ({
      folder: FOLDER,
      project: projectToData(rig, PROJECT),
      poses: packed(['wave', 'sit']),
      poseCount: 4,
      revisions: revisionsOf(['wave', 'sit']),
      character,
      others: [],
      warnings: [],
      steps: [],
    }),
    'project.poses': () => later,
    'project.save': (folder) => savedIn(folder),
    'project.saveChange': (folder) => savedIn(folder),
    'dialog.save': () => ({ kind: 'chosen', path: '/home/ann/Other' }),
  }));
  followProject(studio);
  await openPath(studio, FOLDER);
});

const ids = () => documentOf(studio).history.present.poses.map(({ id }) => id);
const rest = () => arrive({ poses: packed(ALL), revisions: revisionsOf(ALL), warnings: ['poses/x.json was left out.'] });

describe('A project that was opened with the first of very many poses', () => {
  test('shows them, and the others when they have come, without being unsaved', async () => {
    expect(ids()).toEqual(['wave', 'sit']);
    expect(documentOf(studio).awaitedPoses).toBe(2);
    expect(lacksStarterLibrary(studio.getState())).toBe(false);
    const first = documentOf(studio).history.present.poses;
    rest();
    expect(await readAllPoses(studio)).toBe(true);
    expect(ids()).toEqual(ALL);
    expect(documentOf(studio).history.present.poses.slice(0, 2)).toEqual(first);
    expect(documentOf(studio)).toMatchObject({ awaitedPoses: 0, revisions: revisionsOf(ALL) });
    expect(hasUnsavedChanges(studio.getState())).toBe(false);
    expect(noticesOf(studio)).toContain('poses/x.json was left out.');
  });

  test('keeps what was edited meanwhile, in every step of its history', async () => {
    commitEdit(studio, 'Rename', (project) => renamePose(project, 'wave', 'Greet'));
    commitEdit(studio, 'Delete', (project) => deletePose(project, 'sit'));
    commitEdit(studio, 'Save', (project) => savePose(project, pose('new')));
    undo(studio);
    rest();
    await readAllPoses(studio);
    expect(documentOf(studio).history.present.poses.map((saved) => saved.name)).toEqual(['Greet', 'jump', 'run']);
    expect(documentOf(studio).history.future[0]!.project.poses.map(({ id }) => id)).toEqual(['wave', 'jump', 'run', 'new']);
    undo(studio);
    expect(ids()).toEqual(ALL);
    undo(studio);
    expect(hasUnsavedChanges(studio.getState())).toBe(false);
  });

  test('is watched for what others do only when all are here', async () => {
    const watched = () => desktop.callsOf('project.watch').filter(([folder]) => folder !== null);
    expect(watched()).toEqual([]);
    rest();
    await readAllPoses(studio);
    expect(watched()).toEqual([[FOLDER, revisionsOf(ALL)]]);
  });

  test('is saved, and saved elsewhere, with all of them', async () => {
    commitEdit(studio, 'Save', (project) => savePose(project, pose('new')));
    const saving = save(studio);
    await Promise.resolve();
    expect(desktop.callsOf('project.saveChange')).toEqual([]);
    rest();
    expect(await saving).toBe(true);
    expect(desktop.callsOf('project.saveChange')[0]).toMatchObject([
      FOLDER,
      { poses: { put: [{ item: { id: 'new' } }] } },
      {},
      {},
      {},
    ]);
    expect(await saveAs(studio)).toBe(true);
    const [, whole] = desktop.callsOf('project.save')[0]!;
    expect((whole as { poses: { id: string }[] }).poses.map(({ id }) => id)).toEqual([...ALL, 'new']);
  });

  test('is not saved while they cannot be read, and says so', async () => {
    commitEdit(studio, 'Save', (project) => savePose(project, pose('new')));
    const saving = save(studio);
    arrive(new Error('the disk is gone'));
    expect(await saving).toBe(false);
    expect(noticesOf(studio).at(-1)).toMatch(
      /^“.+” has poses that cannot be read\. The disk is gone\. Open the project again before you save it\.$/,
    );
    expect(desktop.callsOf('project.saveChange')).toEqual([]);
    expect(ids()).toEqual(['wave', 'sit', 'new']);
  });

  test('lets another document be opened meanwhile', async () => {
    studio.setState({
      document: { ...documentOf(studio), identity: {}, character: mannequin('other'), folder: null, awaitedPoses: 0 },
    });
    rest();
    await new Promise((resolve) => setTimeout(resolve));
    expect(ids()).toEqual(['wave', 'sit']);
  });
});
