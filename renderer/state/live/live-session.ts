import type { LiveState } from '../../../electron/contract.ts';

/** A camera that moves the character. */
export interface LiveCamera {
  /** Whether its pictures are looked at yet: the detector is loaded first. */
  readonly isReady: boolean;
  /** Whether the last picture showed a person, and how many were read in the last second. */
  readonly isSeen: boolean;
  readonly perSecond: number;
}

/** The links to other programs and the camera, as the window knows them. */
export interface LiveSession {
  readonly isSending: boolean;
  readonly isReceiving: boolean;
  /** What the host told last of those that are on. */
  readonly state: LiveState;
  /** Null while no camera is on. */
  readonly camera: LiveCamera | null;
  /** Milliseconds of what has been recorded up to now; null while nothing is. */
  readonly recorded: number | null;
}

/** Whether something moves the character live, or may from now on. */
export function isLive({ isReceiving, camera }: LiveSession): boolean {
  return isReceiving || camera !== null;
}

export const NO_LIVE: LiveSession = {
  isSending: false,
  isReceiving: false,
  state: { sending: null, receiving: null },
  camera: null,
  recorded: null,
};
