import type { BvhReading } from '../../core/formats/bvh/bvh-reading.ts';
import type { Answer } from '../../electron/contract.ts';
import type { LocalReader } from './local-reader.ts';

type Send = (name: string, parameters: readonly unknown[]) => Promise<Answer>;

/** Messages that may name a file by its hash: they wait until the host has it. */
const NEEDS_FILES = /^(motion|project|journal|export)\.|^character\.readAs$/;

/** A message that brings a file to the host, which the window has read already. */
type Delivery = readonly [name: string, parameters: readonly unknown[]];

/**
 * The way to a host that is far from the window's files: a dropped file is read in the window and shown at once, while it goes to the host
 * beside that. What could not be sent is sent again before the next message that may need it, which is refused if that fails too.
 */
export function readingHere(reader: LocalReader, send: Send): Send {
  const unsent = new Map<Delivery, Promise<void>>();

  async function deliver(delivery: Delivery): Promise<void> {
    const answer = await send(...delivery);
    if (!answer.ok) throw new Error(answer.error.message);
    unsent.delete(delivery);
  }

  function keep(delivery: Delivery): Promise<void> {
    const sent = deliver(delivery);
    // Whoever needs the file is told.
    sent.catch(() => {});
    unsent.set(delivery, sent);
    return sent;
  }

  async function open(
    fileName: string,
    bytes: Uint8Array<ArrayBuffer>,
    bvh: Partial<BvhReading> | undefined,
    job?: string,
  ): Promise<Answer> {
    try {
      const value = await reader.read(fileName, bytes, bvh, job);
      // A GLB is kept as it is; of other files the host makes the same GLB, and keeps both.
      const isKept = value.bytes === bytes;
      void keep(isKept ? ['character.keep', [bytes]] : ['character.openBytes', [fileName, bytes, ...(bvh ? [bvh] : [])]]);
      return { ok: true, value };
    } catch (error) {
      return { ok: false, error: { message: error instanceof Error ? error.message : String(error) } };
    }
  }

  return async (name, parameters) => {
    if (name === 'character.openBytes') {
      const [fileName, bytes, bvh, job] = parameters as [string, Uint8Array<ArrayBuffer>, Partial<BvhReading>?, string?];
      return open(fileName, bytes, bvh, job);
    }
    if (name === 'job.cancel' && reader.cancel(parameters[0] as string)) return { ok: true, value: undefined };
    if (NEEDS_FILES.test(name)) {
      await Promise.all([...unsent].map(([delivery, sent]) => sent.catch(() => keep(delivery))));
    }
    return send(name, parameters);
  };
}
