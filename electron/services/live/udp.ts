import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { quote } from '../../../core/formats/text/quote.ts';

/** Where packets go to, or are awaited. */
export interface UdpPlace {
  /** An address or the name of a machine. */
  readonly address: string;
  readonly port: number;
}

/** A socket that sends to one place. Rejects with one sentence where the name is unknown. */
export async function openOutgoing({
  address,
  port,
}: UdpPlace): Promise<{ readonly socket: Socket; send(bytes: Uint8Array, told: (problem: string | null) => void): void }> {
  const found = await lookup(address).catch(() => null);
  if (!found) throw new Error(`${quote(address)} is no address that can be found: type one such as 127.0.0.1`);
  const socket = createSocket(found.family === 6 ? 'udp6' : 'udp4');
  // What cannot be sent is told where it is sent.
  socket.on('error', () => {});
  return {
    socket,
    send: (bytes, told) =>
      socket.send(bytes, port, found.address, (error) =>
        told(error ? `Nothing can be sent to ${found.address}, port ${port}: check the address and the network` : null),
      ),
  };
}

/** A socket that hears what comes to one place. Rejects with one sentence where it cannot be had. */
export async function openIncoming({ address, port }: UdpPlace, heard: (packet: Uint8Array) => void): Promise<Socket> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  socket.on('message', heard);
  await new Promise<void>((resolve, reject) => {
    socket.once('error', (error: NodeJS.ErrnoException) => {
      socket.close();
      reject(new Error(explainBind(error.code, address, port), { cause: error }));
    });
    socket.bind({ port, address, exclusive: true }, resolve);
  });
  socket.removeAllListeners('error');
  // A packet that could not be delivered is none of ours.
  socket.on('error', () => {});
  return socket;
}

function explainBind(code: string | undefined, address: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is used by another program: close that one, or select another port here and there`;
  if (code === 'EACCES') return `Port ${port} may not be used by this program: select one above 1023`;
  return `This machine has no address ${quote(address)}: type 127.0.0.1, or 0.0.0.0 for all of its addresses`;
}
