import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { inParallel } from '../../files/storage/in-parallel.ts';
import { isHeldByRunning, takeFolderLock } from '../../files/storage/folder-lock.ts';
import { takenOver } from '../../files/storage/folder-turns.ts';
import { makeFolder } from '../../files/storage/make-folder.ts';
import { EXIT } from '../exit-codes.ts';
import { collectFiles, wholeNumber } from '../option-values.ts';
import type { Terminal } from '../terminal.ts';
import { createHashes, type HashOf } from './content-hash.ts';
import { describePlan } from './describe-plan.ts';
import { removeLeftovers } from '../../files/storage/staged-folder.ts';
import { ENGINES, handOver, type EngineFlags, type HandedOver } from './hand-over.ts';
import { workLocally } from './local-workers.ts';
import { makePlan, type Plan, type PlanFlags } from './plan.ts';
import { batchProgress, PROGRESS_FORMS, tellProgress, type ProgressForm } from './progress.ts';
import { openRecords, type Records } from './records.ts';
import { readReport, reportPaths, writeReport } from './report.ts';
import type { BatchReport, ReportedTask } from './report-page.ts';
import { rangeOf, shardOf } from './shares.ts';
import { BATCH_COMMAND_NAMES, type BatchTask } from './task.ts';

const EXAMPLES = `
A manifest states sources, characters and outputs; paths and globs are relative to its folder:
  { "version": 1,
    "defaults": { "command": "retarget", "character": ["hero.glb", "guards/*.glb"], "options": { "fps": 30 } },
    "tasks": [{ "source": "mocap/**/*.bvh", "out": "out/{character}/{folder}/{source}.glb", "options": { "profile": "studio.json" } }] }
A table (.csv) has a task a row: the columns command, source, character and out, and one for each option of the command.
Names in braces: {source}, {folder} (below the fixed part of the glob), {sourceFolder}, {character}, {characterFolder}, and the command's options, such
as {clip}. Commands: ${BATCH_COMMAND_NAMES.join(', ')}.

Records and the report (report.json, report.html) lie beside the manifest, in NAME.batch. The files that are written are the same for any number of
workers and shards. Every task writes its file whole or not at all: a batch that was ended is gone on with by --resume.

Examples:
  limber batch night.json --dry-run
  limber batch night.json --resume
  limber batch "mocap/*.bvh" --command retarget --character hero.glb --out "out/{source}.glb" --option fps=30
  limber batch night.csv --shard 2/8 --resume
  limber batch night.json --on openjd --chunk-seconds 300
  limber batch night.json --on slurm --array-size 32 --wait

Exit codes: 0 all done, 3 some failed or should be looked at (the report says which), 2 bad input, 130 ended by Ctrl+C.`;

interface BatchFlags extends PlanFlags, Omit<EngineFlags, 'on'> {
  readonly workers: number;
  readonly resume?: boolean;
  readonly dryRun?: boolean;
  readonly gather?: boolean;
  readonly on?: EngineFlags['on'];
  readonly failuresInReport?: boolean;
  readonly progress: ProgressForm;
  readonly json?: boolean;
}

