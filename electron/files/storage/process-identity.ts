import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A process that may have ended since. */
export interface ProcessIdentity {
  readonly process: number;
  /** Of the machine that it runs on. */
  readonly machine: string;
  /** Tells it from another process of this machine that had the same number before or has it now. */
  readonly run: string;
}

const RUN = randomBytes(4).toString('hex');

/** This process, on a machine that is told from others by `parts`. */
export function thisProcess(...parts: readonly string[]): ProcessIdentity {
  const machine = createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 8);
  return { process: process.pid, machine, run: RUN };
}

/**
 * Whether a process has ended for certain: it ran on this machine, and none has its number now. A number that is in use proves nothing.
 * `isRunning` tells of a number whether a process of this machine has it.
 */
export function hasEnded(
  other: ProcessIdentity,
  here: ProcessIdentity,
  isRunning: (process: number) => boolean = isAlive,
): boolean {
  if (other.machine !== here.machine) return false;
  return other.process === here.process ? other.run !== here.run : !isRunning(other.process);
}

function isAlive(number: number): boolean {
  try {
    process.kill(number, 0);
    return !isZombie(number);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether a process has ended and only its number is left, until whoever started it asks; only Linux says so in a file. */
function isZombie(number: number): boolean {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${number}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
