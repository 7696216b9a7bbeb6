import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readingBeside } from '../../../electron/files/takes-beside.ts';
import { loadCharacter } from '../../../electron/cli/load-character.ts';
import { sharedData } from '../../helpers/shared-data.ts';

const path = sharedData('bvh/rokoko-dance.bvh');
if (!path) console.log('SKIP takes of a folder: the folder ../shared/data is not there');

/** Some frames of the dance as a file. */
function cut(first: number, count: number): string {
  const text = readFileSync(path!, 'latin1');
  const [skeleton = '', motion = ''] = text.split(/^MOTION.*$/m);
  const [, time = '', ...rows] = motion.trim().split(/\r?\n/);
  return `${skeleton}MOTION\nFrames: ${count}\n${time}\n${rows.slice(first, first + count).join('\n')}\n`;
}

describe.skipIf(!path)('the takes of a folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'takes-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const readingOf = (file: string) => readingBeside(file, readFileSync(file));

  test('give each of them one reading, and others none', () => {
    const files = [write('a.bvh', cut(0, 120)), write('b.BVH', cut(300, 20)), write('c.bvh', cut(600, 40))];
    write('other.bvh', cut(0, 30).replaceAll('Spine', 'Back'));
    write('broken.bvh', 'HIERARCHY');
    write('notes.txt', 'no motion');
    const [first, ...others] = files.map(readingOf);
    expect(first!.rest).toHaveProperty('values');
    for (const each of others) expect(each).toEqual(first);
    expect(readingOf(join(folder, 'other.bvh'))).toEqual({});
  });

  test('are not asked where the skeleton or the user tells how it stands', () => {
    const file = write('a.bvh', cut(0, 40));
    write('b.bvh', cut(300, 20));
    expect(readingBeside(file, readFileSync(file), { rest: { frame: 3 } })).toEqual({});
    const standing = readFileSync(sharedData('bvh/cmu-jumping-jacks.bvh')!);
    writeFileSync(join(folder, 'x.bvh'), standing);
    writeFileSync(join(folder, 'y.bvh'), standing);
    expect(readingOf(join(folder, 'x.bvh'))).toEqual({});
  });

  test('are told where one of them is opened', async () => {
    const file = write('a.bvh', cut(302, 20));
    const alone = await loadCharacter(file);
    expect(alone.notes.join()).toContain('rests as it stands in frame');
    write('b.bvh', cut(0, 120));
    const beside = await loadCharacter(file);
    expect(beside.notes.join()).toContain('in a frame of the takes of its skeleton');
  });
});
