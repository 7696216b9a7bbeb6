import { expect, test } from 'vitest';
import { markFavourite, movePose, renameFolder, savePose } from '../../../core/document/edits/library.ts';
import { createProject } from '../../../core/document/create-project.ts';
import { projectFromData, projectToData } from '../../../core/document/serialize.ts';
import { capturePose } from '../../../core/library/apply.ts';
import { foldersOf, isInFolder, tidyFolder } from '../../../core/library/folders.ts';
import { searchPoses } from '../../../core/library/search-poses.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { rig } = smallBiped();
const empty = createProject(rig, { name: 'a', fileName: 'a.glb', hash: '0'.repeat(64) });

function withPoses(folders: Readonly<Record<string, string>>) {
  return Object.entries(folders).reduce(
    (project, [id, folder]) => savePose(project, capturePose(rig.skeleton, restPose(rig.skeleton), { id, name: id, folder })),
    empty,
  );
}

const placesIn = ({ poses }: typeof empty) => Object.fromEntries(poses.map(({ id, folder }) => [id, folder]));

test('folders come in order with all that stands below them, and the top is none', () => {
  const { poses } = withPoses({ a: 'Walk/Start', b: '', c: 'Walk', d: 'Hands', e: 'Walk/Start' });
  expect(foldersOf(poses)).toEqual([
    { folder: 'Hands', count: 1 },
    { folder: 'Walk', count: 3 },
    { folder: 'Walk/Start', count: 2 },
  ]);
});

test('a pose stands in its folder and in those around it, in none beside or below them', () => {
  const { poses } = withPoses({ a: 'Walk/Start', b: '', c: 'Walking' });
  const folders = ['Walk', 'Walk/Start', 'Walk/Start/Left', 'Start', 'Walking', ''];
  const holding = poses.map((saved) => [saved.id, folders.filter((folder) => isInFolder(saved, folder))]);
  expect(Object.fromEntries(holding)).toEqual({ a: ['Walk', 'Walk/Start'], b: [''], c: ['Walking'] });
});

test('folders are ordered whatever order the poses come in', () => {
  const names = ['d', 'a/b', 'c', 'a', 'b/z', 'b/a'];
  const { poses } = withPoses(Object.fromEntries(names.map((name, i) => [`${i}`, name])));
  expect(foldersOf(poses).map(({ folder }) => folder)).toEqual(['a', 'a/b', 'b', 'b/a', 'b/z', 'c', 'd']);
});

test.each([
  [' Walk / Start ', 'Walk/Start'],
  ['//Walk//', 'Walk'],
  [' / ', ''],
])('%j is kept as %j', (text, folder) => expect(tidyFolder(text)).toBe(folder));

test('a pose moves into a folder and out of it; where it is already nothing changes', () => {
  const project = withPoses({ a: '', b: 'Walk' });
  const moved = movePose(project, 'a', ' Run /');
  expect(placesIn(moved)).toEqual({ a: 'Run', b: 'Walk' });
  expect(movePose(moved, 'a', 'Run')).toBe(moved);
  expect(placesIn(movePose(moved, 'a', ''))).toEqual({ a: '', b: 'Walk' });
});

test('a folder is renamed with the folders in it, and no other that begins alike', () => {
  const project = withPoses({ a: 'Walk', b: 'Walk/Start', c: 'Walking', d: 'Hands/Walk' });
  expect(placesIn(renameFolder(project, 'Walk', 'Loco/Walk'))).toEqual({
    a: 'Loco/Walk',
    b: 'Loco/Walk/Start',
    c: 'Walking',
    d: 'Hands/Walk',
  });
  expect(renameFolder(project, 'Walk', 'Walk')).toBe(project);
  expect(renameFolder(project, 'Nowhere', 'Walk')).toBe(project);
});

test('folder and favourite are written and read again, and not written where there is none', () => {
  const project = markFavourite(withPoses({ a: 'Walk/Start', b: '' }), 'a', true);
  expect(markFavourite(project, 'a', true)).toBe(project);
  const data = projectToData(rig, project);
  expect(data.poses[0]).toMatchObject({ folder: 'Walk/Start', favourite: true });
  expect(Object.keys(data.poses[1]!)).not.toContain('folder');
  expect(Object.keys(data.poses[1]!)).not.toContain('favourite');
  expect(projectFromData(rig, data).project.poses).toEqual(project.poses);
});

test('a search finds a pose by its folder', () => {
  const { poses } = withPoses({ a: 'Walk/Start', b: 'Hands' });
  expect(searchPoses(poses, 'start').map(({ id }) => id)).toEqual(['a']);
});
