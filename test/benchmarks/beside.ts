import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { intoTwoPoses, measureCrowd, solveAlone, type SolveFrame } from './crowd.ts';
import { limber, limberNearest } from './peers/limber.ts';
import type { Peer, Prepared } from './peer.ts';
import { median } from './statistics.ts';
import type { Workload } from './workloads.ts';

/** Cases of each workload, and times that each is solved by both: the shortest counts. */
const CASES = 600;
const TIMES = 15;
const BIPEDS = 300;

/** What is compared of a checkout. */
export interface Solvers {
  readonly limber: Peer;
  readonly limberNearest: Peer;
  /** On the thread of the caller. */
  readonly solveAlone: () => SolveFrame;
}

/** The solvers of this checkout. */
export const PRESENT: Solvers = { limber, limberNearest, solveAlone };

/** The solvers of another checkout of this project. Rejects with an `Error` that names the file that is not there. */
export async function readSolvers(folder: string): Promise<Solvers> {
  const [peers, crowd] = ['peers/limber.ts', 'crowd.ts'].map((file) => {
    const path = join(resolve(folder), 'test', 'benchmarks', file);
    if (!existsSync(path)) throw new Error(`--beside must be the folder of another checkout, but there is no "${path}"`);
    return pathToFileURL(path).href;
  });
  const found = { ...((await import(peers!)) as object), ...((await import(crowd!)) as object) } as Solvers;
  return { limber: found.limber, limberNearest: found.limberNearest, solveAlone: found.solveAlone };
}

export const BESIDE_HEADER = [
  '| workload | solver | there, median µs | here, median µs | here / there, median of the cases | other poses |',
  '|---|---|---|---|---|---|',
];

/**
 * Rows of two versions of the solver on one workload. Both solve each case in turn, in one process, many times, and the shortest time of each counts: a
 * machine whose speed changes from second to second slows both alike.
 */
export function besideRows(workload: Workload, there: Solvers, here: Solvers = PRESENT): readonly string[] {
  const rows: string[] = [];
  for (const name of ['limber', 'limberNearest'] as const) {
    const [old, present] = [there[name].prepare(workload), here[name].prepare(workload)];
    if (!old || !present) continue;
    const { times, ratio, others } = compareSolves(workload, old, present);
    const [before, now] = times.map((each) => (1000 * each).toFixed(2));
    rows.push(
      `| ${workload.id} ${workload.title} | ${here[name].name} | ${before} | ${now} | ${ratio.toFixed(3)} | ${others} of ${Math.min(CASES, workload.cases.length)} |`,
    );
  }
  return rows;
}

interface Comparison {
  /** Milliseconds at the median: there, and here. */
  readonly times: readonly number[];
  readonly ratio: number;
  /** Cases that end in poses of other bytes. */
  readonly others: number;
}

function compareSolves({ cases, start, warm }: Workload, there: Prepared, here: Prepared): Comparison {
  const tried = cases.slice(0, CASES);
  const shortest = [there, here].map(() => tried.map(() => Infinity));
  let others = 0;
  for (let round = 0; round < TIMES; round++) {
    let from = start;
    for (const [index, target] of tried.entries()) {
      const order = (round + index) % 2 === 0 ? [0, 1] : [1, 0];
      for (const which of order) {
        const before = performance.now();
        (which === 0 ? there : here).solve(target, from);
        shortest[which]![index] = Math.min(shortest[which]![index]!, performance.now() - before);
      }
      const [one, other] = [there.result(), here.result()];
      if (round === 0 && JSON.stringify(one) !== JSON.stringify(other)) others++;
      if (warm && 'rotations' in one) from = one.rotations;
    }
  }
  const ratios = shortest[1]!.map((time, index) => time / shortest[0]![index]!);
  return { times: shortest.map(median), ratio: median(ratios), others };
}

/** The row of the crowd (W7): both solve each of its frames in turn. */
export async function besideCrowd(biped: Workload, there: Solvers, here: Solvers = PRESENT): Promise<string> {
  const solvers = [there, here].map(({ solveAlone: alone }) => intoTwoPoses(alone()));
  const times: number[][] = [[], []];
  let frame = 0;
  await measureCrowd(biped, BIPEDS, async (skeleton, requests) => {
    const outcomes = [];
    for (const which of frame++ % 2 === 0 ? [0, 1] : [1, 0]) {
      const before = performance.now();
      outcomes[which] = await solvers[which]!(skeleton, requests);
      times[which]!.push(performance.now() - before);
    }
    return outcomes[0]!;
  });
  const ratio = median(times[1]!.map((time, index) => time / times[0]![index]!));
  const [before, now] = times.map((each) => (1000 * median(each)).toFixed(0));
  return `| W7 crowd of ${BIPEDS} bipeds, a frame | ${here.limber.name}, one thread | ${before} | ${now} | ${ratio.toFixed(3)} | |`;
}
