import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { createSolverPool } from '../../electron/services/solver-pool.ts';
import manifest from '../../package.json' with { type: 'json' };
import { ABLATION_HEADER, ablationRows } from './ablation.ts';
import { compareTables, readResults } from './against.ts';
import { ablationTasks } from './ablation-tasks.ts';
import { PRODUCT_HEADER, productRows } from './product/compare-moves.ts';
import { RETARGET_HEADER, retargetRows } from './product/compare-retargets.ts';
import { PRODUCT_SEED } from './product/moves.ts';
import { BESIDE_HEADER, besideCrowd, besideRows, readSolvers } from './beside.ts';
import { intoTwoPoses, measureBatch, measureCrowd, solveAlone, type CrowdMeasurement } from './crowd.ts';
import { growthRows } from './growth.ts';
import { measurePlainUpdates, measureUpdates, type UpdateMeasurement } from './joint-updates.ts';
import { measure, type Measurement } from './measure.ts';
import type { Peer } from './peer.ts';
import { babylonMmd } from './peers/babylon-mmd.ts';
import { closedChain } from './peers/closed-chain.ts';
import { fullik } from './peers/fullik.ts';
import { inverseKinematics } from './peers/inverse-kinematics.ts';
import { limber, limberNearest } from './peers/limber.ts';
import { threeCcd } from './peers/three-ccd.ts';
import { PUBLISHED } from './published.ts';
import { createWorkloads, type Workload } from './workloads.ts';

const USAGE = `npm run bench -- [--seed N] [--quick] [--only W1,W6] [--save] [--against VERSION] [--beside FOLDER]
Compares the solver with its peers on the workloads W1 to W7 and prints a table.
  --seed N   other random targets (default 1)
  --quick    a tenth of the cases
  --only     some workloads, or "updates": the cost of one update of one joint, or "ablation": what each mechanism is worth, or
             "growth": how the time grows with joints and goals beside peers, of pulls, trackers, contradicting goals and clones, what these allocate, and what the package costs a page
  --save     keep the tables under test/benchmarks/results with the version
  --against  also print a table of what changed since the results of this version
  --beside   only compare with the solver of another checkout, case by case in one process: for changes of a few per cent`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    save: { type: 'boolean', default: false },
    against: { type: 'string' },
    beside: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const PEERS: readonly Peer[] = [limber, limberNearest, threeCcd, closedChain, fullik, inverseKinematics, babylonMmd];
/** Peers that need milliseconds a case are asked for the first cases only. */
const PEER_CASES = 500;

async function main(): Promise<void> {
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const seed = Number(values.seed);
  if (!Number.isInteger(seed)) throw new Error(`--seed must be a whole number, got "${values.seed}"`);
  const share = values.quick ? 0.1 : 1;
  const wanted = values.only ? new Set(values.only.split(',')) : null;
  const before = values.against === undefined ? null : readResults(values.against);
  const workloads = createWorkloads(seed, { chains: 2000 * share, bipeds: 1000 * share, robots: 10000 * share });
  if (values.beside !== undefined) return standBeside(workloads, wanted, values.beside);
  const compares = !wanted || [...wanted].some((id) => id !== 'ablation' && id !== 'growth');
  if (compares) {
    const table = await compare(workloads, wanted, seed, share);
    if (before) console.log(['', `Since ${values.against}:`, '', ...compareTables(before, table)].join('\n'));
  }
  if (!wanted || wanted.has('ablation')) ablate(workloads, seed);
  if (!wanted || wanted.has('growth')) await grow(seed);
}

/** The solver beside that of another checkout. */
async function standBeside(workloads: readonly Workload[], wanted: ReadonlySet<string> | null, folder: string): Promise<void> {
  const there = await readSolvers(folder);
  console.log(BESIDE_HEADER.join('\n'));
  for (const workload of workloads) {
    if (!wanted || wanted.has(workload.id)) for (const line of besideRows(workload, there)) console.log(line);
  }
  if (!wanted || wanted.has('W7'))
    console.log(
      await besideCrowd(
        workloads.find(({ id }) => id === 'W4')!,
        there,
      ),
    );
}

