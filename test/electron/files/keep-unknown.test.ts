import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { keepUnknownOfPose } from '../../../core/document/keep-unknown.ts';
import type { Quat } from '../../../core/math/quat.ts';
import { createSession } from '../../../electron/cli/vocabulary/session.ts';
import { scriptApi } from '../../../electron/cli/vocabulary/vocabulary.ts';
import type { SavedPoseData } from '../../../core/document/project-data.ts';
import { createFolderWork } from '../../../electron/services/folder-work.ts';
import { createJobs } from '../../../electron/services/jobs.ts';
import { createLibraries } from '../../../electron/services/libraries.ts';
import { createProjects } from '../../../electron/services/projects.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { emptyFolder } from '../cli/fake-terminal.ts';
import { freshCharacters } from '../services/fresh-characters.ts';
import { samplePose, sampleProject } from '../services/sample-project.ts';

type Json = Record<string, unknown> & { tracks?: Json[]; layers?: Json[]; pose?: Json; joints?: unknown };

let folder = '';
let session: Awaited<ReturnType<typeof createSession>>;
let api: ReturnType<typeof scriptApi>;

const at = (path: string) => join(folder, 'Hero', path);
const read = async (path: string) => JSON.parse(await readFile(at(path), 'utf8')) as Json;

beforeAll(async () => {
  folder = await emptyFolder();
  session = await createSession({ folders: [folder], mayWrite: true, savesEachStep: true });
  api = scriptApi(session);
  await writeFile(join(folder, 'hero.glb'), await readFile(MANNEQUIN));
  await api.createProject({ character: 'hero.glb', folder: 'Hero' });
  return () => session.close();
}, 60_000);

const key = (time: number) => ({ time, value: [0, 0, 0, 1] });
const tail = { joint: 'tail.001', interpolation: 'linear', keys: [key(0), key(1)] };
const smile = { expression: 'smile', interpolation: 'linear', keys: [{ time: 0, value: [0.5] }] };
const wag = {
  name: 'Wag',
  weight: 1,
  from: 0,
  to: 1,
  tracks: [{ joint: 'tail.001', interpolation: 'linear', times: [0], values: [0, 0, 0, 1] }],
};

test('tracks and layers of joints and expressions that the character lacks stay in a clip that is edited', async () => {
  await api.poseByGoals({ goals: { leftHand: [0.4, 1.2, 0.3] } });
  await api.setKey({ frame: 0 });
  const before = await read('clips/clip-1.json');
  const [first, ...others] = before.tracks!;
  await writeFile(
    at('clips/clip-1.json'),
    JSON.stringify({ ...before, layers: [wag], tracks: [first, tail, ...others], expressions: [smile] }),
  );
  await api.openProject({ path: 'Hero' });
  await api.setKey({ frame: 12 });
  await api.changeClip({ name: 'Edited' });
  const after = await read('clips/clip-1.json');
  expect(after['name']).toBe('Edited');
  expect(after.tracks!.map(({ joint }) => joint)).toEqual([first!['joint'], 'tail.001', ...others.map(({ joint }) => joint)]);
  expect(after.tracks![1]).toEqual(tail);
  expect((after.tracks![0]!['keys'] as Json[]).length).toBeGreaterThan((first!['keys'] as Json[]).length);
  expect(after.layers).toEqual([wag]);
  expect(after['expressions']).toEqual([smile]);
  await api.undo({});
  expect((await read('clips/clip-1.json')).tracks![1]).toEqual(tail);
});

test('joints and expressions that the character lacks stay in a pose that is edited, and none that it has comes back', async () => {
  const { id } = await api.savePose({ name: 'Reach' });
  const before = await read(`poses/${id}.json`);
  const known = Object.keys((before.pose as { joints: object }).joints);
  const extra = { 'tail.001': [0, 0.6, 0, 0.8] };
  const pose = {
    ...before.pose,
    joints: { ...extra, ...(before.pose as { joints: object }).joints },
    expressions: { smile: 0.5 },
  };
  await writeFile(
    at(`poses/${id}.json`),
    JSON.stringify({ ...before, joints: [known[0], 'tail.001'], expressions: ['smile'], pose }),
  );
  await api.openProject({ path: 'Hero' });
  await session.edit('Rename', (project) => ({
    ...project,
    poses: project.poses.map((saved) => ({
      ...saved,
      name: 'Renamed',
      pose: saved.pose.map((_, i) => (i < 3 || i % 4 !== 2 ? 0 : 1)),
    })),
  }));
  const after = await read(`poses/${id}.json`);
  expect(after).toMatchObject({ name: 'Renamed', joints: [known[0], 'tail.001'], expressions: ['smile'] });
  expect(after.pose).toMatchObject({ joints: extra, expressions: { smile: 0.5 } });
  expect(Object.keys((after.pose as { joints: object }).joints)).toEqual(['tail.001']);
});

