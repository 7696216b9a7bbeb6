import type { Answer } from '../../electron/contract.ts';
import type { LocalReader } from './local-reader.ts';

type Send = (name: string, parameters: readonly unknown[]) => Promise<Answer>;

/** Messages that may name a file by its hash: they wait until the host has it. */
const NEEDS_FILES = /^(motion|project|journal|export)\.|^character\.inUnits$/;

/**
 * The way to a host that is far from the window's files: a dropped character is read in the window and shown at once, while its bytes go to
 * the host beside that. What could not be sent is sent again before the next message that may need it, which is refused if that fails too.
 */
export function readingHere(reader: LocalReader, send: Send): Send {
  const unsent = new Map<Uint8Array, Promise<void>>();

  async function deliver(bytes: Uint8Array): Promise<void> {
    const answer = await send('character.keep', [bytes]);
    if (!answer.ok) throw new Error(answer.error.message);
    unsent.delete(bytes);
  }

  function keep(bytes: Uint8Array): Promise<void> {
    const sent = deliver(bytes);
    // Whoever needs the bytes is told.
    sent.catch(() => {});
    unsent.set(bytes, sent);
    return sent;
  }

  async function open(fileName: string, bytes: Uint8Array, job: string | undefined): Promise<Answer> {
    try {
      const value = await reader.read(fileName, bytes, job);
      void keep(bytes);
      return { ok: true, value };
    } catch (error) {
      return { ok: false, error: { message: error instanceof Error ? error.message : String(error) } };
    }
  }

  return async (name, parameters) => {
    if (name === 'character.openBytes') {
      const [fileName, bytes, , job] = parameters as [string, Uint8Array, unknown, string?];
      if (reader.canRead(bytes)) return open(fileName, bytes, job);
    }
    if (name === 'job.cancel' && reader.cancel(parameters[0] as string)) return { ok: true, value: undefined };
    if (NEEDS_FILES.test(name)) {
      await Promise.all([...unsent].map(([bytes, sent]) => sent.catch(() => keep(bytes))));
    }
    return send(name, parameters);
  };
}
