import type { VmcFrame } from '../../core/formats/vmc/vmc-frame.ts';

/** Links to programs that speak VMC over Open Sound Control. Both are off until the user switches them on, and end with the window. */
export interface LiveMessages {
  /** Sends what `live.pose` says to a program, 1 to 120 frames a second; null ends that. Refused in one sentence where the address cannot be found. */
  'live.send': (to: LivePlace | null, fps: number) => void;
  /** What is sent from now on, again and again at the rate that was asked for. */
  'live.pose': (frame: VmcFrame) => void;
  /** Listens for a program that sends; null ends that. Refused in one sentence where the port is taken. */
  'live.receive': (at: LivePlace | null) => void;
}

export interface LiveEvents {
  /** What a program sent, with milliseconds of the host's clock. */
  'live.frame': { readonly frame: VmcFrame; readonly milliseconds: number };
  /** Each second while a link is on, and when one is switched. */
  'live.state': LiveState;
}

/** Where a link goes to or is awaited, as it is kept. */
export interface LiveAddress {
  /** An address or the name of a machine. */
  readonly address: string;
  readonly port: number;
}

export interface LiveTarget {
  readonly address: string;
  readonly port: number;
  /** Frames a second. */
  readonly fps: number;
}

export interface LivePlace {
  /** An address or the name of a machine. */
  readonly address: string;
  readonly port: number;
  /** The user said yes to an address that is not this machine's own. */
  readonly isOutside?: true;
}

export interface LiveState {
  readonly sending: { readonly frames: number; readonly perSecond: number; readonly problem: string | null } | null;
  readonly receiving: { readonly frames: number; readonly perSecond: number; readonly dropped: DroppedPackets } | null;
}

/** What came and was of no use. */
export interface DroppedPackets {
  /** Packets that are no Open Sound Control. */
  readonly notOsc: number;
  /** Messages that are none of VMC, or have values or names that cannot be used. */
  readonly unusable: number;
  /** Packets beyond what a second may bring. */
  readonly tooMany: number;
}