/** `setExitCode` is told 3 when a task failed or should be looked at, 130 when the batch was ended. */
export function addBatch(program: Command, terminal: Terminal, setExitCode: (code: number) => void): void {
  program
    .command('batch')
    .description('run a command for many files: on all cores, in shards, gone on with after a stop')
    .argument('<manifest-or-sources...>', 'manifest (.json or .csv), or files and globs with --command')
    .option('--command <name>', `for sources: ${BATCH_COMMAND_NAMES.join(', ')}`)
    .option('--character <file>', 'for sources: onto whom; file or glob, may be given several times', collectFiles)
    .option('--out <path>', 'for sources: where to write, such as "out/{character}/{source}.glb"')
    .option(
      '--option <name=value>',
      'for sources: an option of the command, such as fps=30; may be given several times',
      collectOption,
    )
    .addOption(
      new Option('--workers <number>', 'tasks at the same time')
        .argParser(wholeNumber(1))
        .default(availableParallelism(), 'one a core'),
    )
    .option('--resume', 'do only what is missing, failed, or was made of other sources, options or another version')
    .option('--shard <k/n>', 'only one of n parts that take about the same time', shardOf)
    .option('--tasks <range>', 'only these tasks by their numbers in the plan, such as 17-32', rangeOf)
    .option('--folder <folder>', 'where records and reports lie; default: beside the manifest, in NAME.batch')
    .option('--dry-run', 'print the plan and do nothing')
    .option('--gather', 'write the report of what was done so far, and do nothing')
    .addOption(
      new Option('--on <engine>', 'give the batch to a farm: write a job of Open Job Description, or submit it to Slurm').choices(
        ENGINES,
      ),
    )
    .option('--chunk-seconds <number>', 'openjd: about how long a chunk takes', wholeNumber(1), 600)
    .option('--array-size <number>', 'slurm: jobs of the array, one a shard', wholeNumber(1), 8)
    .option('--dependency <which>', 'slurm: what the job waits for, such as afterok:17')
    .option(
      '--sbatch <option>',
      'slurm: an option of sbatch, such as --sbatch=--partition=night; may be given several times',
      collectFiles,
    )
    .option('--wait', 'slurm: stay until the job is done, and write the report; Ctrl+C cancels the job')
    .option('--limber <command>', 'with --on: the command limber on the hosts', 'limber')
    .option(
      '--failures-in-report',
      'answer 0 where tasks failed: engines would repeat or give up what only the report should tell',
    )
    .addOption(
      new Option('--progress <form>', 'how progress is told: a line on the screen, or lines that engines read')
        .choices(PROGRESS_FORMS)
        .default('screen'),
    )
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(async (given: readonly string[], flags: BatchFlags) => {
      terminal.progress('planning');
      const plan = await makePlan(given, flags);
      const records = openRecords(plan.folder, plan.base);
      const hashOf = createHashes();
      if (flags.dryRun) {
        const left = flags.resume ? await tasksLeft(plan.own, records, hashOf) : plan.own;
        for (const line of describePlan(plan, left, flags)) terminal.print(line);
        return;
      }
      const outcome = await doBatch(given, plan, records, hashOf, flags, terminal);
      if (outcome === 'later') return;
      if (outcome === 'cancelled') return setExitCode(EXIT.cancelled);
      const report = await readReport(plan.tasks, records, plan.base);
      // The shard that is done last writes it.
      const isWritten = plan.part === null || report.counts.waiting === 0;
      if (isWritten || flags.gather) await writeReport(plan.folder, report);
      const counts = flags.gather ? report.counts : countsOf(plan.own, report);
      await tell(terminal, plan, report, { counts, isWritten: isWritten || flags.gather === true, isJson: flags.json === true });
      const isLeft = flags.on !== undefined && counts.waiting > 0;
      if (isLeft) terminal.warn(`${counts.waiting} tasks were not done: the same command goes on with them`);
      if ((isLeft || counts.failed + counts.look > 0) && !flags.failuresInReport) setExitCode(EXIT.notReached);
    });
}

/** Whoever does it: an engine, or this machine. */
async function doBatch(
  given: readonly string[],
  plan: Plan,
  records: Records,
  hashOf: HashOf,
  flags: BatchFlags,
  terminal: Terminal,
): Promise<HandedOver> {
  const { on } = flags;
  if (on !== undefined) return handOver(given, plan, { ...flags, on }, terminal);
  if (flags.gather) return 'done';
  return (await work(plan, records, hashOf, flags, terminal)) ? 'done' : 'cancelled';
}

/** Does the tasks of this run, and returns whether they came to their end. */
async function work(plan: Plan, records: Records, hashOf: HashOf, flags: BatchFlags, terminal: Terminal): Promise<boolean> {
  const place = join(plan.folder, 'locks', plan.part?.replaceAll(' ', '-') ?? 'all');
  await makeFolder(place);
  let isLost = false;
  // An engine begins a shard again at once when its machine is gone: then nobody holds its lock, but that is not known yet.
  const lock = await takeInTime(place, flags.failuresInReport === true, () => (isLost = true));
  if (!lock) throw new Error(`another limber batch is working on ${plan.part ?? 'this batch'} ("${basename(plan.folder)}")`);
  if (lock.wasAhead) terminal.note(takenOver(plan.folder));
  try {
    const left = flags.resume ? await tasksLeft(plan.own, records, hashOf) : plan.own;
    await removeLeftovers(placesOf(plan, records));
    const total = left.reduce((sum, { index }) => sum + plan.seconds[index]!, 0);
    const progress = batchProgress(left.length, total, () => performance.now() / 1000);
    if (plan.own.length > left.length)
      terminal.note(`${plan.own.length - left.length} of ${plan.own.length} tasks are done already`);
    let done = 0;
    await workLocally({
      tasks: left,
      workers: flags.workers,
      records,
      hashOf,
      signal: terminal.signal,
      onDone: ({ index }, exitCode) => {
        done++;
        const isFailed = exitCode !== EXIT.done && exitCode !== EXIT.notReached;
        const line = progress.add(plan.seconds[index]!, isFailed);
        for (const each of tellProgress(flags.progress, line, done / left.length)) {
          if (flags.progress === 'screen') terminal.progress(each);
          else terminal.print(each);
        }
      },
    });
    if (isLost) terminal.note('the lock of this batch was lost meanwhile: somebody else may have worked on it too');
    if (!terminal.signal.aborted) return true;
    terminal.note(
      `ended after ${done} of ${left.length} tasks, none of them half written: the same command with --resume goes on`,
    );
    return false;
  } finally {
    await lock.release();
  }
}

