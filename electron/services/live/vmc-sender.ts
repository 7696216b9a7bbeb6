import type { VmcFrame } from '../../../core/formats/vmc/vmc-frame.ts';
import { vmcMessages } from '../../../core/formats/vmc/vmc-messages.ts';
import type { LiveClock } from './live-clock.ts';
import { writeBundle } from './osc.ts';
import { openOutgoing, type UdpPlace } from './udp.ts';

export interface VmcSending {
  readonly to: UdpPlace;
  /** Frames a second. */
  readonly fps: number;
  readonly clock: LiveClock;
  /** The frame so many seconds after the beginning; null while there is none. */
  readonly frameAt: (seconds: number) => VmcFrame | null;
}

export interface VmcSender {
  /** Frames that were sent. */
  count(): number;
  /** Resolves when all frames up to now have been handed to the system. */
  sent(): Promise<void>;
  /** Why the last one could not be sent, in a sentence; null while all goes well. */
  problem(): string | null;
  close(): void;
}

/** Sends a bundle a frame by the clock: frame n at n / fps seconds, so that the rate does not drift. Rejects with one sentence. */
export async function openVmcSender({ to, fps, clock, frameAt }: VmcSending): Promise<VmcSender> {
  const { socket, send } = await openOutgoing(to);
  const begin = clock.now();
  let frame = 0;
  let sent = 0;
  let handed = Promise.resolve();
  let problem: string | null = null;
  let cancel = () => {};

  function sendNext(): void {
    const seconds = frame / fps;
    const told = frameAt(seconds);
    if (told) {
      const { promise, resolve } = Promise.withResolvers<void>();
      handed = promise;
      send(writeBundle(vmcMessages(told, seconds)), (failed) => {
        problem = failed;
        resolve();
      });
      sent++;
    }
    // Frames that came too late are not made up for.
    const elapsed = (clock.now() - begin) / 1000;
    frame = Math.max(frame + 1, Math.floor(elapsed * fps));
    cancel = clock.after(Math.max(0, begin + (1000 * frame) / fps - clock.now()), sendNext);
  }

  cancel = clock.after(0, sendNext);
  return {
    count: () => sent,
    sent: () => handed,
    problem: () => problem,
    close() {
      cancel();
      socket.close();
    },
  };
}
