import { expect, test } from 'vitest';
import { searchPoses, tagsOf } from '../../../core/library/search.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';

function pose(name: string, tags: readonly string[] = []): SavedPose {
  return { id: name, name, tags, folder: '', isFavourite: false, pose: new Float64Array(7), joints: [], thumbnail: '' };
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

test('the tags of a library come sorted, once each', () => {
  expect(tagsOf([pose('a', ['z', 'b']), pose('b', ['b'])])).toEqual(['b', 'z']);
  expect(tagsOf([pose('a', ['c', 'a', 'e']), pose('b', ['d', 'b'])])).toEqual(['a', 'b', 'c', 'd', 'e']);
});
