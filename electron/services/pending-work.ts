import type { MessageName, Services } from '../contract.ts';

/** Work in progress that the program must not end in the middle of. */
export interface PendingWork {
  /** Does some work. Rejects with one sentence once {@link PendingWork.drain} was called. */
  run<Result>(work: () => Result | Promise<Result>): Promise<Result>;
  /** Refuses new work, and resolves when all that was begun has ended, whatever came of it. */
  drain(): Promise<void>;
}

export function createPendingWork(): PendingWork {
  const pending = new Set<Promise<unknown>>();
  let isDraining = false;
  return {
    async run(work) {
      if (isDraining) throw new Error('Limber is closing');
      const running = Promise.resolve().then(work);
      pending.add(running);
      try {
        return await running;
      } finally {
        pending.delete(running);
      }
    },
    async drain() {
      isDraining = true;
      await Promise.allSettled(pending);
    },
  };
}

/** These wait for the user, who may never answer, and write nothing. */
const DIALOGS: ReadonlySet<string> = new Set<MessageName>(['dialog.open', 'dialog.save']);

/** The services with every call counted as pending work until it is answered. */
export function countCalls(services: Services, pending: PendingWork): Services {
  const counted = Object.entries(services).map(([name, service]) => {
    const call = service as (...parameters: unknown[]) => unknown;
    return [name, DIALOGS.has(name) ? call : (...parameters: unknown[]) => pending.run(() => call(...parameters))];
  });
  return Object.fromEntries(counted) as Services;
}
