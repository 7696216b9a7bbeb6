import { basename, resolve } from 'node:path';
import { expandManifest } from './expand.ts';
import { isManifest, readManifest, type Manifest } from './manifest.ts';
import { usualFolder } from './records.ts';
import { expectSeconds, longestFirst, tasksOfShard, type Shard, type TaskRange } from './shares.ts';
import type { BatchTask, OptionValue } from './task.ts';

/** Which batch is meant, and which part of it. */
export interface PlanFlags {
  readonly command?: string;
  readonly character?: readonly string[];
  readonly out?: string;
  readonly option?: readonly (readonly [name: string, value: string])[];
  readonly shard?: Shard;
  readonly tasks?: TaskRange;
  readonly folder?: string;
}

export interface Plan {
  /** What paths are relative to. */
  readonly base: string;
  /** Where records and reports lie. */
  readonly folder: string;
  readonly tasks: readonly BatchTask[];
  /** How long each task may take on one core. */
  readonly seconds: Float64Array;
  /** The tasks of this run, in the order in which they are begun. */
  readonly own: readonly BatchTask[];
  /** What part that is, for sentences and names of files; null for all. */
  readonly part: string | null;
}

/** Works out every task without reading a source. Throws an `Error` with one sentence. */
export async function makePlan(given: readonly string[], flags: PlanFlags): Promise<Plan> {
  const manifest = await manifestOf(given, flags);
  const tasks = await expandManifest(manifest);
  const seconds = await expectSeconds(tasks);
  const named = isManifestAlone(given) ? given[0]! : null;
  return {
    base: manifest.folder,
    folder: resolve(flags.folder ?? usualFolder(named, manifest.folder)),
    tasks,
    seconds,
    ...partOf(tasks, seconds, flags),
  };
}

async function manifestOf(given: readonly string[], flags: PlanFlags): Promise<Manifest> {
  const { command, character, out, option = [] } = flags;
  if (isManifestAlone(given)) {
    const alone = Object.entries({ command, character, out, option: flags.option }).find(([, value]) => value !== undefined);
    if (alone) throw new Error(`--${alone[0]} has no meaning beside a manifest, which states it`);
    return readManifest(given[0]!);
  }
  const manifest = given.find(isManifest);
  if (manifest !== undefined) throw new Error(`"${basename(manifest)}" is a manifest, which is given alone`);
  if (command === undefined)
    throw new Error('sources need --command: what is done with them; or give a manifest (.json or .csv)');
  const options = new Map<string, OptionValue>();
  for (const [name, text] of option) {
    const before = options.get(name);
    const value = /^(yes|true|no|false)$/i.test(text) ? /^(yes|true)$/i.test(text) : text;
    options.set(name, before === undefined ? value : [before, value].flat().map(String));
  }
  const entry = { command, source: given, character: character ?? [], out: out ?? null, options: Object.fromEntries(options) };
  return { folder: process.cwd(), entries: [entry], defaults: {} };
}

function isManifestAlone(given: readonly string[]): boolean {
  return given.length === 1 && isManifest(given[0]!);
}

function partOf(
  tasks: readonly BatchTask[],
  seconds: Float64Array,
  { shard, tasks: range }: PlanFlags,
): Pick<Plan, 'own' | 'part'> {
  if (shard && range) throw new Error('--shard and --tasks cannot be given together');
  if (shard) return { own: tasksOfShard(tasks, seconds, shard), part: `shard ${shard.number} of ${shard.of}` };
  if (!range) return { own: longestFirst(tasks, seconds), part: null };
  if (range.first > tasks.length)
    throw new Error(`the batch has ${tasks.length} tasks, so there is none with the number ${range.first}`);
  const own = longestFirst(tasks.slice(range.first - 1, range.last), seconds);
  return { own, part: `tasks ${range.first} to ${Math.min(range.last, tasks.length)}` };
}
