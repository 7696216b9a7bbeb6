import { vi } from 'vitest';

/** Waits until an assertion holds, as long as a busy machine may need; rejects with what it said last. */
export function eventually(assertion: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(assertion, { timeout: 20_000, interval: 5 });
}
