import { expect, test } from 'vitest';
import { createRecentValues } from '../../../electron/cli/recent-values.ts';

test('what was asked for longest ago goes when there is no more room', () => {
  const recent = createRecentValues<string>(10, 9);
  recent.keep('a', 'first', 4);
  recent.keep('b', 'second', 4);
  expect(recent.get('a')).toBe('first');
  recent.keep('c', 'third', 4);
  expect(['a', 'b', 'c'].map(recent.get)).toEqual(['first', undefined, 'third']);
});

test('what is kept again counts once, and what is larger than the room is not kept', () => {
  const recent = createRecentValues<string>(10, 9);
  recent.keep('a', 'old', 6);
  recent.keep('a', 'new', 6);
  recent.keep('b', 'other', 4);
  expect(['a', 'b'].map(recent.get)).toEqual(['new', 'other']);
  recent.keep('c', 'huge', 11);
  expect(['a', 'b', 'c'].map(recent.get)).toEqual(['new', 'other', undefined]);
});

test('many go at once for one that is large', () => {
  const recent = createRecentValues<number>(10, 20);
  for (let i = 0; i < 10; i++) recent.keep(String(i), i, 1);
  recent.keep('large', 99, 8);
  expect(Array.from({ length: 10 }, (_, i) => recent.get(String(i)))).toEqual([...Array(8).fill(undefined), 8, 9]);
});

test('no more values are kept than allowed, however small they are', () => {
  const recent = createRecentValues<number>(100, 3);
  for (let i = 0; i < 5; i++) {
    recent.keep(String(i), i, 1);
    recent.get('0');
  }
  expect(Array.from({ length: 5 }, (_, i) => recent.get(String(i)))).toEqual([0, undefined, undefined, 3, 4]);
});
