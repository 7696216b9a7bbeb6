// `npm run bench-batch -- [ROUNDS] [RUNS] [TASKS …] [--only rates|memory] [--beside FOLDER] [--save]`: clips a second of `limber batch` on one worker and on as many as there are cores, as an installed
// program has it. Each round brings every sample motion onto every sample rig; each run does all rounds on one worker and on all, and beside it how
// much a loop of pure arithmetic gains by as many threads: more than that no program can. Then the memory that batches of so many short tasks
// take. --beside does all of it with another checkout too, in turn with this one, as a machine's speed changes from minute to minute. --save keeps
// the tables under test/benchmarks/results with the version.
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { basename, join, resolve as resolvePath } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import { projectFolder } from '../../build/vite-targets.ts';
import type * as Targets from '../../build/vite-targets.ts';
import limber from '../../package.json' with { type: 'json' };
import { sharedData } from '../helpers/shared-data.ts';
import { median } from './statistics.ts';

const MOTIONS = ['cmu-10_01-kick', 'cmu-12_01-walk', 'fair1-dab', 'cmu-jumping-jacks', 'mh-12_03-walk', 'fair1-wave-hello'];
const RIGS = ['rigs/unreal-names-male.glb', 'rigs/rigify-names-mannequin.glb', 'vrm/godette-vrm0.vrm'];

/** What a batch took. */
interface Taken {
  readonly exitCode: number;
  readonly seconds: number;
  /** Seconds of one core of the whole process, and of its main thread. */
  readonly work: number;
  readonly main: number;
  /** The most memory of the process, megabytes. */
  readonly peak: number;
}

/** The command line of a checkout, bundled. */
interface Program {
  /** The script that runs it and tells what it took. */
  readonly script: string;
  /** What rows say of it; nothing of this checkout's. */
  readonly of: string;
}

