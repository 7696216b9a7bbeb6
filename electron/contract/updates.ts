/** Later versions of the program. */
export interface UpdateMessages {
  /** How this program comes by later versions, and what is known of them. */
  'updates.state': () => UpdateState;
  /** Remembers whether to look for later versions, and looks when it is switched on. While it is off nobody is contacted. */
  'updates.turn': (on: boolean) => UpdateState;
  'updates.look': () => UpdateState;
  /** Fetches the version that was found; the steps are told by `updates.changed`. */
  'updates.fetch': () => void;
  /** Closes the window, which asks about unsaved work, then installs what was fetched and starts it. */
  'updates.install': () => void;
  /** Shows the page of the version that was found in the user's browser. */
  'updates.openPage': () => void;
}

export interface UpdateEvents {
  'updates.changed': UpdateState;
}

export interface UpdateState {
  /** Who replaces this program by a later version: itself, or whoever put it there. */
  readonly kind: 'installer' | 'mac' | 'appImage' | 'byHand' | 'flatpak' | 'sources';
  /** The present version. */
  readonly version: string;
  /** Whether it looks for later versions. */
  readonly on: boolean;
  readonly step: UpdateStep;
}

export type UpdateStep =
  | { readonly kind: 'idle' | 'looking' | 'latest' }
  /** `canInstall`: the program can replace itself; otherwise the version's page tells how. */
  | { readonly kind: 'found'; readonly version: string; readonly canInstall: boolean }
  | { readonly kind: 'fetching'; readonly version: string; readonly share: number }
  | { readonly kind: 'ready'; readonly version: string }
  | { readonly kind: 'failed'; readonly sentence: string };
