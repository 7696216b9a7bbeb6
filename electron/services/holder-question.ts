import { watch, type FSWatcher } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PRIVATE_FILE } from '../files/storage/disk.ts';

/** Milliseconds in which a program that somebody works with answers. */
export const PATIENCE = 2000;
const PAUSE = 20;

/** A question lies beside what it is about; the answer is that it is gone. */
const questionOf = (path: string) => `${path}.question`;

/**
 * Asks the program that holds a file whether somebody works with it; false where no answer comes. A program that was left behind without its
 * window keeps its lock for as long as it runs, but gives no answer.
 */
export async function isAnswered(path: string, patience: number = PATIENCE): Promise<boolean> {
  const question = questionOf(path);
  try {
    await writeFile(question, '', { mode: PRIVATE_FILE });
  } catch {
    // Where nothing can be asked, nobody is passed over.
    return true;
  }
  for (let waited = 0; waited < patience; waited += PAUSE) {
    await wait(PAUSE);
    if (!(await isThere(question))) return true;
  }
  await rm(question, { force: true }).catch(() => {});
  return false;
}

/** Answers what is asked about the file that `held` names, while `hasWindow`. Gives back how to stop; null where the folder cannot be watched. */
export function answerQuestions(folder: string, held: () => string | null, hasWindow: () => boolean): (() => void) | null {
  let watcher: FSWatcher;
  const answer = () => {
    const path = held();
    if (path !== null && dirname(path) === folder && hasWindow()) rm(questionOf(path), { force: true }).catch(() => {});
  };
  try {
    watcher = watch(folder, { persistent: false }, (_, name) => {
      const path = held();
      if (name === null || (path !== null && name === basename(questionOf(path)))) answer();
    });
  } catch {
    return null;
  }
  watcher.on('error', () => watcher.close());
  answer();
  return () => watcher.close();
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
