import { StringDecoder } from 'node:string_decoder';
import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { readLine, refused, type Line } from './json-rpc.ts';

/** Characters of a message at most, 10 MiB: what is longer is refused and passed over, and the next one is heard again. */
export const LONGEST_MESSAGE = 10 * 2 ** 20;

/** Answers that belong together: those to the messages of one batch. */
interface Batch {
  readonly awaited: Set<string | number>;
  readonly answers: object[];
}

/** The protocol over two streams, one message a line. `ended` resolves when the other side has closed its end, or nothing can be written to it. */
export interface LineTransport extends Transport {
  readonly ended: Promise<void>;
}

export function createLineTransport(input: Readable, output: Writable, longest: number = LONGEST_MESSAGE): LineTransport {
  const decoder = new StringDecoder('utf8');
  const batches = new Set<Batch>();
  /** The beginning of a line that is still to come; null while one that is too long is passed over. */
  let begun: string[] | null = [];
  let length = 0;
  let isClosed = false;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));

  function take(chunk: Buffer): void {
    const parts = decoder.write(chunk).split('\n');
    for (const [i, part] of parts.entries()) {
      if (begun) begun.push(part);
      length += part.length;
      if (begun && length > longest) {
        begun = null;
        answer(refused(null, `the message has more than ${longest} characters`).answer);
      }
      if (i === parts.length - 1) return;
      const line = begun?.join('').trim() ?? '';
      begun = [];
      length = 0;
      if (line !== '') hear(readLine(line));
    }
  }

  function hear(line: Line): void {
    if (line.kind === 'refused') return answer(line.answer);
    if (line.kind === 'message') return transport.onmessage?.(line.message as JSONRPCMessage);
    const batch: Batch = { awaited: new Set(), answers: [] };
    for (const each of line.lines) {
      if (each.kind === 'refused') batch.answers.push(each.answer);
      if (each.kind !== 'message' || !('method' in each.message) || !('id' in each.message)) continue;
      const id = each.message.id as string | number;
      if (batch.awaited.has(id)) batch.answers.push(refused(id, 'the batch has another message of this id').answer);
      batch.awaited.add(id);
    }
    if (batch.awaited.size === 0) {
      if (batch.answers.length > 0) answer(batch.answers);
    } else batches.add(batch);
    const heard = new Set<unknown>();
    for (const each of line.lines) {
      if (each.kind !== 'message') continue;
      const id: unknown = 'id' in each.message ? each.message.id : undefined;
      if (id === undefined || !heard.has(id)) transport.onmessage?.(each.message as JSONRPCMessage);
      heard.add(id);
    }
  }

  /** Writes an answer, or keeps it until all of its batch are there. */
  async function send(message: JSONRPCMessage): Promise<void> {
    if (isClosed) throw new Error('the connection is closed');
    const id = 'id' in message && !('method' in message) ? message.id : undefined;
    const batch = id === undefined ? undefined : [...batches].find(({ awaited }) => awaited.has(id));
    if (!batch) return write(message);
    batch.awaited.delete(id!);
    batch.answers.push(message);
    if (batch.awaited.size > 0) return;
    batches.delete(batch);
    await write(batch.answers);
  }

  function answer(said: object): void {
    write(said).catch(() => close());
  }

  function write(said: object): Promise<void> {
    return new Promise((resolve, reject) => {
      output.write(`${JSON.stringify(said)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }

  async function close(): Promise<void> {
    if (isClosed) return;
    isClosed = true;
    input.off('data', take);
    input.pause();
    transport.onclose?.();
    end();
  }

  const closeQuietly = () => void close();
  const transport: LineTransport = {
    ended,
    async start() {
      input.on('data', take);
      input.once('end', closeQuietly);
      input.once('close', closeQuietly);
      input.once('error', closeQuietly);
      // A pipe that the other side closed is no failure of this program.
      output.on('error', closeQuietly);
    },
    send,
    close,
  };
  return transport;
}
