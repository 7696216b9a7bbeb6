import { join } from 'node:path';
import { writeAtomically } from '../../files/storage/atomic-write.ts';
import { inParallel } from '../../files/storage/in-parallel.ts';
import { findApplication } from '../../application.ts';
import { EXIT } from '../exit-codes.ts';
import { portable, type Records, type TaskRecord } from './records.ts';
import { reportPage, STATES, type BatchReport, type ReportedTask, type TaskState } from './report-page.ts';
import type { BatchTask } from './task.ts';

/** Reads the records of every task, whoever did it. The report is the same for any number of workers, shards and machines. */
export async function readReport(
  tasks: readonly BatchTask[],
  records: Pick<Records, 'read'>,
  base: string,
): Promise<BatchReport> {
  const read = async (task: BatchTask) => reportedTask(task, await records.read(task), base);
  const counts = { failed: 0, look: 0, waiting: 0, done: 0 };
  const states = Array.from<TaskState>({ length: tasks.length });
  const figures = new Set<string>();
  const ranks = createRanks(tasks.length);
  await inParallel(tasks, async (task, i) => {
    const reported = await read(task);
    states[i] = reported.state;
    counts[reported.state]++;
    for (const name of Object.keys(reported.figures)) figures.add(name);
    ranks.set(i, reported);
  });
  const order = ranks.worstFirst();
  return {
    limber: findApplication().version,
    counts,
    states,
    figures: FIGURES.map(([name]) => name).filter((name) => figures.has(name)),
    async *tasks() {
      for (let at = 0; at < order.length; at += READ_AHEAD) {
        yield* await inParallel([...order.subarray(at, at + READ_AHEAD)], (i) => read(tasks[i]!));
      }
    },
  };
}

/** Records that are in memory at the same time. */
const READ_AHEAD = 64;

/** Where the reports lie. */
export function reportPaths(folder: string): { readonly json: string; readonly html: string } {
  return { json: join(folder, 'report.json'), html: join(folder, 'report.html') };
}

/** Writes `report.json` and `report.html`, task by task. */
export async function writeReport(folder: string, report: BatchReport): Promise<void> {
  const { json, html } = reportPaths(folder);
  await writeAtomically(json, inBytes(reportText(report)));
  await writeAtomically(html, inBytes(reportPage(report)));
}

/** The report as one JSON object, a task a line. */
async function* reportText({ limber, counts, tasks }: BatchReport): AsyncGenerator<string, void> {
  yield `{\n "limber": ${JSON.stringify(limber)},\n "counts": ${JSON.stringify(counts)},\n "tasks": [`;
  let before = '';
  for await (const task of tasks()) {
    yield `${before}\n  ${JSON.stringify(task)}`;
    before = ',';
  }
  yield '\n ]\n}\n';
}

/** Characters of a report that are written together. */
const PART = 2 ** 16;

async function* inBytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array, void> {
  let part = '';
  for await (const text of texts) {
    part += text;
    if (part.length < PART) continue;
    yield Buffer.from(part);
    part = '';
  }
  yield Buffer.from(part);
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

/** Puts tasks in order by their states, then by how many sentences they have, then by their figures, and holds only that of them. */
function createRanks(count: number): { set(place: number, task: ReportedTask): void; worstFirst(): Uint32Array } {
  // The larger, the worse; in the order in which they count.
  const keys = Array.from({ length: 4 }, () => new Float64Array(count));
  return {
    set(place, { state, sentences, figures }) {
      const values = [-STATES.indexOf(state), sentences.length, figures['limbs °'] ?? 0, figures['goals mm'] ?? 0];
      keys.forEach((key, i) => (key[place] = values[i]!));
    },
    worstFirst() {
      return Uint32Array.from({ length: count }, (_, place) => place).sort((a, b) => {
        for (const key of keys) if (key[a] !== key[b]) return key[b]! - key[a]!;
        return a - b;
      });
    },
  };
}