/** Without what is not known, as a window has it that opened a file. */
const KNOWN = { joints: ['hips', 'spine', 'head'], expressions: [], slides: 0 };
const withTail = (saved: SavedPoseData): SavedPoseData => ({
  ...saved,
  joints: ['hips', 'tail.001'],
  pose: { root: [0, 0, 0], joints: { hips: [0, 0.6, 0, 0.8], 'tail.001': [0, 0.6, 0, 0.8] } },
});
const withoutTail = (saved: SavedPoseData): SavedPoseData => ({
  ...saved,
  name: 'Renamed',
  joints: ['hips'],
  pose: { root: [0, 0, 0], joints: { hips: [0, 0.6, 0, 0.8] } },
});

test('a project that is saved into another folder takes them along', async () => {
  const { base, characters, hash } = await freshCharacters();
  const projects = createProjects(characters, undefined, 'ann');
  const [here, there] = [join(base, 'Here'), join(base, 'There')];
  const project = sampleProject(hash, { poses: [withTail(samplePose('pose-1'))] });
  await projects.save(here, project);
  await projects.save(there, { ...project, poses: project.poses.map(withoutTail) }, { origin: here, known: KNOWN });
  const [saved] = (await projects.open(there)).project.poses;
  expect(saved).toMatchObject({ name: 'Renamed', joints: ['hips', 'tail.001'] });
  expect(saved!.pose).toEqual(withTail(samplePose('pose-1')).pose);
});

test('they stay in a shared library', async () => {
  const library = join(await emptyFolder(), 'Library');
  await mkdir(library);
  const libraries = createLibraries(createFolderWork(createJobs()), () => undefined);
  const change = (item: SavedPoseData) => libraries.change(library, { removed: [], put: [{ item }] });
  await change(withTail(samplePose('pose-1', '')));
  await change(withoutTail(samplePose('pose-1', '')));
  const saved = JSON.parse(await readFile(join(library, 'poses', 'pose-1.json'), 'utf8')) as SavedPoseData;
  expect(saved).toMatchObject({ name: 'Renamed', joints: ['hips', 'tail.001'] });
  expect(saved.pose).toEqual(withTail(samplePose('pose-1')).pose);
});

describe('What can be read and not be used', () => {
  const broken = (joint: string, value: readonly number[]) => ({ joint, interpolation: 'linear', keys: [{ time: 0.25, value }] });

  test('stays in a clip: keys that are no rotations, keys of another size, a layer that ends before its keys', async () => {
    const before = await read('clips/clip-1.json');
    const usable = before.tracks!.slice(0, -2);
    const [one, other] = before.tracks!.slice(-2).map(({ joint }) => joint as string);
    const unused = [broken(one!, [0, 0, 0, 0.5]), broken(other!, [0, 0, 1])];
    const short = { ...wag, name: 'Short', to: 0.1, tracks: [{ ...wag.tracks[0], joint: 'hips', times: [0.5] }] };
    await writeFile(at('clips/clip-1.json'), JSON.stringify({ ...before, layers: [short], tracks: [...usable, ...unused] }));
    await api.openProject({ path: 'Hero' });
    await api.changeClip({ name: 'Again' });
    const after = await read('clips/clip-1.json');
    expect(after['name']).toBe('Again');
    for (const track of unused) expect(after.tracks).toContainEqual(track);
    expect(after.layers).toEqual([short]);
  });

  test('leaves the clip as it is where keys of one track have different sizes', async () => {
    const before = await read('clips/clip-1.json');
    const odd = { joint: 'jaw', interpolation: 'linear', keys: [key(0), { time: 1, value: [0, 0, 1] }] };
    const text = JSON.stringify({ ...before, tracks: [...before.tracks!, odd] });
    await writeFile(at('clips/odd.json'), text);
    await api.openProject({ path: 'Hero' });
    await api.changeClip({ name: 'Third' });
    expect(await readFile(at('clips/odd.json'), 'utf8')).toBe(text);
  });

  test('stays in a pose: what is no rotation, displacements of other joints, a motion of nothing that is known', () => {
    const motion = { duration: 1, fps: 30, loop: false, tracks: [{ ...wag.tracks[0]!, interpolation: 'linear' as const }] };
    const present: SavedPoseData = {
      ...samplePose('pose-1'),
      joints: ['hips', 'spine'],
      motion,
      pose: { root: [0, 0, 0], joints: { hips: [0, 0, 0, 0.5], spine: [0, 0.6, 0, 0.8] }, slides: [0.1, 0.2] },
    };
    const { motion: _, ...rest } = present;
    const written: SavedPoseData = { ...rest, name: 'Edited', pose: { root: [0, 1, 0], joints: {}, slides: [0] } };
    const known = { ...KNOWN, slides: 1 };
    const kept = keepUnknownOfPose(written, present, known);
    expect(kept).toEqual({
      ...written,
      motion,
      pose: { root: [0, 1, 0], joints: { hips: [0, 0, 0, 0.5] }, slides: [0.1, 0.2] },
    });
    const slid = { ...written, pose: { ...written.pose, slides: [0.3] } };
    expect(keepUnknownOfPose(slid, present, known).pose.slides).toEqual([0.3]);
    expect(keepUnknownOfPose(written, present, { ...KNOWN, slides: 2 }).pose.slides).toEqual([0]);
  });
});

