import { join } from 'node:path';
import type { Step } from '../../../core/document/step.ts';
import { openFolder, type FolderAccess } from '../storage/folder-access.ts';
import { makeFolder } from '../storage/make-folder.ts';
import { whileFolderIsMine } from '../storage/folder-turns.ts';
import type { HeldLock } from '../storage/lock.ts';
import { isHeld, takeOwnedLock } from '../storage/owned-lock.ts';
import { MOST_FILES, ownPath } from './own-file.ts';
import {
  isLong,
  latestSteps,
  layOutLog,
  layOutStep,
  layOutTakenBack,
  MOST_STEPS,
  readLog,
  type LoggedStep,
} from './step-lines.ts';
import { currentUser } from './user-state.ts';

/**
 * The steps that one session of a script or an assistant makes in a project, in a file of its own, so that several sessions of one user have
 * each their own undo. A log is a session's from its first step until it ends, by a lock beside it; then the next session goes on with it.
 */
export interface StepLog {
  /** The logs whose steps the session may take back: its own, or, as long as it has none, those of sessions that have ended. */
  numbers(folder: string): Promise<readonly number[]>;
  /** Makes sure that the session has a log in the folder; whether others than {@link StepLog.numbers} gave last are its own now. */
  claim(folder: string): Promise<boolean>;
  /** Keeps that the latest steps were taken back, so many, and then others made. Throws an `Error` with one sentence. */
  keep(folder: string, takenBack: number, made: readonly Step[]): Promise<void>;
  /** Leaves the log to whoever comes next. */
  release(): Promise<void>;
}

/** The logs that are a session's own. */
interface Own {
  readonly folder: string;
  /** By their numbers. */
  readonly locks: Map<number, HeldLock>;
  steps: readonly LoggedStep[];
  /** What the session wrote last; null as long as it has written nothing. */
  written: { readonly number: number; readonly stamp: string; readonly bytes: number; readonly lines: number } | null;
}

/** The steps of a user's logs of these numbers, oldest first; by default of all. A log that cannot be read holds none. */
export async function readSteps(
  folder: string,
  user: string = currentUser(),
  numbers?: readonly number[],
): Promise<readonly Step[]> {
  try {
    const access = await openFolder(folder);
    const logs = await Promise.all((numbers ?? (await numbersOf(access, user))).map((number) => tryRead(access, user, number)));
    return inOrder(logs.flatMap((log) => log ?? []))
      .slice(-MOST_STEPS)
      .map(({ step }) => step);
  } catch {
    // Without them nothing is lost but the way back.
    return [];
  }
}

