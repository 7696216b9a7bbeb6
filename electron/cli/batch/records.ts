import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { parseJsonObject } from '../../../core/formats/text/json-text.ts';
import { findApplication } from '../../application.ts';
import { writeAtomically } from '../../files/storage/atomic-write.ts';
import { readWholeFile } from '../../files/storage/read-file.ts';
import { parametersOf } from './command-parameters.ts';
import type { HashOf } from './content-hash.ts';
import type { BatchTask } from './task.ts';

/** What became of a task. It says nothing of times and machines: the same task has the same record everywhere. */
export interface TaskRecord {
  readonly version: 1;
  /** Of the command line and the program's version: another one is another task. */
  readonly key: string;
  /** SHA-256 of everything that was read, by path relative to the manifest. */
  readonly read: Readonly<Record<string, string>>;
  /** Bytes of the file that was written; null for folders and where nothing was written. */
  readonly bytes: number | null;
  /** Whether this batch made what lies there, now or earlier. */
  readonly made: boolean;
  /** Of the command: 0 done, 3 done but to be looked at, else failed. */
  readonly exitCode: number;
  /** Why it failed. */
  readonly sentences: readonly string[];
  /** What the command says with `--json`; null where it failed. */
  readonly summary: Readonly<Record<string, unknown>> | null;
}

const recordSchema: z.ZodType<TaskRecord> = z.strictObject({
  version: z.literal(1),
  key: z.string(),
  read: z.record(z.string(), z.string()),
  bytes: z.number().nullable(),
  made: z.boolean(),
  exitCode: z.number().int(),
  sentences: z.array(z.string()),
  summary: z.record(z.string(), z.unknown()).nullable(),
});

/** The records of a batch, a file each: shards and machines that share the folder do not meet in them. */
export interface Records {
  /** Where a task's record lies. */
  pathOf(task: BatchTask): string;
  /** Null where there is none that can be used. */
  read(task: BatchTask): Promise<TaskRecord | null>;
  /** What the worker found out, with its own paths. */
  write(task: BatchTask, done: Omit<TaskRecord, 'version' | 'key' | 'made'>): Promise<void>;
  /** Whether this batch made what lies at the task's place. */
  hasMade(task: BatchTask): Promise<boolean>;
  /** The record where the task need not be done again: nothing that it read has changed, and what it wrote is there. */
  readCurrent(task: BatchTask, hashOf: HashOf): Promise<TaskRecord | null>;
}

/** `folder` is the batch's own, `base` the manifest's. */
export function openRecords(folder: string, base: string): Records {
  const { version } = findApplication();
  const show = (path: string) => portable(base, path);
  const keyOf = (task: BatchTask) => sha256(JSON.stringify([version, parametersOf(task, show)]));
  const pathOf = ({ command, sources, character, out }: BatchTask) => {
    const name = sha256(JSON.stringify([command, sources.map(show), character && show(character), out && show(out)]));
    return join(folder, 'tasks', name.slice(0, 2), `${name.slice(2, 20)}.json`);
  };

  async function readAny(task: BatchTask): Promise<TaskRecord | null> {
    try {
      return recordSchema.parse(parseJsonObject(await readWholeFile(pathOf(task)), 'the record'));
    } catch {
      // It is not there, or somebody changed it: the task is done again.
      return null;
    }
  }

  async function read(task: BatchTask): Promise<TaskRecord | null> {
    const record = await readAny(task);
    return record?.key === keyOf(task) ? record : null;
  }

  const hasMade = async (task: BatchTask) => (await readAny(task))?.made === true;

  return {
    pathOf,
    read,
    hasMade,
    async write(task, { read: files, ...done }) {
      const shown = Object.entries(files).map(([path, hash]) => [show(path), hash] as const);
      const sorted = Object.fromEntries(shown.sort(([a], [b]) => (a < b ? -1 : 1)));
      const made = done.summary !== null || (await hasMade(task));
      const record: TaskRecord = { version: 1, key: keyOf(task), read: sorted, made, ...done };
      await writeAtomically(pathOf(task), `${JSON.stringify(record, null, 1)}\n`);
    },
    async readCurrent(task, hashOf) {
      const record = await read(task);
      if (!record || record.summary === null || !(await isThere(task, record))) return null;
      for (const [path, hash] of Object.entries(record.read)) {
        if ((await hashOf(resolve(base, path))) !== hash) return null;
      }
      return record;
    },
  };
}

async function isThere({ out }: BatchTask, { bytes }: TaskRecord): Promise<boolean> {
  if (out === null) return true;
  const stats = await stat(out).catch(() => null);
  return stats !== null && (bytes === null ? stats.isDirectory() : stats.isFile() && stats.size === bytes);
}

/** A path as it reads on every machine that has the manifest's folder. */
export function portable(base: string, path: string): string {
  return relative(base, path).split(sep).join('/') || '.';
}

/** Where the batch keeps its records and reports unless told otherwise: beside its manifest. */
export function usualFolder(manifest: string | null, base: string): string {
  if (manifest === null) return join(base, 'limber.batch');
  const path = resolve(manifest);
  return join(dirname(path), `${path.slice(dirname(path).length + 1).replace(/\.[^.]*$/, '')}.batch`);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
