import { readFile, rmdir } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sentenceOf, whyItFailed } from '../../../../electron/files/storage/explain-failure.ts';
import { systemError } from '../../../helpers/faulty-disk.ts';

const CODE = /\bE[A-Z0-9]{3,}\b/;

test.each(Object.keys(constants.errno))('the system’s %s is told in words', (code) => {
  const error = systemError(code);
  expect(whyItFailed(error)).not.toMatch(CODE);
  expect(sentenceOf(error)).not.toMatch(CODE);
  expect(sentenceOf(new Error(`"/a/b" could not be written: ${error.message}`))).toMatch(
    /^"\/a\/b" could not be written: [^A-Z]+$/,
  );
});

test('what Node itself throws is told in words, with the path', async () => {
  const path = join(import.meta.dirname, 'no', 'such "file"');
  const missing = await readFile(path).catch((error: unknown) => error);
  expect(sentenceOf(missing)).toMatch(/^".*such "file"" could not be used: it is not there$/);
  const full = await rmdir(import.meta.dirname).catch((error: unknown) => error);
  expect(sentenceOf(full)).toMatch(/could not be used: the folder is not empty$/);
});

test('a sentence of our own stays as it is', () => {
  const sentence = '"hero.glb" has 7 bytes, more than the 6 that can be opened: choose "another", EASY';
  expect(sentenceOf(new Error(sentence))).toBe(sentence);
  expect(sentenceOf('odd')).toBe('odd');
});

test('somebody else’s text takes at most 200 characters of a sentence, quoted or not', () => {
  const long = 'word '.repeat(1000);
  expect(sentenceOf(new Error(`no joint "${long}" here`)).length).toBeLessThan(230);
  expect(sentenceOf(new Error(`no joint ${'x'.repeat(5000)} here`)).length).toBeLessThan(230);
  expect(sentenceOf(new Error(`no joint "${long}" here`))).toMatch(/^no joint ".*…?.*" here$/);
});