/** Everything that this run may write. */
function placesOf({ own, folder }: Plan, records: Records): string[] {
  const places = own.flatMap((task) => [records.pathOf(task), ...(task.out === null ? [] : [task.out])]);
  return [...places, ...Object.values(reportPaths(folder))];
}

/** How often and how long after another a lock is tried that a machine may have left which is gone: longer than until it counts as left. */
const ATTEMPTS = 16;
const PAUSE = 1000;

/** Gives up at once where a process holds the lock that is known to be at work, unless `waitsForAll`. */
async function takeInTime(place: string, waitsForAll: boolean, onLost: () => void): ReturnType<typeof takeFolderLock> {
  for (let attempt = 1; ; attempt++) {
    const lock = await takeFolderLock(place, onLost);
    if (lock || attempt === ATTEMPTS) return lock;
    if (!waitsForAll && (await isHeldByRunning(place))) return null;
    await wait(PAUSE);
  }
}

async function tasksLeft(tasks: readonly BatchTask[], records: Records, hashOf: HashOf): Promise<BatchTask[]> {
  const areDone = await inParallel(tasks, async (task) => (await records.readCurrent(task, hashOf)) !== null);
  return tasks.filter((_, i) => !areDone[i]);
}

function countsOf(own: readonly BatchTask[], { states }: BatchReport): BatchReport['counts'] {
  const counts = { failed: 0, look: 0, waiting: 0, done: 0 };
  for (const { index } of own) counts[states[index]!]++;
  return counts;
}

interface Told {
  readonly counts: BatchReport['counts'];
  readonly isWritten: boolean;
  readonly isJson: boolean;
}

/** Failures that are named on the terminal. */
const NAMED = 20;

async function tell(terminal: Terminal, plan: Plan, report: BatchReport, { counts, isWritten, isJson }: Told): Promise<void> {
  const page = isWritten ? reportPaths(plan.folder).html : null;
  const failures = await failuresOf(plan.own, report, isJson ? Infinity : NAMED);
  if (isJson) {
    return terminal.print(
      JSON.stringify({ part: plan.part, tasks: plan.own.length, ...counts, failures, report: page }, null, 2),
    );
  }
  const waiting = counts.waiting > 0 ? `, ${counts.waiting} not done yet` : '';
  terminal.print(`${plan.part ?? 'all'}: ${counts.done} done, ${counts.look} to be looked at, ${counts.failed} failed${waiting}`);
  for (const { sources, character, sentences } of failures.slice(0, NAMED)) {
    const name = character === null ? basename(sources[0]!) : `${basename(sources[0]!)} onto ${basename(character)}`;
    terminal.warn(`failed: ${name}: ${sentences.join(' ')}`);
  }
  const more = counts.failed - failures.length;
  if (more > 0) terminal.warn(`and ${more} more failures`);
  if (page !== null) terminal.print(`wrote ${page}`);
}

type Failure = Pick<ReportedTask, 'task' | 'sources' | 'character' | 'sentences'>;

/** The failures among a run's own tasks, at most so many. */
async function failuresOf(own: readonly BatchTask[], report: BatchReport, most: number): Promise<Failure[]> {
  const numbers = new Set(own.filter(({ index }) => report.states[index] === 'failed').map(({ index }) => index + 1));
  const failures: Failure[] = [];
  if (numbers.size === 0) return failures;
  // They stand first in the report.
  for await (const { task, sources, character, sentences } of report.tasks()) {
    if (numbers.has(task)) failures.push({ task, sources, character, sentences });
    if (failures.length === Math.min(numbers.size, most)) break;
  }
  return failures;
}

function collectOption(text: string, before: PlanFlags['option'] = []): NonNullable<PlanFlags['option']> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError(`expected NAME=VALUE, such as fps=30, got "${text}".`);
  return [...before, [text.slice(0, at), text.slice(at + 1)]];
}
