import { fromBuffer, toBuffer, type OscPacketOutput } from 'osc-min';
import type { OscArgument, OscMessage } from '../../../core/formats/vmc/vmc-messages.ts';

/** Characters of an address or of any text in a message at most; messages with longer ones are dropped. */
const LONGEST_TEXT = 200;

/** The time tag that means “at once”. */
const AT_ONCE: [number, number] = [0, 1];

/** Messages as one packet of Open Sound Control: a bundle. */
export function writeBundle(messages: readonly OscMessage[]): Uint8Array {
  const elements = messages.map(({ address, arguments: args }) => ({
    address,
    args: args.map((value) => (typeof value === 'object' ? ({ type: 'integer', value: value.integer } as const) : value)),
  }));
  const { buffer, byteOffset, byteLength } = toBuffer({ timetag: AT_ONCE, elements });
  return new Uint8Array(buffer, byteOffset, byteLength);
}

export interface ReadPacket {
  /** Those of a bundle in their order, those of bundles within it too. */
  readonly messages: readonly OscMessage[];
  /** How many more had a text that is too long. */
  readonly tooLong: number;
}

/** What a packet says; null where it is no packet of Open Sound Control, or an empty one. */
export function readPacket(bytes: Uint8Array): ReadPacket | null {
  let packet: OscPacketOutput;
  try {
    packet = fromBuffer(bytes);
  } catch {
    // The library refuses with errors of its own, and runs out of a buffer or of the stack on others.
    return null;
  }
  const all = messagesIn(packet);
  if (all.length === 0) return null;
  const messages = all.filter(({ address, arguments: args }) => [address, ...args].every(isShort));
  return { messages, tooLong: all.length - messages.length };
}

function messagesIn(packet: OscPacketOutput): OscMessage[] {
  const messages: OscMessage[] = [];
  const pending = [packet];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.oscType === 'bundle') pending.push(...next.elements.toReversed());
    else messages.push({ address: next.address, arguments: next.args.flatMap(({ type, value }) => argumentOf(type, value)) });
  }
  return messages;
}

/** Numbers and texts; what VMC never sends is as a text that nobody expects. */
function argumentOf(type: string, value: unknown): OscArgument[] {
  if (typeof value === 'number') return [type === 'integer' ? { integer: value } : value];
  return [typeof value === 'string' ? value : ''];
}

function isShort(value: OscArgument): boolean {
  return typeof value !== 'string' || value.length <= LONGEST_TEXT;
}