const PARTS = ['rates', 'memory'] as const;
const { values, positionals } = parseArgs({
  options: { only: { type: 'string' }, beside: { type: 'string' }, save: { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (values.only !== undefined && !PARTS.some((part) => part === values.only))
  throw new Error(`--only: expected one of ${PARTS.join(', ')}, got "${values.only}"`);
const counts = positionals.map(Number);
if (!counts.every((count) => Number.isInteger(count) && count > 0))
  throw new Error('expected numbers of rounds, runs and tasks, each 1 or more');
const [rounds = 56, runs = 3, ...given] = counts;
const taskCounts = given.length > 0 ? given : [250, 1000, 4000];
const sources = MOTIONS.map((name) => sharedData(`bvh/${name}.bvh`)).filter((path) => path !== null);
const rigs = RIGS.map(sharedData).filter((path) => path !== null);
if (sources.length === 0 || rigs.length === 0) throw new Error('the sample files are not there: ../shared/data');
const cores = availableParallelism();
const MEASURES = { rates: measureRates, memory: measureMemory };

const folder = await mkdtemp(join(tmpdir(), 'limber-bench-batch-'));
try {
  const programs = [await buildProgram(projectFolder, '')];
  if (values.beside !== undefined) programs.push(await buildProgram(resolvePath(values.beside), ` of ${values.beside}`));
  for (const part of PARTS) {
    if (values.only !== undefined && values.only !== part) continue;
    const lines: string[] = [];
    const print = (line: string) => {
      lines.push(line);
      console.log(line);
    };
    const machine = `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}`;
    print(`Limber ${limber.version}, ${machine}, load before: ${loadavg()[0]!.toFixed(2)} of ${cores} cores\n`);
    await MEASURES[part](programs, print);
    const path = join(projectFolder, 'test', 'benchmarks', 'results', `batch-${limber.version}-${part}.md`);
    if (values.save) await writeFile(path, `${lines.join('\n')}\n`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measureRates(programs: readonly Program[], print: (line: string) => void): Promise<void> {
  const manifest = join(folder, 'batch.json');
  for (const path of rigs) await cp(path, join(folder, basename(path)));
  for (let round = 0; round < rounds; round++) {
    for (const path of sources) await cp(path, join(folder, 'mocap', `${round} ${basename(path)}`));
  }
  const character = rigs.map((path) => basename(path));
  const task = { command: 'retarget', source: 'mocap/*.bvh', character, out: 'out/{character}/{source}.vrma' };
  await writeFile(manifest, JSON.stringify({ version: 1, tasks: [task] }));
  const clips = rounds * sources.length * rigs.length;
  print(`${clips} clips a run.\n`);
  print(
    '| run | workers | clips a second | cores at work | s of one core a clip | main thread | most MB | times as fast | arithmetic |',
  );
  print('|---|---|---|---|---|---|---|---|---|');
  const gains = programs.map((): number[] => []);
  const ceilings: number[] = [];
  for (let run = 1; run <= runs; run++) {
    for (const [i, { script, of }] of programs.entries()) {
      const alone = await computeRate(1);
      const ceiling = (await computeRate(cores)) / alone;
      const one = await runBatch(script, manifest, 1);
      const many = await runBatch(script, manifest, cores);
      ceilings.push(ceiling);
      gains[i]!.push(one.seconds / many.seconds);
      print(`| ${run} | 1${of} | ${describe(one, clips)} | | |`);
      print(`| ${run} | ${cores}${of} | ${describe(many, clips)} | ${gains[i]!.at(-1)!.toFixed(2)} | ${ceiling.toFixed(2)} |`);
    }
  }
  print('');
  for (const [i, { of }] of programs.entries())
    print(`Median${of}: ${median(gains[i]!).toFixed(2)} times as fast on ${cores} workers as on one.`);
  print(`A loop of pure arithmetic: ${median(ceilings).toFixed(2)}.`);
}

function describe({ seconds, work, main, peak }: Taken, clips: number): string {
  const share = (100 * main) / work;
  return `${(clips / seconds).toFixed(2)} | ${(work / seconds).toFixed(2)} | ${(work / clips).toFixed(3)} | ${share.toFixed(1)} % | ${peak}`;
}

/** Prints the most memory that batches of more and more short tasks take. */
async function measureMemory(programs: readonly Program[], print: (line: string) => void): Promise<void> {
  print(`| tasks | most MB of the process on ${cores} workers |\n|---|---|`);
  for (const count of taskCounts) {
    const own = join(folder, `memory ${count}`);
    for (let i = 0; i < count; i++) await cp(sources[0]!, join(own, 'mocap', `${i}.bvh`));
    const manifest = join(own, 'batch.json');
    const task = { command: 'convert', source: 'mocap/*.bvh', out: 'out/{source}.bvh' };
    await writeFile(manifest, JSON.stringify({ version: 1, tasks: [task] }));
    for (const { script, of } of programs) print(`| ${count}${of} | ${(await runBatch(script, manifest, cores)).peak} |`);
    await rm(own, { recursive: true });
  }
}

/** How often a second so many threads at once end a loop of pure arithmetic, all together. */
async function computeRate(threads: number): Promise<number> {
  const loop = 'let x = 1.1; for (let i = 0; i < 1e9; i++) { x = x * 1.0000001 + 1e-9; if (x > 2) x -= 1; } globalThis.kept = x;';
  const started = performance.now();
  const ends = Array.from({ length: threads }, () => {
    const worker = new Worker(loop, { eval: true });
    return new Promise((resolve, reject) => worker.on('exit', resolve).on('error', reject));
  });
  await Promise.all(ends);
  return (1000 * threads) / (performance.now() - started);
}

/** Bundles the command line of a checkout as an installed program has it. */
async function buildProgram(checkout: string, of: string): Promise<Program> {
  const targets = join(checkout, 'build', 'vite-targets.ts');
  if (!existsSync(targets)) throw new Error(`--beside must be the folder of another checkout, but there is no "${targets}"`);
  const { batchWorkerTarget, builtInto, commandLineTarget } = (await import(pathToFileURL(targets).href)) as typeof Targets;
  const program = await mkdtemp(join(folder, 'program-'));
  for (const target of [commandLineTarget, batchWorkerTarget]) await build(builtInto(join(program, 'electron'), target));
  await cp(join(checkout, 'package.json'), join(program, 'package.json'));
  const script = join(program, 'run.js');
  await writeFile(
    script,
    `import { existsSync, readFileSync } from 'node:fs';
import { runPacked } from './electron/cli.js';
const started = performance.now();
const exitCode = await runPacked(process.argv.slice(2));
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
// Linux counts the memory of the program that started this one into maxRSS.
const highest = existsSync('/proc/self/status') ? Number(/VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) : maxRSS;
const { user, system } = process.threadCpuUsage();
process.send({
  exitCode,
  seconds: (performance.now() - started) / 1000,
  work: (userCPUTime + systemCPUTime) / 1e6,
  main: (user + system) / 1e6,
  peak: Math.round(highest / 1024),
});
process.disconnect();
`,
  );
  return { script, of };
}

/** Runs all tasks of the manifest anew. */
async function runBatch(script: string, manifest: string, workers: number): Promise<Taken> {
  const child = fork(script, ['batch', manifest, '--workers', String(workers)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  let taken: Taken | null = null;
  child.on('message', (message) => (taken = message as Taken));
  await new Promise((resolve, reject) => child.on('exit', resolve).on('error', reject));
  const told = taken as Taken | null;
  if (told === null || (told.exitCode !== 0 && told.exitCode !== 3)) throw new Error(`limber batch answered ${told?.exitCode}`);
  return told;
}