/** The solver beside its peers: times and rates. Resolves to the table. */
async function compare(
  workloads: readonly Workload[],
  wanted: ReadonlySet<string> | null,
  seed: number,
  share: number,
): Promise<readonly string[]> {
  const lines: string[] = [heading(seed), '', ...HEADER];
  console.log(lines.join('\n'));
  const print = (line: string): void => {
    lines.push(line);
    console.log(line);
  };
  for (const workload of workloads) {
    if (wanted && !wanted.has(workload.id)) continue;
    for (const peer of PEERS) {
      const count =
        peer === limber || workload.warm ? workload.cases.length : Math.min(PEER_CASES * share * 2, workload.cases.length);
      const measured = measure(peer, workload, count);
      if (measured) print(row(measured));
    }
    for (const { title, solver, figures } of PUBLISHED.filter((entry) => entry.workload === workload.id)) {
      if (workload.id !== 'W6' || workload.title.startsWith(title.slice(0, 5)))
        print(`| ${workload.id} ${title} | ${solver} (published) | ${figures} | | | | |`);
    }
  }
  if (!wanted || wanted.has('updates')) {
    const [free, limited] = ['W1', 'W1L'].map((id) => workloads.find((workload) => workload.id === id)!);
    for (const measured of [measureUpdates(free!), measurePlainUpdates(free!), measureUpdates(limited!)])
      print(updateRow(measured));
  }
  if (!wanted || wanted.has('W7')) {
    const biped = workloads.find(({ id }) => id === 'W4')!;
    const pool = createSolverPool({ threads: Math.max(2, availableParallelism()) });
    for (const [where, solveFrame] of [
      ['one thread', intoTwoPoses(solveAlone())],
      [`over ${pool.threads} threads`, intoTwoPoses(pool.solveMany)],
    ] as const) {
      print(crowdRow(where, await measureCrowd(biped, 1000, solveFrame)));
      const batch = await measureBatch(biped, solveFrame);
      print(`| W4 all ${biped.cases.length} cases at once | Limber, ${where} | | ${batch.toFixed(0)} ms | | | |`);
    }
    await pool.close();
    print('| W7 crowd of bipeds | Kenwright 2012 (published) | 100 bipeds | | | | |');
  }
  const notes = ['', ...PEERS.map((peer) => `- ${peer.name}: ${peer.how}.`)];
  console.log(notes.join('\n'));
  if (values.save) save(manifest.version, [...lines, ...notes]);
  return lines;
}

/** The solver as it is beside itself without each of its mechanisms in turn, and then pulls and retargeting. */
function ablate(workloads: readonly Workload[], seed: number): void {
  const lines: string[] = [];
  const print = (...more: readonly string[]): void => {
    lines.push(...more);
    console.log(more.join('\n'));
  };
  print(heading(seed), '', ...ABLATION_HEADER);
  for (const task of ablationTasks(workloads, seed)) print(...ablationRows(task));
  if (values.save) save(`${manifest.version}-ablation`, lines);
  tabulate('ablation-pulls', [heading(PRODUCT_SEED), '', ...PRODUCT_HEADER], productRows(process.cwd()));
  tabulate('ablation-retargeting', [heading(seed), '', ...RETARGET_HEADER], retargetRows(process.cwd()));
}

/** Prints a table row by row, and keeps it where that is asked for. */
function tabulate(name: string, header: readonly string[], rows: Iterable<string>): void {
  const lines: string[] = [];
  for (const part of [header, rows]) {
    for (const line of part) {
      lines.push(line);
      console.log(line);
    }
  }
  if (values.save) save(`${manifest.version}-${name}`, lines);
}

/** How the time of a solve grows, beside peers, and kilobytes. */
async function grow(seed: number): Promise<void> {
  const lines = [heading(seed), '', ...(await growthRows(seed))];
  console.log(lines.join('\n'));
  if (values.save) save(`${manifest.version}-growth`, lines);
}

const HEADER = [
  '| workload | solver | reached inside limits (reached at all) | median µs | p95 µs | mean µs | joint step mean / largest, apart on the way back |',
  '|---|---|---|---|---|---|---|',
];

function heading(seed: number): string {
  return `Limber ${manifest.version}, seed ${seed}, Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}`;
}

function row(m: Measurement): string {
  const steps = m.meanStep === null ? '' : `${m.meanStep.toFixed(2)}° / ${m.largestStep!.toFixed(2)}°, ${m.apart!.toFixed(2)}°`;
  const rate = `${m.success.toFixed(2)} % (${m.reached.toFixed(2)} %) of ${m.cases}`;
  const [median, p95, mean] = [m.median, m.p95, m.mean].map((time) => time.toFixed(1));
  return `| ${m.workload} ${m.title} | ${m.solver} | ${rate} | ${median} | ${p95} | ${mean} | ${steps} |`;
}

function updateRow({ title, solver, median, p95 }: UpdateMeasurement): string {
  return `| one update of one joint, ${title} | ${solver} | | ${median.toFixed(1)} ns | ${p95.toFixed(1)} ns | | |`;
}

function crowdRow(where: string, crowd: CrowdMeasurement): string {
  const frame = `frame ${crowd.median.toFixed(1)} ms | ${crowd.p95.toFixed(1)} ms`;
  const rate = `${crowd.reached.toFixed(2)} % within 1 cm`;
  const steps = `${crowd.meanStep.toFixed(2)}° / ${crowd.largestStep.toFixed(0)}°`;
  return `| W7 crowd of ${crowd.bipeds} bipeds | Limber, ${where} | ${rate} | ${frame} | ${crowd.atSixtyFrames} bipeds at 60 frames a second | ${steps} |`;
}

function save(name: string, lines: readonly string[]): void {
  const folder = join(process.cwd(), 'test', 'benchmarks', 'results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.md`), `${lines.join('\n')}\n`);
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
});
