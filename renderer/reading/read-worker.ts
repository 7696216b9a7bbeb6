// A thread of the window that reads one file of a character or a motion: see `local-reader.ts`.
import { z } from 'zod';
import { openCharacterFile } from '../../core/formats/open-character.ts';
import { openedCharacter } from '../../core/formats/opened-character.ts';
import type { ReadAnswer, ReadRequest } from './local-reader.ts';

// The window's content policy lets no code be made of text.
z.config({ jitless: true });

addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => void answer(data));

/** A GLB that was made is handed over: the window would hold still for a copy of it. */
async function answer(request: ReadRequest): Promise<void> {
  const found = await read(request);
  const handed = found.ok && found.made ? [found.made.buffer] : [];
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's messages have none.
  (postMessage as (answer: ReadAnswer, handed: readonly Transferable[]) => void)(found, handed);
}

async function read({ fileName, file: blob, bvh }: ReadRequest): Promise<ReadAnswer> {
  try {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const { fileName: ownName, original: _, ...file } = openCharacterFile(fileName, bytes, undefined, bvh);
    const hash = hexadecimal(await crypto.subtle.digest('SHA-256', file.bytes as Uint8Array<ArrayBuffer>));
    // The window has the bytes of a GLB already.
    const { bytes: glb, ...opened } = openedCharacter(ownName, file, hash);
    return { ok: true, opened, made: glb === bytes ? null : (glb as Uint8Array<ArrayBuffer>) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

function hexadecimal(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