export function createStepLog(user: string = currentUser()): StepLog {
  let own: Own | null = null;
  let given: readonly number[] = [];
  /** The last numbers in the logs of others, with the stamps of these. */
  const others = new Map<number, { readonly stamp: string; readonly last: number }>();

  async function claim(folder: string): Promise<Own> {
    if (own?.folder === folder) return own;
    await release();
    const access = await openFolder(folder);
    const claimed: Own = { folder, locks: new Map(), steps: [], written: null };
    const take = async (number: number) => {
      const lock = await takeOwnedLock(lockOf(access, user, number), () => {
        // Somebody took it while this computer slept: the log may be theirs now.
        if (own === claimed) own = null;
      });
      if (lock) claimed.locks.set(number, lock);
      return lock;
    };
    const found: LoggedStep[] = [];
    const present = await numbersOf(access, user);
    await makeFolder(join(access.root, 'users'));
    for (const number of present) {
      const lock = await take(number);
      const steps = lock && (await tryRead(access, user, number));
      if (steps) found.push(...steps);
      else if (lock) {
        claimed.locks.delete(number);
        await lock.release();
      }
    }
    for (let number = 1; claimed.locks.size === 0; number++) {
      if (number > MOST_FILES)
        throw new Error(`${MOST_FILES} logs of steps are in use or cannot be read: ${ownPath(user, 1, 'steps')}`);
      if (!present.includes(number)) await take(number);
    }
    claimed.steps = inOrder(found);
    others.clear();
    return (own = claimed);
  }

  async function release(): Promise<void> {
    const locks = [...(own?.locks.values() ?? [])];
    own = null;
    await Promise.all(locks.map((lock) => lock.release()));
  }

  /** The largest number that a step has. */
  async function lastNumber(access: FolderAccess, log: Own): Promise<number> {
    let last = log.steps.at(-1)?.number ?? 0;
    for (const number of await numbersOf(access, user)) {
      if (log.locks.has(number)) continue;
      const stamp = await access.stamp(ownPath(user, number, 'steps')).catch(() => null);
      if (stamp === null) continue;
      if (others.get(number)?.stamp !== stamp)
        others.set(number, { stamp, last: (await tryRead(access, user, number))?.at(-1)?.number ?? 0 });
      last = Math.max(last, others.get(number)!.last);
    }
    return last;
  }

  /** Adds lines where the log is as the session left it; else, and where it is long, writes it anew with the steps of all that are its own. */
  async function write(access: FolderAccess, log: Own, steps: readonly LoggedStep[], lines: readonly string[]): Promise<void> {
    const { written } = log;
    log.written = null;
    const path = written && ownPath(user, written.number, 'steps');
    const stamp = path && (await access.stamp(path).catch(() => null));
    if (written && path && stamp === written.stamp && !isLong(written.bytes, written.lines)) {
      const text = lines.join('');
      await access.append(path, text);
      log.steps = steps;
      return wrote(access, log, written.number, written.bytes + Buffer.byteLength(text), written.lines + lines.length);
    }
    const number = await placeFor(access, log);
    const latest = latestSteps(steps);
    const whole = layOutLog(latest);
    await access.write(ownPath(user, number, 'steps'), whole);
    log.steps = latest;
    for (const [other, lock] of log.locks) {
      if (other === number) continue;
      if (await tryRead(access, user, other)) await access.remove(ownPath(user, other, 'steps'));
      log.locks.delete(other);
      await lock.release();
    }
    await wrote(access, log, number, Buffer.byteLength(whole), latest.length);
  }

  async function wrote(access: FolderAccess, log: Own, number: number, bytes: number, lines: number): Promise<void> {
    const path = ownPath(user, number, 'steps');
    await access.flush([path]);
    const stamp = await access.stamp(path);
    log.written = stamp === null ? null : { number, stamp, bytes, lines };
  }

  /** The first of the session's own places; one at which something lies now that cannot be used is left, and another taken. */
  async function placeFor(access: FolderAccess, log: Own): Promise<number> {
    for (const number of log.locks.keys()) {
      const isFree = (await access.stamp(ownPath(user, number, 'steps')).catch(() => '')) === null;
      if (isFree || (await tryRead(access, user, number))) return number;
    }
    const present = await numbersOf(access, user);
    for (let number = 1; number <= MOST_FILES; number++) {
      if (present.includes(number)) continue;
      const lock = await takeOwnedLock(lockOf(access, user, number), () => {
        if (own === log) own = null;
      });
      if (!lock) continue;
      log.locks.set(number, lock);
      return number;
    }
    throw new Error(`${MOST_FILES} logs of steps are in use or cannot be read: ${ownPath(user, 1, 'steps')}`);
  }

  return {
    async numbers(folder) {
      if (own?.folder === folder) return (given = [...own.locks.keys()]);
      const access = await openFolder(folder);
      const present = await numbersOf(access, user);
      const held = await Promise.all(present.map((number) => isHeld(lockOf(access, user, number))));
      return (given = present.filter((_, i) => !held[i]));
    },
    async claim(folder) {
      if (own?.folder === folder) return false;
      const before = given;
      try {
        const { locks, steps } = await claim(folder);
        return steps.length > 0 ? String([...locks.keys()]) !== String(before) : before.length > 0;
      } catch {
        // The folder cannot be written to: that is told when something is to be saved.
        return false;
      }
    },
    async keep(folder, takenBack, made) {
      const log = await claim(folder);
      if (takenBack === 0 && made.length === 0) return;
      await whileFolderIsMine(folder, async () => {
        const access = await openFolder(folder);
        const first = Math.max(0, log.steps.length - takenBack);
        const back = log.steps.slice(first).toReversed();
        const last = await lastNumber(access, log);
        const added = made.map((step, i) => ({ number: last + 1 + i, step }));
        const lines = [...back.map(layOutTakenBack), ...added.map(layOutStep)];
        await write(access, log, [...log.steps.slice(0, first), ...added], lines);
      });
    },
    release,
  };
}

function lockOf({ root }: FolderAccess, user: string, number: number): string {
  return join(root, `${ownPath(user, number, 'steps')}.lock`);
}

/** The numbers of the logs of a user that are there, rising. */
async function numbersOf(access: FolderAccess, user: string): Promise<number[]> {
  const names = new Set(await access.list('users'));
  const all = Array.from({ length: MOST_FILES }, (_, i) => i + 1);
  return all.filter((number) => names.has(ownPath(user, number, 'steps').slice('users/'.length)));
}

/** Null for a log that is not there or cannot be used. */
async function tryRead(access: FolderAccess, user: string, number: number): Promise<readonly LoggedStep[] | null> {
  try {
    const found = await access.read(ownPath(user, number, 'steps'));
    return found && readLog(found.bytes);
  } catch {
    return null;
  }
}

/** Rising, each once: a program that was killed while it made one log of several left steps in both. */
function inOrder(steps: readonly LoggedStep[]): readonly LoggedStep[] {
  const byNumber = new Map(steps.map((step) => [step.number, step]));
  return [...byNumber.values()].toSorted((a, b) => a.number - b.number);
}
