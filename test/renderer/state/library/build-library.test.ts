import { expect, test } from 'vitest';
import { restPose } from '../../../../core/skeleton/pose.ts';
import { buildLibrary, chooseMotionFiles, DEFAULT_BUILD } from '../../../../renderer/state/library/build-library.ts';
import { undo } from '../../../../renderer/state/editing.ts';
import { readLibrary, showLibrary } from '../../../../renderer/state/library/folders/library-folders.ts';
import { shownPoses } from '../../../../renderer/state/library/folders/shown-library.ts';
import { mannequin, documentOf, noticesOf, openStudio, type Answers } from '../open-studio.ts';
import { TEAM, teamLibrary } from './folders/team-library.ts';

/** A host whose motion files each hold one motion of which two poses differ; one file is damaged. */
const host = (more: Answers = {}): Answers => ({
  'character.openPath': (path) => {
    if (path.endsWith('bad.bvh')) throw new Error('The file ends too early.');
    return { ...mannequin(path), hash: path.includes('dance') ? 'd'.repeat(64) : 'e'.repeat(64) };
  },
  'motion.list': (hash) =>
    hash.startsWith('d')
      ? [
          { name: 'a', duration: 1, fps: 30 },
          { name: 'b', duration: 1, fps: 30 },
        ]
      : [{ name: 'take', duration: 1, fps: 30 }],
  'motion.samplePoses': (_, { sources }) =>
    sources.map(({ name = '' }, i) => ({
      id: `same-${i}`,
      name: `${name} 0.00 s`,
      tags: [name],
      folder: name,
      joints: [0],
      pose: [...restPose(mannequinSkeleton())],
    })),
  'files.list': (folder) => ({ folder, parent: null, folders: [], files: ['walk.bvh', 'dance.glb'], more: 0, isProject: false }),
  'dialog.open': () => ({ kind: 'chosen', path: '/motions' }),
  ...teamLibrary(),
  ...more,
});

let skeleton: Parameters<typeof restPose>[0] | null = null;
const mannequinSkeleton = () => skeleton!;

async function started(more: Answers = {}) {
  const { studio, desktop } = await openStudio(host(more));
  ({ skeleton } = documentOf(studio).rig);
  return { studio, desktop };
}

test('A folder gives its files with motions, and a file itself', async () => {
  const { studio } = await started();
  expect(await chooseMotionFiles(studio, 'folder')).toEqual(['/motions/walk.bvh', '/motions/dance.glb']);
  expect(await chooseMotionFiles(studio, 'file')).toEqual(['/motions']);
});

test('Poses of all files come as one step, a folder for each clip, and what cannot be used is named', async () => {
  const { studio, desktop } = await started();
  await buildLibrary(studio, null, ['/m/walk.bvh', '/m/bad.bvh', '/m/dance.glb'], { ...DEFAULT_BUILD, fps: 4 });
  const { present, past } = documentOf(studio).history;
  expect(present.poses.map(({ name, folder }) => [name, folder])).toEqual([
    ['walk 0.00 s', 'walk'],
    ['dance a 0.00 s', 'dance a'],
    ['dance b 0.00 s', 'dance b'],
  ]);
  expect(desktop.callsOf('motion.samplePoses')[0]![1]).toMatchObject({ fps: 4, difference: 0.08, mirrored: false });
  expect(past.at(-1)?.label).toBe('Add 3 poses of 3 clips');
  expect(noticesOf(studio).at(-1)).toBe('3 poses of 3 clips are in “Project” now. Left out: bad.bvh (The file ends too early).');
  undo(studio);
  expect(documentOf(studio).history.present.poses).toEqual([]);
});

test('They go into the folder that is shown, and nothing is added when it is cancelled or nothing can be used', async () => {
  const { studio } = await started();
  await readLibrary(studio, TEAM);
  showLibrary(studio, TEAM);
  await buildLibrary(studio, null, ['/m/walk.bvh'], DEFAULT_BUILD);
  expect(shownPoses(studio.getState()).map(({ name }) => name)).toEqual(['walk 0.00 s']);
  expect(documentOf(studio).history.present.poses).toEqual([]);
  await buildLibrary(studio, null, ['/m/bad.bvh'], DEFAULT_BUILD);
  expect(noticesOf(studio).at(-1)).toBe('No pose was added. Left out: bad.bvh (The file ends too early).');
  const building = buildLibrary(studio, null, ['/m/walk.bvh', '/m/walk2.bvh'], DEFAULT_BUILD);
  studio.getState().session.work!.cancel();
  await building;
  expect(shownPoses(studio.getState())).toHaveLength(1);
});
