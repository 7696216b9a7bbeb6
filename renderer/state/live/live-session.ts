import type { LiveState } from '../../../electron/contract.ts';

/** The links to other programs, as the window knows them. */
export interface LiveSession {
  readonly isSending: boolean;
  readonly isReceiving: boolean;
  /** What the host told last of those that are on. */
  readonly state: LiveState;
  /** Milliseconds of what has been recorded up to now; null while nothing is. */
  readonly recorded: number | null;
}

export const NO_LIVE: LiveSession = {
  isSending: false,
  isReceiving: false,
  state: { sending: null, receiving: null },
  recorded: null,
};