describe('A pose that is not keyed', () => {
  const unkeyed = (time: number, joints: Record<string, Quat>) => ({
    clip: 'clip-1',
    time,
    pose: { root: [0, 0, 0] as const, joints },
  });
  const tailed = unkeyed(0.5, { 'tail.001': [0, 0.6, 0, 0.8], hips: [0, 0, 0.6, 0.8] });

  test.each([
    ['keeps what is not known of the same moment', 0.5, { 'tail.001': [0, 0.6, 0, 0.8], hips: [0.6, 0, 0, 0.8] }],
    ['and nothing of another one', 0.75, { hips: [0.6, 0, 0, 0.8] }],
  ])('%s', async (_, time, joints) => {
    const { base, characters, hash } = await freshCharacters();
    const projects = createProjects(characters, undefined, 'ann');
    const [here, there] = [join(base, 'Here'), join(base, 'There')];
    const project = sampleProject(hash, { unkeyed: tailed });
    await projects.save(here, project);
    const edited = unkeyed(time, { hips: [0.6, 0, 0, 0.8] });
    await projects.save(there, { ...project, unkeyed: edited }, { origin: here, known: KNOWN });
    await projects.saveChange(here, { changed: { unkeyed: edited } }, { known: KNOWN });
    for (const path of [here, there]) expect((await projects.open(path)).project.unkeyed?.pose.joints).toEqual(joints);
  });
});

describe('What was removed and is put back', () => {
  test('in a project has all that it had', async () => {
    const { base, characters, hash } = await freshCharacters();
    const projects = createProjects(characters, undefined, 'ann');
    const path = join(base, 'Hero');
    const whole = withTail(samplePose('pose-1', ''));
    const [first, ...others] = sampleProject(hash).clips;
    const keys = { interpolation: 'linear' as const, times: [0], values: [0, 0, 0, 1] };
    const clip = {
      ...first!,
      tracks: [
        { joint: 'hips', ...keys },
        { joint: 'tail.001', ...keys },
      ],
    };
    await projects.save(path, sampleProject(hash, { poses: [whole], clips: [clip, ...others] }));
    const known = { known: KNOWN };
    await projects.saveChange(
      path,
      { changed: {}, poses: { removed: ['pose-1'], put: [] }, clips: { removed: [clip.id], put: [] } },
      known,
    );
    const understood = { ...clip, tracks: clip.tracks.slice(0, 1) };
    const back = {
      poses: { removed: [], put: [{ item: withoutTail(whole) }] },
      clips: { removed: [], put: [{ item: understood }] },
    };
    await projects.saveChange(path, { changed: {}, ...back }, known);
    const { project } = await projects.open(path);
    expect(project.poses).toEqual([{ ...whole, name: 'Renamed' }]);
    expect(project.clips.find(({ id }) => id === clip.id)).toEqual(clip);
  });

  test('in a shared library too', async () => {
    const library = join(await emptyFolder(), 'Library');
    await mkdir(library);
    const libraries = createLibraries(createFolderWork(createJobs()), () => undefined);
    const whole = withTail(samplePose('pose-1', ''));
    await libraries.change(library, { removed: [], put: [{ item: whole }] });
    await libraries.change(library, { removed: ['pose-1'], put: [] });
    await libraries.change(library, { removed: [], put: [{ item: withoutTail(whole) }] });
    const saved = JSON.parse(await readFile(join(library, 'poses', 'pose-1.json'), 'utf8')) as SavedPoseData;
    expect(saved.pose).toEqual(whole.pose);
    expect(saved.joints).toEqual(whole.joints);
  });
});

