import type { Terminal } from './terminal.ts';

/** Lets Ctrl+C be noticed between two pieces of work: throws when it was pressed. */
export async function checkpoint({ signal }: Terminal): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  signal.throwIfAborted();
}
