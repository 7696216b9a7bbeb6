import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const RESULTS = join(process.cwd(), 'test', 'benchmarks', 'results');

/** The table of an earlier version. Throws an `Error` that names the versions there are when there is none. */
export function readResults(version: string): readonly string[] {
  const versions = readdirSync(RESULTS).flatMap((name) => /^(\d+\.\d+\.\d+)\.md$/.exec(name)?.[1] ?? []);
  if (!versions.includes(version)) {
    throw new Error(`there are no results of version "${version}"; there are those of ${versions.join(', ')}`);
  }
  return readFileSync(join(RESULTS, `${version}.md`), 'utf8').split('\n');
}

interface Figures {
  /** Per cent of the cases; null where a row has none. */
  readonly reached: number | null;
  readonly median: number;
  readonly p95: number;
}

/**
 * Two tables of the same workloads beside each other, a row for each of Limber's that stands in both: the times as factors of what they were.
 * Machines differ, and so does what else they do: the last column is the same factor of the peers (the median of those that ran the workload
 * both times), which nobody changed.
 */
export function compareTables(before: readonly string[], now: readonly string[]): readonly string[] {
  const [old, present] = [figuresOf(before), figuresOf(now)];
  const rows = [...present].flatMap(([key, figures]) => {
    const earlier = old.get(key);
    const [workload, solver] = splitKey(key);
    if (!earlier || !isLimber(solver)) return [];
    const peers = [...present].flatMap(([other, { median }]) => {
      const [sameWorkload, peer] = splitKey(other);
      const was = old.get(other);
      return sameWorkload === workload && !isLimber(peer) && was ? [median / was.median] : [];
    });
    const cells = [
      workload,
      solver,
      `${percent(earlier.reached)} → ${percent(figures.reached)}`,
      factor(figures.median / earlier.median),
      factor(figures.p95 / earlier.p95),
      peers.length === 0 ? '' : factor(middle(peers)),
    ];
    return [`| ${cells.join(' | ')} |`];
  });
  return [
    '| workload | solver | reached inside limits | median time | p95 time | the peers on this machine |',
    '|---|---|---|---|---|---|',
    ...rows,
  ];
}

function figuresOf(lines: readonly string[]): ReadonlyMap<string, Figures> {
  const found = new Map<string, Figures>();
  for (const line of lines) {
    const cells = line.split('|').map((cell) => cell.trim());
    const [, workload, solver, rate = '', median = '', p95 = ''] = cells;
    const figures = { reached: numberIn(rate), median: numberIn(median), p95: numberIn(p95) };
    if (workload === undefined || solver === undefined || figures.median === null || figures.p95 === null) continue;
    found.set(JSON.stringify([workload, solver]), { ...figures, median: figures.median, p95: figures.p95 });
  }
  return found;
}

function splitKey(key: string): readonly [workload: string, solver: string] {
  return JSON.parse(key) as [string, string];
}

function isLimber(solver: string): boolean {
  return solver.startsWith('Limber');
}

/** The first number of a cell: `frame 12.3 ms` → 12.3. */
function numberIn(cell: string): number | null {
  const text = /\d+(\.\d+)?/.exec(cell)?.[0];
  return text === undefined ? null : Number(text);
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}

function percent(value: number | null): string {
  return value === null ? '' : `${value.toFixed(2)} %`;
}

function factor(value: number): string {
  return `× ${value.toFixed(2)}`;
}
