import { expect, test } from 'vitest';
import { COMMANDS } from '../../../renderer/commands/commands.ts';
import { findEntries } from '../../../renderer/commands/find-entries.ts';
import { OTHER_WORDS, otherWordsOf } from '../../../renderer/commands/other-words.ts';

const entries = COMMANDS.map(({ id, label, category, group }) => ({
  id,
  label,
  place: `${category} ${group}`,
  words: otherWordsOf(id),
}));
const find = (typed: string) => findEntries(entries, typed).map(({ id }) => id);

test('what is called so comes before what only belongs there', () => {
  expect(find('mirror left')[0]).toBe('pose.leftToRight');
  expect(find('undo')[0]).toBe('edit.undo');
  expect(find('delete key')[0]).toBe('key.delete');
  expect(find('set k')[0]).toBe('key.set');
  expect(find('export the clip')[0]).toBe('file.exportClip');
});

test('all typed words must be found, and nothing typed finds all, in their order', () => {
  expect(find('undo mirror')).toEqual([]);
  expect(find('  ')).toEqual(COMMANDS.map(({ id }) => id));
});

test('other words are those of commands that there are', () => {
  const ids = new Set(COMMANDS.map(({ id }) => id));
  expect(Object.keys(OTHER_WORDS).filter((id) => !ids.has(id))).toEqual([]);
});

test('a thing finds what makes it before what changes it', () => {
  expect(find('layer')[0]).toBe('layer.add');
});

test('what is done comes before what is read about it, also where it cannot be chosen now but is called so', () => {
  const entry = (label: string, more: object = {}) => ({ label, place: '', words: ['fix'], ...more });
  const some = [
    entry('Pins', { isRead: true }),
    entry('Hold', { disabledBecause: 'Open a clip first.', place: 'Pin' }),
    entry('Pin handle', { disabledBecause: 'Select a handle first.' }),
    entry('Remove all pins'),
    entry('Change a pin'),
  ];
  const labels = (typed: string) => findEntries(some, typed).map(({ label }) => label);
  // What begins with the word as it is comes before what only has a longer one.
  expect(labels('pin')).toEqual(['Change a pin', 'Pin handle', 'Remove all pins', 'Pins', 'Hold']);
  expect(labels('pi')).toEqual(['Remove all pins', 'Change a pin', 'Pin handle', 'Pins', 'Hold']);
  expect(labels('pins')).toEqual(['Pins', 'Remove all pins']);
  expect(labels('fix')).toEqual(['Remove all pins', 'Change a pin', 'Pins', 'Hold', 'Pin handle']);
});

test('what can be chosen comes before what cannot, but where that is called so', () => {
  const entry = (label: string, disabledBecause: string | null = null) => ({ label, disabledBecause, place: '', words: [] });
  const some = [entry('Pin', 'Select a handle first.'), entry('Pin the hand', 'Select a hand first.'), entry('Change a pin')];
  const labels = (typed: string) => findEntries(some, typed).map(({ label }) => label);
  expect(labels('pin')).toEqual(['Pin', 'Change a pin', 'Pin the hand']);
  expect(labels('pi')).toEqual(['Change a pin', 'Pin', 'Pin the hand']);
  expect(labels('')).toEqual(['Pin', 'Pin the hand', 'Change a pin']);
});
