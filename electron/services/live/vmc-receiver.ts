import type { VmcFrame } from '../../../core/formats/vmc/vmc-frame.ts';
import { createVmcListener } from '../../../core/formats/vmc/vmc-messages.ts';
import type { DroppedPackets } from '../../contract/live.ts';
import { createFloodGate } from './flood-gate.ts';
import type { LiveClock } from './live-clock.ts';
import { readPacket } from './osc.ts';
import { openIncoming, type UdpPlace } from './udp.ts';

/** Milliseconds between two frames at least: packets of one frame that come one after another are one. */
const SHORTEST_FRAME = 8;

export interface VmcReceiving {
  readonly at: UdpPlace;
  readonly clock: LiveClock;
  /** Hears of each frame, with the clock's milliseconds of its first packet. */
  readonly heard: (frame: VmcFrame, milliseconds: number) => void;
}

export interface VmcReceiver {
  /** The port that is listened at: another one where 0 was asked for. */
  readonly port: number;
  /** Frames that were heard. */
  count(): number;
  dropped(): DroppedPackets;
  close(): void;
}

/** Listens for VMC. What is no use is counted and dropped. Rejects with one sentence where the place cannot be listened at. */
export async function openVmcReceiver({ at, clock, heard }: VmcReceiving): Promise<VmcReceiver> {
  const listener = createVmcListener();
  const lets = createFloodGate();
  const dropped = { notOsc: 0, unusable: 0, tooMany: 0 };
  let frames = 0;
  let last = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;

  function tell(milliseconds: number): void {
    cancel = null;
    last = clock.now();
    frames++;
    heard(listener.frame(), milliseconds);
  }

  function take(packet: Uint8Array): void {
    const now = clock.now();
    if (!lets(now, packet.byteLength)) {
      dropped.tooMany++;
      return;
    }
    const read = readPacket(packet);
    if (!read) {
      dropped.notOsc++;
      return;
    }
    const used = read.messages.filter((message) => listener.hear(message)).length;
    dropped.unusable += read.tooLong + read.messages.length - used;
    if (used > 0) cancel ??= clock.after(Math.max(0, last + SHORTEST_FRAME - now), () => tell(now));
  }

  const socket = await openIncoming(at, take);
  return {
    port: socket.address().port,
    count: () => frames,
    dropped: () => ({ ...dropped }),
    close() {
      cancel?.();
      socket.close();
    },
  };
}
