import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { unpackPoses } from '../../../core/document/packed-poses.ts';
import type { SavedPoseData } from '../../../core/document/project-data.ts';
import type { ProjectNews, Services } from '../../../electron/contract.ts';
import { freshServices } from './fresh-services.ts';
import { sampleProject, TINY_PNG } from './sample-project.ts';

function wave(id: string, name: string): SavedPoseData {
  const joints = { leftUpperArm: [0, 0, 0.6, 0.8] } as const;
  return { id, name, tags: [], joints: ['leftUpperArm'], root: false, pose: { root: [0, 0, 0], joints }, thumbnail: TINY_PNG };
}

const putting = (item: SavedPoseData, base: string | null = null) => ({
  removed: [],
  put: [{ item }],
  bases: { [item.id]: base },
});

/** Two programs, and a folder for both. */
async function twoPrograms() {
  const told: ProjectNews[] = [];
  const ann = await freshServices({ emit: (name, news) => void (name === 'library.changed' && told.push(news as ProjectNews)) });
  const folder = join(ann.folder, 'Team poses');
  await mkdir(folder);
  return { ann: ann.services, bob: ann.restart({ emit: () => {} }), folder, told, close: ann.close };
}

async function namesIn(services: Services, folder: string): Promise<readonly string[]> {
  return unpackPoses((await services['library.open'](folder)).poses).map(({ name }) => name);
}

test('an empty folder becomes a library with its first pose, whose picture lies beside it', async () => {
  const { ann, folder } = await twoPrograms();
  expect(await namesIn(ann, folder)).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
  await ann['library.change'](folder, putting(wave('wave', 'Wave')));
  expect(JSON.parse(await readFile(join(folder, 'limber-library.json'), 'utf8'))).toEqual({ version: 3, kind: 'library' });
  expect((await readdir(join(folder, 'poses'))).toSorted()).toEqual(['wave.json', 'wave.png']);
  const opened = await ann['library.open'](folder);
  expect(unpackPoses(opened.poses)).toEqual([{ ...wave('wave', 'Wave'), thumbnail: 'file:wave' }]);
  expect(Object.keys(opened.revisions)).toEqual(['poses/wave.json']);
  expect((await ann['pose.pictures'](folder, ['wave']))[0]).toEqual(Buffer.from(TINY_PNG.split(',')[1]!, 'base64'));
});

test('two writers never lose a pose: what both changed is kept twice', async () => {
  const { ann, bob, folder } = await twoPrograms();
  const { revisions } = await ann['library.change'](folder, putting(wave('wave', 'Wave')));
  const base = revisions['poses/wave.json']!;
  await Promise.all([
    ann['library.change'](folder, putting(wave('one', 'One'))),
    bob['library.change'](folder, putting(wave('two', 'Two'))),
  ]);
  await bob['library.change'](folder, putting(wave('wave', 'Hello'), base));
  const merged = await ann['library.change'](folder, putting(wave('wave', 'Greet'), base));
  expect(merged.notes).toEqual(['The pose “Greet” was also changed by somebody else: both are kept, yours as “Greet (2)”.']);
  expect(await namesIn(ann, folder)).toEqual(['Greet (2)', 'Hello', 'One', 'Two']);
  const removal = await ann['library.change'](folder, { removed: ['wave'], put: [], bases: { wave: base } });
  expect(removal.notes).toEqual(['The pose “Hello” was changed by somebody else, so it was not removed.']);
  expect(await namesIn(ann, folder)).toHaveLength(4);
});

test('what others do to an opened library is told, until it is closed; a library that is away removes nothing', async () => {
  const { ann, bob, folder, told } = await twoPrograms();
  await bob['library.change'](folder, putting(wave('wave', 'Wave')));
  await ann['library.open'](folder);
  await ann['library.change'](folder, putting(wave('mine', 'Mine')));
  await bob['library.change'](folder, putting(wave('new', 'New')));
  const news = await vi.waitFor(() => told[0] ?? Promise.reject(new Error('not told')), { timeout: 10_000, interval: 20 });
  expect(news).toMatchObject({ folder, change: { poses: { removed: [], put: [{ item: { name: 'New' } }] } } });
  expect(told).toHaveLength(1);
  await rename(folder, `${folder} away`);
  await expect(ann['library.open'](folder)).rejects.toThrow(`the library "${folder}" cannot be read: there is no such folder`);
  await expect(ann['library.change'](folder, putting(wave('wave', 'Wave')))).rejects.toThrow(
    `nothing can be saved into the library "${folder}": there is no such folder`,
  );
  await rename(`${folder} away`, folder);
  expect(await namesIn(ann, folder)).toEqual(['Mine', 'New', 'Wave']);
  await ann['library.close'](folder);
  await bob['library.change'](folder, putting(wave('late', 'Late')));
  expect(told).toHaveLength(1);
});

test('a bad pose hides no other; a project, poses of an unknown body and a newer library are refused, each in a sentence', async () => {
  const { ann, folder } = await twoPrograms();
  await ann['library.change'](folder, putting(wave('wave', 'Wave')));
  await writeFile(join(folder, 'poses', 'bad.json'), '{');
  const { poses, warnings } = await ann['library.open'](folder);
  expect(poses.items).toHaveLength(1);
  expect(warnings).toEqual([expect.stringMatching(/^poses\/bad\.json was left out: /)]);

  const file = join(folder, 'limber-library.json');
  await writeFile(file, JSON.stringify({ version: 4, kind: 'library' }));
  await expect(ann['library.open'](folder)).rejects.toThrow(
    'the library "Team poses" was made with a newer Limber: update this one to use it',
  );
  await writeFile(file, JSON.stringify({ version: 2, kind: 'box' }));
  await expect(ann['library.open'](folder)).rejects.toThrow(/^the library "Team poses" cannot be read: its file limber-library/);
  await rm(file);
  await expect(ann['library.change'](folder, putting(wave('a', 'A')))).rejects.toThrow(
    /^"Team poses" holds poses but no limber-library.json, which says of what body they are/,
  );
  const { hash } = await ann['character.mannequin']();
  const project = join(folder, '..', 'Project');
  await ann['project.save'](project, sampleProject(hash));
  await expect(ann['library.open'](project)).rejects.toThrow(/^"Project" is a project, not a library: open it/);
});

test('the folders of libraries are kept among the settings, without those that were never opened to the window', async () => {
  const { ann, folder } = await twoPrograms();
  await ann['settings.keep']({ libraries: [folder, '/elsewhere'] });
  expect(await ann['settings.read']()).toEqual({ libraries: [folder] });
});
