import { expect, test } from 'vitest';
import {
  asSentence,
  attempting,
  notify,
  notifyUntilSettled,
  settleNotice,
  tellFailure,
} from '../../../../renderer/state/window/notify.ts';
import { openStudio } from '../open-studio.ts';

test('a failure names its file, begins like a sentence, and goes when the same works', async () => {
  const { studio } = await openStudio();
  const shown = () => studio.getState().session.notices.map(({ kind, text, commands }) => ({ kind, text, commands }));
  const about = { file: 'hero.glb', failed: 'was not opened' };
  tellFailure(studio, 'opening', new Error('the file is cut off after 12 bytes'), about, 'file.open');
  expect(shown()).toEqual([
    {
      kind: 'error',
      text: '“hero.glb” was not opened. The file is cut off after 12 bytes. Select another file, or write this one anew in the program that it comes from.',
      commands: ['file.open'],
    },
  ]);
  tellFailure(studio, 'opening', new Error('"hero.glb" is no model: choose a GLB file'), about);
  expect(shown()).toEqual([{ kind: 'error', text: '“hero.glb” is no model: choose a GLB file.', commands: [] }]);
  tellFailure(studio, 'saving', new Error('the disk is full'), null);
  const full = 'The disk is full. Save the project in another folder.';
  expect(shown().map(({ text }) => text)).toEqual(['“hero.glb” is no model: choose a GLB file.', full]);
  settleNotice(studio, 'opening');
  expect(shown().map(({ text }) => text)).toEqual([full]);
});

test('the last step is taken back from the notice about it only; what stays keeps its commands', async () => {
  const { studio } = await openStudio();
  notifyUntilSettled(studio, 'watching', 'Somebody else saved.', 'library.undo', 'library.read');
  notify(studio, 'info', 'One pose was copied to “Team”.', 'library.undo', 'library.read');
  notify(studio, 'info', 'One pose was copied to “Other”.', 'library.undo');
  expect(studio.getState().session.notices.map(({ commands }) => commands)).toEqual([
    ['library.undo', 'library.read'],
    ['library.read'],
    ['library.undo'],
  ]);
});

test('what is attempted tells its failure, nothing when it was cancelled, and takes it back when it works', async () => {
  const { studio } = await openStudio();
  const texts = () => studio.getState().session.notices.map(({ text }) => text);
  const about = { file: 'walk.json', failed: 'was not written' };
  const fail = (reason: string) => attempting(studio, 'profile', about, () => Promise.reject(new Error(reason)));
  expect(await fail('the disk is full')).toBeNull();
  const told = ['“walk.json” was not written. The disk is full. Select another file.'];
  expect(texts()).toEqual(told);
  expect(await fail('cancelled')).toBeNull();
  expect(texts()).toEqual(told);
  expect(await attempting(studio, 'command edit.undo', null, async () => 1)).toBe(1);
  expect(texts()).toEqual(told);
  expect(await attempting(studio, 'profile', about, async () => 2)).toBe(2);
  expect(texts()).toEqual([]);
});

test.each([
  ['the disk is full', 'The disk is full.'],
  ['hero.png is no model', 'hero.png is no model.'],
  ['a file is missing', 'A file is missing.'],
  ['Is it there?', 'Is it there?'],
  ['Reading…', 'Reading…'],
  ['"it\'s.glb" is the character\'s own file', "“it's.glb” is the character’s own file."],
])('%s is said as %s', (words, sentence) => {
  expect(asSentence(words)).toBe(sentence);
});

test('the same sentence is not shown twice, whoever tells it, and is told anew by the last', async () => {
  const { studio } = await openStudio();
  const texts = () => studio.getState().session.notices.map(({ text, kind }) => `${kind}: ${text}`);
  const ids = () => studio.getState().session.notices.map(({ id }) => id);
  notify(studio, 'info', 'The disk is full. Free some room');
  notify(studio, 'info', 'Copied');
  const before = ids();
  notify(studio, 'info', 'The disk is full. Free some room');
  expect(texts()).toEqual(['info: Copied.', 'info: The disk is full. Free some room.']);
  expect(ids()[1]).toBeGreaterThan(Math.max(...before));
  tellFailure(studio, 'saving', new Error('The disk is full. Free some room'), null);
  tellFailure(studio, 'exporting', new Error('The disk is full. Free some room'), null);
  notify(studio, 'warning', 'The disk is full. Free some room');
  expect(texts()).toEqual(['info: Copied.', 'error: The disk is full. Free some room.']);
});
