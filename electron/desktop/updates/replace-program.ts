import { chmodSync, closeSync, copyFileSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sentenceOf } from '../../files/storage/explain-failure.ts';

/**
 * Puts a program's file in the place of another one that may be running: complete beside it first, then by one rename. Whatever breaks off,
 * and whenever, the place holds the old program or the whole new one. Throws an `Error` with one sentence.
 */
export function replaceProgram(present: string, next: string): void {
  // One name, so that what a power cut left here is overwritten by the next attempt.
  const beside = join(dirname(present), '.limber-update');
  try {
    rmSync(beside, { force: true });
    copyFileSync(next, beside);
    chmodSync(beside, 0o755);
    const file = openSync(beside, 'r+');
    fsyncSync(file);
    closeSync(file);
    renameSync(beside, present);
  } catch (error) {
    rmSync(beside, { force: true });
    throw new Error(`the program could not be replaced: ${sentenceOf(error)}`, { cause: error });
  }
}
