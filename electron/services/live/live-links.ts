import type { VmcFrame } from '../../../core/formats/vmc/vmc-frame.ts';
import { quote } from '../../../core/formats/text/quote.ts';
import { isLoopback } from '../../../core/formats/vmc/vmc-place.ts';
import type { LiveEvents, LivePlace, LiveState } from '../../contract/live.ts';
import type { LiveClock } from './live-clock.ts';
import { openVmcReceiver, type VmcReceiver } from './vmc-receiver.ts';
import { openVmcSender, type VmcSender } from './vmc-sender.ts';

/** Milliseconds between two reports. */
const REPORT = 1000;
/** Reports after which links end whose window is gone. */
const PATIENCE = 10;

export interface LiveLinks {
  send(to: LivePlace | null, fps: number): Promise<void>;
  pose(frame: VmcFrame): void;
  receive(at: LivePlace | null): Promise<void>;
  /** Ends both. */
  stop(): void;
}

export interface LiveDependencies {
  readonly clock: LiveClock;
  readonly heard: (event: LiveEvents['live.frame']) => void;
  readonly reported: (state: LiveState) => void;
  readonly hasWindow: () => boolean;
}

/** The links of one window: one program that is sent to, one place that is listened at. */
export function createLiveLinks({ clock, heard, reported, hasWindow }: LiveDependencies): LiveLinks {
  let sender: VmcSender | null = null;
  let receiver: VmcReceiver | null = null;
  let frame: VmcFrame | null = null;
  let before = { sent: 0, received: 0 };
  let alone = 0;
  let sendings = 0;
  let receivings = 0;
  let cancelReport = () => {};

  function report(): void {
    const sent = sender?.count() ?? 0;
    const received = receiver?.count() ?? 0;
    reported({
      sending: sender && { frames: sent, perSecond: sent - before.sent, problem: sender.problem() },
      receiving: receiver && { frames: received, perSecond: received - before.received, dropped: receiver.dropped() },
    });
    before = { sent, received };
  }

  function reportAgain(): void {
    cancelReport();
    if (!sender && !receiver) return;
    cancelReport = clock.after(REPORT, () => {
      alone = hasWindow() ? 0 : alone + 1;
      if (alone >= PATIENCE) return links.stop();
      report();
      reportAgain();
    });
  }

  /** Tells at once what was switched. */
  function switched(): void {
    alone = 0;
    before = { sent: sender?.count() ?? 0, received: receiver?.count() ?? 0 };
    report();
    reportAgain();
  }

  const links: LiveLinks = {
    async send(to, fps) {
      sender?.close();
      sender = null;
      frame = null;
      const turn = ++sendings;
      if (to) {
        checkPlace(to);
        const opened = await openVmcSender({ to, fps, clock, frameAt: () => frame });
        // Meanwhile it may have been switched again.
        if (turn !== sendings) return opened.close();
        sender = opened;
      }
      switched();
    },
    pose(next) {
      frame = next;
    },
    async receive(at) {
      receiver?.close();
      receiver = null;
      const turn = ++receivings;
      if (at) {
        checkPlace(at);
        const opened = await openVmcReceiver({ at, clock, heard: (told, milliseconds) => heard({ frame: told, milliseconds }) });
        if (turn !== receivings) return opened.close();
        receiver = opened;
      }
      switched();
    },
    stop() {
      sendings++;
      receivings++;
      if (!sender && !receiver) return;
      sender?.close();
      receiver?.close();
      sender = null;
      receiver = null;
      switched();
    },
  };
  return links;
}

function checkPlace({ address, isOutside }: LivePlace): void {
  if (isOutside || isLoopback(address)) return;
  throw new Error(`${quote(address)} is not this machine, and nobody was asked whether it may be used`);
}
