// A thread of the window that reads one file of a character or a motion: see `local-reader.ts`.
import { z } from 'zod';
import { openCharacterFile } from '../../core/formats/open-character.ts';
import { openedCharacter } from '../../core/formats/opened-character.ts';
import type { ReadAnswer, ReadRequest } from './local-reader.ts';

// The window's content policy lets no code be made of text.
z.config({ jitless: true });

addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's messages have none.
  void read(data).then((answer) => (postMessage as (answer: ReadAnswer) => void)(answer));
});

async function read({ fileName, bytes, bvh }: ReadRequest): Promise<ReadAnswer> {
  try {
    const { fileName: ownName, original: _, ...file } = openCharacterFile(fileName, bytes, undefined, bvh);
    const hash = hexadecimal(await crypto.subtle.digest('SHA-256', file.bytes as Uint8Array<ArrayBuffer>));
    // The window has the bytes of a GLB already.
    const { bytes: glb, ...opened } = openedCharacter(ownName, file, hash);
    return { ok: true, opened, made: glb === bytes ? null : glb };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

function hexadecimal(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
