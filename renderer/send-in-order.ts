import type { MessageName } from '../electron/contract.ts';

/** Each says what was done since the one before it. */
const EDITS: readonly string[] = ['journal.append', 'journal.close'] satisfies readonly MessageName[];

/** What they save are edits that were sent before. */
const SAVES: readonly string[] = ['project.save', 'project.saveChange'] satisfies readonly MessageName[];

/**
 * A way to the host on which edits come in the order in which they were sent: requests of a browser go side by side, and a small one overtakes
 * a large one. A save waits for the edits before it; edits do not wait for saves, which may take long.
 */
export function inOrder<Value>(
  send: (name: string, parameters: readonly unknown[]) => Promise<Value>,
): (name: string, parameters: readonly unknown[]) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (name, parameters) => {
    if (!EDITS.includes(name) && !SAVES.includes(name)) return send(name, parameters);
    const sent = last.then(() => send(name, parameters));
    // What is refused is told to who sent it.
    if (EDITS.includes(name)) last = sent.catch(() => undefined);
    return sent;
  };
}
