import { expect, test } from 'vitest';
import { createPoseSearch, searchPoses } from '../../../core/library/search-poses.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';

function pose(name: string, tags: readonly string[] = [], folder = ''): SavedPose {
  return { id: name, name, tags, folder, isFavourite: false, pose: new Float64Array(7), joints: [], thumbnail: '' };
}

// In the library they stand the other way round than a search for "chair" gives them.
const poses = [
  pose('Armchair'),
  pose('Sit on chair'),
  pose('Walk contact', ['locomotion']),
  pose('Chair push'),
  pose('Défense haute'),
];
const namesFor = (query: string) => searchPoses(poses, query).map(({ name }) => name);

test('an empty query gives all poses in their order', () => {
  expect(searchPoses(poses, '  ')).toBe(poses);
});

test('names that start with the word come first, then words, then parts of words', () => {
  expect(namesFor('chair')).toEqual(['Chair push', 'Sit on chair', 'Armchair']);
});

test('case and accents do not matter, tags count, and all words must be found', () => {
  expect(namesFor('DEFENSE')).toEqual(['Défense haute']);
  expect(namesFor('loco')).toEqual(['Walk contact']);
  expect(namesFor('sit chair')).toEqual(['Sit on chair']);
  expect(namesFor('sit walk')).toEqual([]);
});

test('what is found in the name comes before what is found in tags and folders, word by word', () => {
  const library = [
    pose('Run', ['arm raised']),
    pose('Idle', [], 'raised/arm'),
    pose('Forearm upraised'),
    pose('Forearm raised'),
    pose('Arm raised'),
    pose('Raised arm'),
    pose('Raised hand', ['arm']),
    pose('Arm'),
  ];
  const found = searchPoses(library, ' arm\traised ').map(({ name }) => name);
  // 1, 1, 3 (inside and a word), 3 (first, and a tag), 4 (both inside), 6 (tags and folder alone); equals in their own order.
  expect(found).toEqual(['Arm raised', 'Raised arm', 'Forearm raised', 'Raised hand', 'Forearm upraised', 'Run', 'Idle']);
});

test('a word is looked for in one tag, in one name of a folder, and not across them', () => {
  const library = [pose('a', ['high', 'kick'], 'fight')];
  for (const [query, count] of [
    ['highkick', 0],
    ['kickfight', 0],
    ['kick fight', 1],
    ['FIGHT', 1],
    ['igh', 1],
  ] as const)
    expect(searchPoses(library, query), query).toHaveLength(count);
});

test('a search that is kept answers as a new one does, also of poses that it has seen and of their changes', () => {
  const search = createPoseSearch();
  const renamed = { ...poses[0]!, name: 'Stool', tags: ['chair-like'] };
  for (const library of [poses, [...poses, renamed], [renamed, ...poses.slice(1)]]) {
    for (const query of ['chair', 'stool', 'l', '']) expect(search(library, query), query).toEqual(searchPoses(library, query));
  }
});

test('a search that goes on letter by letter, back and elsewhere finds what a first one does', () => {
  const search = createPoseSearch();
  const others = [...poses, pose('Wall'), pose('Sit at a wall', ['chair'])];
  for (const list of [poses, others, poses]) {
    for (const query of ['w', 'wa', 'wal', 'wall', 'wal', '', 'c', 'ch', 'cha sit', 'cha', 'sit', 'sit cha', 'x', 'é', 'éf', 'e'])
      expect(search(list, query), query).toEqual(searchPoses(list, query));
  }
});
