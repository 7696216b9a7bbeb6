import { join } from 'node:path';
import { writeAtomically } from '../../files/storage/atomic-write.ts';
import { inParallel } from '../../files/storage/in-parallel.ts';
import { findApplication } from '../../application.ts';
import { EXIT } from '../exit-codes.ts';
import { portable, type Records, type TaskRecord } from './records.ts';
import { reportPage } from './report-page.ts';
import type { BatchTask } from './task.ts';

export const STATES = ['failed', 'look', 'waiting', 'done'] as const;

/** `look`: it was written, but something in it should be looked at. `waiting`: it was not done yet. */
export type TaskState = (typeof STATES)[number];

/** One task in the report; paths are relative to the manifest. */
export interface ReportedTask {
  readonly task: number;
  readonly state: TaskState;
  readonly command: string;
  readonly sources: readonly string[];
  readonly character: string | null;
  readonly out: string | null;
  /** Why it failed, or what should be looked at. */
  readonly sentences: readonly string[];
  /** How well it went, the larger the worse, by name; degrees and millimetres. */
  readonly figures: Readonly<Record<string, number>>;
  readonly summary: TaskRecord['summary'];
}

export interface BatchReport {
  readonly limber: string;
  readonly counts: Readonly<Record<TaskState, number>>;
  /** The worst first. */
  readonly tasks: readonly ReportedTask[];
}

/** What became of every task of the plan, whoever did it. It is the same for any number of workers, shards and machines. */
export async function readReport(tasks: readonly BatchTask[], records: Records, base: string): Promise<BatchReport> {
  const reported = await inParallel(tasks, async (task) => reportedTask(task, await records.read(task), base));
  const counts = { failed: 0, look: 0, waiting: 0, done: 0 };
  for (const { state } of reported) counts[state]++;
  return { limber: findApplication().version, counts, tasks: reported.sort(worstFirst) };
}

/** Writes `report.json` and `report.html`. */
export async function writeReport(folder: string, report: BatchReport): Promise<void> {
  await writeAtomically(join(folder, 'report.json'), `${JSON.stringify(report, null, 1)}\n`);
  await writeAtomically(join(folder, 'report.html'), reportPage(report));
}

function reportedTask(task: BatchTask, record: TaskRecord | null, base: string): ReportedTask {
  const show = (path: string) => portable(base, path);
  const summary = record?.summary ?? null;
  return {
    task: task.index + 1,
    state: stateOf(record),
    command: task.command,
    sources: task.sources.map(show),
    character: task.character === null ? null : show(task.character),
    out: task.out === null ? null : show(task.out),
    sentences: record ? [...record.sentences, ...sentencesIn(summary)] : [],
    figures: figuresIn(summary),
    summary,
  };
}

function stateOf(record: TaskRecord | null): TaskState {
  if (!record) return 'waiting';
  if (record.summary === null) return 'failed';
  return record.exitCode === EXIT.done ? 'done' : 'look';
}

/** Where the figures of a task stand in what its command says. */
const FIGURES: readonly (readonly [name: string, path: readonly string[]])[] = [
  ['limbs °', ['limbs', 'mean']],
  ['knees °', ['knees', 'mean']],
  ['soles mm', ['soles', 'p95']],
  ['slide mm/s', ['slide', 'p95']],
  ['floor mm', ['floorPenetration']],
  ['leaps', ['leaps', 'length']],
  ['turns', ['turns', 'length']],
  ['goals mm', ['goals', 'millimetres']],
  ['file mm', ['reread', 'millimetres']],
];

function figuresIn(summary: TaskRecord['summary']): Record<string, number> {
  const found = FIGURES.map(([name, path]) => [name, largestAt(summary, path)] as const);
  return Object.fromEntries(found.filter((entry): entry is readonly [string, number] => entry[1] !== null));
}

/** The number at a path; the largest one where the path leads through a list. */
function largestAt(value: unknown, [field, ...rest]: readonly string[]): number | null {
  if (field === undefined) return typeof value === 'number' ? value : null;
  if (Array.isArray(value) && field !== 'length') {
    const numbers = value.map((each) => largestAt(each, [field, ...rest])).filter((each) => each !== null);
    return numbers.length === 0 ? null : Math.max(...numbers);
  }
  if (typeof value !== 'object' || value === null) return null;
  return largestAt((value as Readonly<Record<string, unknown>>)[field], rest);
}

/** What was found in clips is named up to so many. */
const NAMED_ISSUES = 10;

/** Which bars are broken, what was found in clips, and which goals and pins were not reached. */
function sentencesIn(summary: TaskRecord['summary']): string[] {
  const list = (name: string) => listIn(summary, name);
  const issues = list('clips').flatMap((clip) =>
    listIn(clip, 'issues')
      .filter(({ note }) => note !== true)
      .map(({ frame, message }) => `${String(clip['clip'])}, frame ${String(frame)}: ${String(message)}`),
  );
  return [
    ...issues.slice(0, NAMED_ISSUES),
    ...(issues.length > NAMED_ISSUES ? [`and ${issues.length - NAMED_ISSUES} more`] : []),
    ...list('broken').map(({ sentence }) => String(sentence)),
    ...list('goals')
      .filter(({ reached }) => reached === false)
      .map(({ name, millimetres }) => `${String(name)} is ${String(millimetres)} mm from its goal`),
    ...list('pins')
      .filter(({ kept }) => kept === false)
      .map(({ name, millimetres }) => `${String(name)} could not be kept: it moved ${String(millimetres)} mm`),
  ];
}

function listIn(value: unknown, name: string): readonly Readonly<Record<string, unknown>>[] {
  const found = (value as Readonly<Record<string, unknown>> | null)?.[name];
  return Array.isArray(found) ? found : [];
}

/** By state, then by how many sentences, then by the figures in their order. */
function worstFirst(a: ReportedTask, b: ReportedTask): number {
  return (
    STATES.indexOf(a.state) - STATES.indexOf(b.state) ||
    b.sentences.length - a.sentences.length ||
    (b.figures['limbs °'] ?? 0) - (a.figures['limbs °'] ?? 0) ||
    (b.figures['goals mm'] ?? 0) - (a.figures['goals mm'] ?? 0) ||
    a.task - b.task
  );
}
