import { describe, expect, test } from 'vitest';
import type { Answer } from '../../../electron/contract.ts';
import type { LocalReader } from '../../../renderer/reading/local-reader.ts';
import { readingHere } from '../../../renderer/reading/read-here.ts';

const GLB = new TextEncoder().encode('glTF…');
const OPENED = { name: 'hero', bytes: GLB } as never;
/** What a BVH file is opened as: a GLB that was made of it. */
const WALK = { name: 'walk', bytes: new Uint8Array() } as never;
const DONE: Answer = { ok: true, value: undefined };
const REFUSED: Answer = { ok: false, error: { message: 'the file is too large' } };

/** A host whose answers to files that are sent to it are given one after the other. */
function host(keeps: readonly (Answer | Promise<Answer>)[], read: LocalReader['read'] = async () => OPENED) {
  const asked: string[] = [];
  const given: (readonly unknown[])[] = [];
  let kept = 0;
  const reader: LocalReader = { read, cancel: (job) => job === 'mine' };
  const call = readingHere(reader, async (name, parameters) => {
    asked.push(name);
    given.push(parameters);
    return name === 'character.keep' || name === 'character.openBytes' ? keeps[kept++]! : DONE;
  });
  return { asked, given, call };
}

describe('a dropped character', () => {
  test('is answered before the host has it; what may need it waits, the rest does not', async () => {
    let keep: (answer: Answer) => void = () => {};
    const { asked, call } = host([new Promise((resolve) => (keep = resolve))]);
    expect(await call('character.openBytes', ['hero.glb', GLB, {}, 'job'])).toEqual({ ok: true, value: OPENED });
    await call('recent.list', []);
    const edit = call('journal.append', []);
    await Promise.resolve();
    expect(asked).toEqual(['character.keep', 'recent.list']);
    keep(DONE);
    await edit;
    await call('project.save', []);
    expect(asked).toEqual(['character.keep', 'recent.list', 'journal.append', 'project.save']);
  });

  test('that could not be sent is sent again, and what needs it is refused as long as that fails', async () => {
    const { asked, call } = host([REFUSED, REFUSED, DONE]);
    await call('character.openBytes', ['hero.glb', GLB]);
    await expect(call('journal.append', [])).rejects.toThrow('the file is too large');
    await call('journal.append', []);
    await call('export.clip', []);
    expect(asked).toEqual(['character.keep', 'character.keep', 'character.keep', 'journal.append', 'export.clip']);
  });

  test('that cannot be read is refused with its sentence and sent to nobody', async () => {
    const { asked, call } = host([], async () => {
      throw new Error('the GLB file is truncated');
    });
    expect(await call('character.openBytes', ['hero.glb', GLB])).toEqual({
      ok: false,
      error: { message: 'the GLB file is truncated' },
    });
    expect(asked).toEqual([]);
  });

  test('of another kind is answered as soon; the host makes the same of the file, and keeps it', async () => {
    const { asked, given, call } = host([REFUSED, DONE], async () => WALK);
    const text = new TextEncoder().encode('HIERARCHY');
    const bvh = { unit: 0.01 };
    expect(await call('character.openBytes', ['walk.bvh', text, bvh, 'job'])).toEqual({ ok: true, value: WALK });
    await call('motion.read', []);
    expect(asked).toEqual(['character.openBytes', 'character.openBytes', 'motion.read']);
    expect(given.slice(0, 2)).toEqual([
      ['walk.bvh', text, bvh],
      ['walk.bvh', text, bvh],
    ]);
  });

  test('is cancelled where it is read; every other job is the host’s', async () => {
    const { asked, call } = host([]);
    await call('job.cancel', ['theirs']);
    await call('job.cancel', ['mine']);
    expect(asked).toEqual(['job.cancel']);
  });
});
