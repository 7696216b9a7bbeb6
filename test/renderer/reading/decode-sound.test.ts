import { expect, test } from 'vitest';
import { checkSeconds, isSound } from '../../../renderer/reading/decode-sound.ts';
import { checkMediaSize } from '../../../renderer/reading/media-size.ts';

test('what is too large, too long or empty is refused in a sentence each', () => {
  expect(() => checkMediaSize(2 ** 28, 'a sound')).not.toThrow();
  expect(() => checkMediaSize(300 * 2 ** 20, 'a sound')).toThrow('it has 300 MB, more than the 256 MB that a sound may have');
  expect(() => checkSeconds(1200)).not.toThrow();
  expect(() => checkSeconds(3600)).toThrow('it lasts 60 minutes, more than the 20 that a sound may last');
  expect(() => checkSeconds(0)).toThrow('it is empty: nothing of it can be heard');
  expect(() => checkSeconds(Number.NaN)).toThrow('it is empty');
});

test('files of sound are told by their names', () => {
  expect(['a.WAV', 'b.mp3', 'c.ogg', 'd.m4a', 'e.flac', 'f.opus'].every(isSound)).toBe(true);
  expect(['a.png', 'b.glb', 'wav', 'mp3.bvh'].some(isSound)).toBe(false);
});
