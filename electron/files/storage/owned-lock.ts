import { constants, readFileSync, readlinkSync } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import { hostname, networkInterfaces } from 'node:os';
import { z } from 'zod';
import { signsOf, STALE } from './lock-signs.ts';
import { removeLock, takeLock, type HeldLock } from './lock.ts';
import { hasEnded, thisProcess } from './process-identity.ts';

/** Who holds the lock, in a file beside it: a killed process is known at once then, not by the age of its lock. */
const holderPath = (path: string) => `${path}.holder`;

const holderSchema = z.strictObject({
  process: z.number().int().positive(),
  machine: z.string().max(100),
  run: z.string().max(100),
  /** Which lock this speaks of, rather than an earlier or a later one. */
  lock: z.string().max(100),
});

/** What is written beside a lock takes about a hundred bytes. */
const LONGEST_HOLDER = 1000;

/** Locks that are nearly old enough for anybody to take are left to their age, in milliseconds. */
const NEARLY_STALE = STALE - 2000;

/**
 * Takes the lock at `path`, beside which it says who holds it; null when somebody else does. That of a process of this machine that has ended
 * is taken from it. `onLost` is told when the lock was lost. Throws what the file system refused.
 */
export async function takeOwnedLock(path: string, onLost: () => void): Promise<HeldLock | null> {
  const take = () => takeLock(path, { onLost });
  const held = (await take()) ?? ((await removeLeft(path)) ? await take() : null);
  if (!held) return null;
  await writeHolder(path).catch(() => {
    // Whoever comes after a kill waits until the lock is old.
  });
  return {
    wasAhead: held.wasAhead,
    async release() {
      await rm(holderPath(path), { force: true }).catch(() => {});
      await held.release();
    },
  };
}

async function writeHolder(path: string): Promise<void> {
  const lock = await signsOf(path);
  if (!lock?.identity) return;
  await rm(holderPath(path), { force: true });
  // Not flushed: it is for those that run while this does, and means nothing once the machine has stopped.
  await writeFile(holderPath(path), JSON.stringify({ ...here(), lock: lock.identity }), { flag: 'wx' });
}

/** Removes the lock that a process which has ended left. */
async function removeLeft(path: string): Promise<boolean> {
  const isLeft = async () => (await ownerOf(path)) === 'ended';
  return (await isLeft()) && removeLock(path, isLeft);
}

/**
 * Whether the lock that is there now was taken by a process of this machine that has ended, or by one that may be at work: here, or on
 * another machine with a sign of life. Unknown where nothing beside the lock speaks of it: its process was killed before it wrote who it is,
 * or it writes that just now, or the lock has had no sign of life for so long that anybody may take it soon.
 */
async function ownerOf(path: string): Promise<'ended' | 'running' | 'unknown'> {
  const holder = await readHolder(path).catch(() => null);
  const lock = await signsOf(path);
  if (!holder || !lock || holder.lock !== lock.identity || lock.age > NEARLY_STALE) return 'unknown';
  return hasEnded(holder, here()) ? 'ended' : 'running';
}

/** Whether a lock is held by a process that is known and at work; false also while that is not known. */
export async function isHeldByRunning(path: string): Promise<boolean> {
  return (await ownerOf(path)) === 'running';
}

/** Whether a lock is there that nobody may take now: its holder is at work, or gave a sign of life so lately that it may be. */
export async function isHeld(path: string): Promise<boolean> {
  const lock = await signsOf(path);
  return lock !== null && lock.age <= STALE && (await ownerOf(path)) !== 'ended';
}

/** The file is no link, and short. */
async function readHolder(path: string): Promise<z.infer<typeof holderSchema> | null> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(holderPath(path), flags);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LONGEST_HOLDER), 0, LONGEST_HOLDER, 0);
    return holderSchema.parse(JSON.parse(buffer.toString('utf8', 0, bytesRead)));
  } finally {
    await file.close();
  }
}

/** The folder may lie on a drive that many machines share, some of which have the same name. */
const here = () => (known ??= thisProcess(hostname(), ...addresses(), ...systemRun()));
let known: ReturnType<typeof thisProcess> | null = null;

function addresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return [...new Set(all.filter(({ internal }) => !internal).map(({ mac }) => mac))].toSorted();
}

/** Linux tells each start of the system, and each container's own numbers of processes, from others. */
function systemRun(): string[] {
  try {
    return [readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'), readlinkSync('/proc/self/ns/pid')];
  } catch {
    return [];
  }
}
