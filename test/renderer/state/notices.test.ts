import { expect, test } from 'vitest';
import { asSentence, settleNotice, tellFailure } from '../../../renderer/state/notices.ts';
import { openStudio } from './open-studio.ts';

test('a failure names its file, begins like a sentence, and goes when the same works', async () => {
  const { studio } = await openStudio();
  const shown = () => studio.getState().session.notices.map(({ kind, text, commands }) => ({ kind, text, commands }));
  const about = { file: 'hero.glb', failed: 'was not opened' };
  tellFailure(studio, 'opening', new Error('the file is cut off after 12 bytes'), about, 'file.open');
  expect(shown()).toEqual([
    { kind: 'error', text: '“hero.glb” was not opened. The file is cut off after 12 bytes.', commands: ['file.open'] },
  ]);
  tellFailure(studio, 'opening', new Error('"hero.glb" is no model'), about);
  expect(shown()).toEqual([{ kind: 'error', text: '"hero.glb" is no model.', commands: [] }]);
  tellFailure(studio, 'saving', new Error('the disk is full'), null);
  expect(shown().map(({ text }) => text)).toEqual(['"hero.glb" is no model.', 'The disk is full.']);
  settleNotice(studio, 'opening');
  expect(shown().map(({ text }) => text)).toEqual(['The disk is full.']);
});

test.each([
  ['the disk is full', 'The disk is full.'],
  ['hero.png is no model', 'hero.png is no model.'],
  ['a file is missing', 'A file is missing.'],
  ['Is it there?', 'Is it there?'],
  ['Reading…', 'Reading…'],
])('%s is said as %s', (words, sentence) => {
  expect(asSentence(words)).toBe(sentence);
});
