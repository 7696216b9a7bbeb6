// `npm run bench-batch -- [ROUNDS] [RUNS] [TASKS …]`: clips a second of `limber batch` on one worker and on as many as there are cores, as an installed
// program has it. Each round brings every sample motion onto every sample rig; each run does all rounds on one worker and on all, and beside it how
// much a loop of pure arithmetic gains by as many threads: more than that no program can. Then the memory that batches of so many short tasks take.
import { fork } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import { batchWorkerTarget, builtInto, commandLineTarget, projectFolder } from '../../build/vite-targets.ts';
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

const counts = process.argv.slice(2).map(Number);
if (!counts.every((count) => Number.isInteger(count) && count > 0))
  throw new Error('expected numbers of rounds, runs and tasks, each 1 or more');
const [rounds = 56, runs = 3, ...given] = counts;
const taskCounts = given.length > 0 ? given : [250, 1000, 4000];
const sources = MOTIONS.map((name) => sharedData(`bvh/${name}.bvh`)).filter((path) => path !== null);
const rigs = RIGS.map(sharedData).filter((path) => path !== null);
if (sources.length === 0 || rigs.length === 0) throw new Error('the sample files are not there: ../shared/data');
const cores = availableParallelism();

const folder = await mkdtemp(join(tmpdir(), 'limber-bench-batch-'));
try {
  const program = await buildProgram(folder);
  await measureRates(program);
  await measureMemory(program);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measureRates(program: string): Promise<void> {
  const manifest = join(folder, 'batch.json');
  for (const path of rigs) await cp(path, join(folder, basename(path)));
  for (let round = 0; round < rounds; round++) {
    for (const path of sources) await cp(path, join(folder, 'mocap', `${round} ${basename(path)}`));
  }
  const character = rigs.map((path) => basename(path));
  const task = { command: 'retarget', source: 'mocap/*.bvh', character, out: 'out/{character}/{source}.vrma' };
  await writeFile(manifest, JSON.stringify({ version: 1, tasks: [task] }));
  const clips = rounds * sources.length * rigs.length;
  console.log(`${clips} clips; load of this machine before: ${loadavg()[0]!.toFixed(2)} of ${cores} cores`);
  const gains: number[] = [];
  const ceilings: number[] = [];
  for (let run = 1; run <= runs; run++) {
    const alone = await computeRate(1);
    const ceiling = (await computeRate(cores)) / alone;
    const one = await runBatch(program, manifest, 1);
    const many = await runBatch(program, manifest, cores);
    ceilings.push(ceiling);
    gains.push(one.seconds / many.seconds);
    console.log(`run ${run}: pure arithmetic on ${cores} threads ${ceiling.toFixed(2)} times as fast as on 1`);
    console.log(`  1 worker   ${describe(one, clips)}`);
    console.log(`  ${cores} workers  ${describe(many, clips)}`);
    console.log(`  ${gains.at(-1)!.toFixed(2)} times as fast`);
  }
  console.log(
    `median: ${median(gains).toFixed(2)} times as fast on ${cores} workers; pure arithmetic ${median(ceilings).toFixed(2)}`,
  );
}

function describe({ seconds, work, main, peak }: Taken, clips: number): string {
  const share = (100 * main) / work;
  return `${(clips / seconds).toFixed(2)} clips a second, ${(work / seconds).toFixed(2)} cores at work, ${(work / clips).toFixed(3)} s of one core a clip, ${share.toFixed(1)} % of it on the main thread, at most ${peak} MB`;
}

/** Prints the most memory that batches of more and more short tasks take. */
async function measureMemory(program: string): Promise<void> {
  console.log(`\ntasks   memory of the process at most, MB, on ${cores} workers`);
  for (const count of taskCounts) {
    const own = join(folder, `memory ${count}`);
    for (let i = 0; i < count; i++) await cp(sources[0]!, join(own, 'mocap', `${i}.bvh`));
    const manifest = join(own, 'batch.json');
    const task = { command: 'convert', source: 'mocap/*.bvh', out: 'out/{source}.bvh' };
    await writeFile(manifest, JSON.stringify({ version: 1, tasks: [task] }));
    console.log(`${String(count).padStart(5)}   ${(await runBatch(program, manifest, cores)).peak}`);
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

/** Bundles the command line as an installed program has it, and returns the script that runs it and tells what it took. */
async function buildProgram(parent: string): Promise<string> {
  const program = join(parent, 'program');
  for (const target of [commandLineTarget, batchWorkerTarget]) await build(builtInto(join(program, 'electron'), target));
  await cp(join(projectFolder, 'package.json'), join(program, 'package.json'));
  const script = join(program, 'run.js');
  await writeFile(
    script,
    `import { runPacked } from './electron/cli.js';
const started = performance.now();
const exitCode = await runPacked(process.argv.slice(2));
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
const { user, system } = process.threadCpuUsage();
process.send({
  exitCode,
  seconds: (performance.now() - started) / 1000,
  work: (userCPUTime + systemCPUTime) / 1e6,
  main: (user + system) / 1e6,
  peak: Math.round(maxRSS / 1024),
});
process.disconnect();
`,
  );
  return script;
}

/** Runs all tasks of the manifest anew. */
async function runBatch(program: string, manifest: string, workers: number): Promise<Taken> {
  const child = fork(program, ['batch', manifest, '--workers', String(workers)], {
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
