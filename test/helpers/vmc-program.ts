import { createSocket } from 'node:dgram';

/** An argument of a message: a text, an integer, or a float. */
export type Argument = string | { readonly int: number } | number;

export type Message = readonly [address: string, ...args: Argument[]];

/** Another program that speaks VMC, with Open Sound Control of its own, by its specification 1.0. */
export interface VmcProgram {
  readonly port: number;
  /** Every bundle that came, as its messages. */
  readonly bundles: readonly (readonly Message[])[];
  /** Resolves when a bundle has come that is as wanted. */
  until(isWanted: (bundle: readonly Message[]) => boolean): Promise<readonly Message[]>;
  send(port: number, bytes: Uint8Array): Promise<void>;
  close(): void;
}

export async function vmcProgram(): Promise<VmcProgram> {
  const socket = createSocket('udp4');
  const bundles: (readonly Message[])[] = [];
  const listeners = new Set<(bundle: readonly Message[]) => void>();
  socket.on('message', (packet) => {
    const bundle = readBundle(packet);
    bundles.push(bundle);
    for (const listener of listeners) listener(bundle);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  return {
    port: socket.address().port,
    bundles,
    until: (isWanted) =>
      new Promise((resolve) => {
        const listener = (bundle: readonly Message[]) => {
          if (!isWanted(bundle)) return;
          listeners.delete(listener);
          resolve(bundle);
        };
        listeners.add(listener);
      }),
    send: (port, bytes) =>
      new Promise((resolve, reject) => {
        socket.send(bytes, port, '127.0.0.1', (error) => (error ? reject(error) : resolve()));
      }),
    close: () => socket.close(),
  };
}

export function bundleOf(...messages: readonly Message[]): Buffer {
  const parts = messages.map((message) => {
    const bytes = messageOf(message);
    return Buffer.concat([int32(bytes.byteLength), bytes]);
  });
  return Buffer.concat([text('#bundle'), int32(0), int32(1), ...parts]);
}

export function messageOf([address, ...args]: Message): Buffer {
  const tags = args.map((value) => (typeof value === 'string' ? 's' : typeof value === 'number' ? 'f' : 'i'));
  const values = args.map((value) =>
    typeof value === 'string' ? text(value) : typeof value === 'number' ? float32(value) : int32(value.int),
  );
  return Buffer.concat([text(address), text(`,${tags.join('')}`), ...values]);
}

function readBundle(packet: Buffer): Message[] {
  if (packet.toString('latin1', 0, 8) !== '#bundle\0') throw new Error('this is no bundle');
  const messages: Message[] = [];
  for (let at = 16; at < packet.length;) {
    const size = packet.readInt32BE(at);
    messages.push(readMessage(packet.subarray(at + 4, at + 4 + size)));
    at += 4 + size;
  }
  return messages;
}

function readMessage(bytes: Buffer): Message {
  let at = 0;
  const nextText = () => {
    const end = bytes.indexOf(0, at);
    const value = bytes.toString('utf8', at, end);
    at = end + 4 - (end % 4);
    return value;
  };
  const address = nextText();
  const args = nextText()
    .slice(1)
    .split('')
    .map((tag): Argument => {
      if (tag === 's') return nextText();
      at += 4;
      return tag === 'f' ? bytes.readFloatBE(at - 4) : { int: bytes.readInt32BE(at - 4) };
    });
  return [address, ...args];
}

/** With one to four zeros behind it. */
function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([bytes, Buffer.alloc(4 - (bytes.byteLength % 4))]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function float32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatBE(value);
  return bytes;
}