test('a new pose has nothing of a removed one of its name, in the same session and in a later one', async () => {
  const removeAll = (own: typeof session) => own.edit('Remove', (project) => ({ ...project, poses: [] }));
  const { id } = await api.savePose({ name: 'Bow' });
  const before = await read(`poses/${id}.json`);
  const tail001 = [0, 0.6, 0, 0.8];
  const joints = { ...(before.pose as { joints: object }).joints, 'tail.001': tail001 };
  await writeFile(at(`poses/${id}.json`), JSON.stringify({ ...before, pose: { ...before.pose, joints } }));
  await session.close();
  const open = async () => {
    session = await createSession({ folders: [folder], mayWrite: true, savesEachStep: true });
    api = scriptApi(session);
    await api.openProject({ path: 'Hero' });
  };
  await open();
  await removeAll(session);
  const fresh = await api.savePose({ name: 'Bow' });
  expect((await read(`poses/${fresh.id}.json`)).pose!['joints']).not.toHaveProperty('tail.001');
  await removeAll(session);
  await session.close();
  await open();
  const later = await api.savePose({ name: 'Bow' });
  expect((await read(`poses/${later.id}.json`)).pose!['joints']).not.toHaveProperty('tail.001');
  // The removed one comes back as it was, beside nothing else.
  for (let step = 0; step < 4; step++) await api.undo({});
  expect((await read(`poses/${id}.json`)).pose!['joints']).toMatchObject({ 'tail.001': tail001 });
});

test('a pose of others that they took away again has nothing of the one that was removed here before', async () => {
  const { base, characters, hash } = await freshCharacters();
  const projects = createProjects(characters, undefined, 'ann');
  const path = join(base, 'Hero');
  const known = { known: KNOWN };
  const whole = withTail(samplePose('pose-1', ''));
  await projects.save(path, sampleProject(hash, { poses: [whole] }));
  await projects.saveChange(path, { changed: {}, poses: { removed: ['pose-1'], put: [] } }, known);
  const item = { ...samplePose('pose-1', ''), name: 'Of others, changed here' };
  const poses = { removed: [], put: [{ item }], bases: { 'pose-1': 'ab'.repeat(16) } };
  await projects.saveChange(path, { changed: {}, poses }, known);
  expect((await projects.open(path)).project.poses).toEqual([item]);
});

test('what was removed comes back whole where a later session takes the removal back', async () => {
  const { id } = await api.savePose({ name: 'Wave' });
  const path = `poses/${id}.json`;
  const before = await read(path);
  const joints = { 'tail.001': [0, 0.6, 0, 0.8], ...(before.pose as { joints: object }).joints };
  await writeFile(at(path), JSON.stringify({ ...before, pose: { ...before.pose, joints } }));
  const clip = await read('clips/clip-1.json');
  await writeFile(at('clips/clip-1.json'), JSON.stringify({ ...clip, tracks: [...clip.tracks!, tail] }));
  await api.createClip({ name: 'Other' });
  const within = async (work: (words: typeof api, own: typeof session) => Promise<unknown>) => {
    const own = await createSession({ folders: [folder], mayWrite: true, savesEachStep: true });
    const words = scriptApi(own);
    await words.openProject({ path: 'Hero' });
    await work(words, own);
    await own.close();
  };
  await session.close();
  await within((_words, own) =>
    own.edit('Remove', (project) => ({
      ...project,
      poses: project.poses.filter((saved) => saved.id !== id),
      clips: project.clips.filter((each) => each.id !== 'clip-1'),
    })),
  );
  await expect(read(path)).rejects.toThrow('ENOENT');
  await within((words) => words.undo({}));
  expect((await read(path)).pose).toMatchObject({ joints: { 'tail.001': [0, 0.6, 0, 0.8] } });
  expect((await read('clips/clip-1.json')).tracks).toContainEqual(tail);
  session = await createSession({ folders: [folder], mayWrite: true, savesEachStep: true });
  api = scriptApi(session);
  await api.openProject({ path: 'Hero' });
});
