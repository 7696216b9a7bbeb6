import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { isTemporaryName } from '../../files/storage/staged-write.ts';
import { watchReads } from '../../files/storage/read-file.ts';
import { addCommands } from '../commands.ts';
import { EXIT } from '../exit-codes.ts';
import { runProgram } from '../program.ts';
import type { TaskRecord } from './records.ts';

/** A command line, and the file or folder that it writes. */
export interface WorkerTask {
  readonly parameters: readonly string[];
  readonly out: string | null;
}

/** What came of it; files by their absolute paths. */
export type WorkerResult = Omit<TaskRecord, 'version' | 'key' | 'made'>;

/** The same on a thread of its own, with the files that it reads. */
export async function performOnThread(task: WorkerTask): Promise<WorkerResult> {
  const read: Record<string, string> = {};
  const { out } = task;
  watchReads((path, bytes) => {
    const absolute = resolve(path);
    if (absolute === out || isTemporaryName(basename(absolute))) return;
    read[absolute] = createHash('sha256').update(bytes).digest('hex');
  });
  return { ...(await performTask(task)), read };
}

/** Runs a command of the command line as it would run by itself, and keeps what it says. The signal ends it where it can be ended. */
export async function performTask(
  { parameters, out }: WorkerTask,
  signal: AbortSignal = new AbortController().signal,
): Promise<WorkerResult> {
  const printed: string[] = [];
  const noted: string[] = [];
  const exitCode = await runProgram(
    parameters,
    {
      print: (line) => printed.push(line),
      warn: (line) => printed.push(line),
      note: (line) => noted.push(line),
      progress() {},
      signal,
    },
    addCommands,
  );
  const isDone = exitCode === EXIT.done || exitCode === EXIT.notReached;
  const stats = out === null ? null : await stat(out).catch(() => null);
  return {
    read: {},
    bytes: isDone && stats?.isFile() ? stats.size : null,
    exitCode,
    sentences: isDone ? [] : noted.map((line) => line.replace(/^limber: /, '')),
    summary: isDone ? withoutPath(JSON.parse(printed.join('\n')) as Record<string, unknown>) : null,
  };
}

/** The plan knows where it writes, relative to the manifest. */
function withoutPath(summary: Record<string, unknown>): Record<string, unknown> {
  const { out: _out, html: _html, path: _path, ...rest } = summary;
  return rest;
}
