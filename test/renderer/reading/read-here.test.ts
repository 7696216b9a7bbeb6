import { describe, expect, test } from 'vitest';
import type { Answer } from '../../../electron/contract.ts';
import type { LocalReader } from '../../../renderer/reading/local-reader.ts';
import { readingHere } from '../../../renderer/reading/read-here.ts';

const GLB = new TextEncoder().encode('glTF…');
const OPENED = { name: 'hero' } as never;
const DONE: Answer = { ok: true, value: undefined };
const REFUSED: Answer = { ok: false, error: { message: 'the file is too large' } };

/** A host whose answers to `character.keep` are given one after the other. */
function host(keeps: readonly (Answer | Promise<Answer>)[], read: LocalReader['read'] = async () => OPENED) {
  const asked: string[] = [];
  let kept = 0;
  const reader: LocalReader = { canRead: (bytes) => bytes === GLB, read, cancel: (job) => job === 'mine' };
  const call = readingHere(reader, async (name) => {
    asked.push(name);
    return name === 'character.keep' ? keeps[kept++]! : DONE;
  });
  return { asked, call };
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

  test('of another kind is read by the host, as is every job that is not of the window', async () => {
    const { asked, call } = host([]);
    await call('character.openBytes', ['walk.bvh', new Uint8Array()]);
    await call('job.cancel', ['theirs']);
    await call('job.cancel', ['mine']);
    expect(asked).toEqual(['character.openBytes', 'job.cancel']);
  });
});
