import { createHash, randomBytes } from 'node:crypto';

/**
 * Who may speak to the browser host. A ticket stands in an address, where others may come to see it: it is good for one exchange, for a
 * session's credential, which only that page knows. A new ticket takes its place.
 */
export interface BrowserKeys {
  /** The ticket that is good now. */
  ticket(): string;
  exchange(ticket: string): Exchange;
  isSession(credential: string): boolean;
}

export type Exchange = { readonly kind: 'session'; readonly credential: string } | { readonly kind: 'used' | 'unknown' };

export function createBrowserKeys(): BrowserKeys {
  // Kept and compared as digests: how long a comparison takes tells nothing of the key.
  const used = new Set<string>();
  const sessions = new Set<string>();
  let ticket = newKey();
  return {
    ticket: () => ticket,
    exchange(given) {
      if (used.has(digest(given))) return { kind: 'used' };
      if (digest(given) !== digest(ticket)) return { kind: 'unknown' };
      used.add(digest(ticket));
      ticket = newKey();
      const credential = newKey();
      sessions.add(digest(credential));
      return { kind: 'session', credential };
    },
    isSession: (credential) => sessions.has(digest(credential)),
  };
}

function newKey(): string {
  return randomBytes(32).toString('base64url');
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
