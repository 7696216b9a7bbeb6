// `npm run bench-batch -- [ROUNDS] [TASKS …]`: clips a second of `limber batch` on one worker and on as many as there are cores, where each round
// brings every sample motion onto every sample rig; then the memory that batches of so many short tasks take (250, 1,000 and 4,000 unless told).
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { runLimber } from '../../electron/cli/run.ts';
import { sharedData } from '../helpers/shared-data.ts';

const MOTIONS = ['cmu-10_01-kick', 'cmu-12_01-walk', 'fair1-dab', 'cmu-jumping-jacks', 'mh-12_03-walk', 'fair1-wave-hello'];
const RIGS = ['rigs/unreal-names-male.glb', 'rigs/rigify-names-mannequin.glb', 'vrm/godette-vrm0.vrm'];

const counts = process.argv.slice(2).map(Number);
if (!counts.every((count) => Number.isInteger(count) && count > 0))
  throw new Error('expected numbers of rounds and of tasks, each 1 or more');
const [rounds = 6, ...given] = counts;
const taskCounts = given.length > 0 ? given : [250, 1000, 4000];
const sources = MOTIONS.map((name) => sharedData(`bvh/${name}.bvh`)).filter((path) => path !== null);
const rigs = RIGS.map(sharedData).filter((path) => path !== null);
if (sources.length === 0 || rigs.length === 0) throw new Error('the sample files are not there: ../shared/data');

const folder = await mkdtemp(join(tmpdir(), 'limber-bench-batch-'));
try {
  const manifest = join(folder, 'batch.json');
  for (const path of rigs) await cp(path, join(folder, basename(path)));
  for (let round = 0; round < rounds; round++) {
    for (const path of sources) await cp(path, join(folder, 'mocap', `${round} ${basename(path)}`));
  }
  const task = {
    command: 'retarget',
    source: 'mocap/*.bvh',
    character: rigs.map((path) => basename(path)),
    out: 'out/{character}/{source}.vrma',
  };
  await writeFile(manifest, JSON.stringify({ version: 1, tasks: [task] }));
  const clips = rounds * sources.length * rigs.length;
  console.log(`${clips} clips; load of this machine before: ${loadavg()[0]!.toFixed(2)} of ${availableParallelism()} cores`);
  const rates = new Map<number, number>();
  for (const workers of new Set([1, availableParallelism()])) {
    const started = performance.now();
    const cpu = process.cpuUsage();
    const own = process.threadCpuUsage();
    const most = await runBatch(manifest, workers);
    const seconds = (performance.now() - started) / 1000;
    const used = process.cpuUsage(cpu);
    const main = process.threadCpuUsage(own);
    rates.set(workers, clips / seconds);
    const all = used.user + used.system;
    const cores = all / 1e6 / seconds;
    const serial = (100 * (main.user + main.system)) / all;
    console.log(
      `${workers} ${workers === 1 ? 'worker ' : 'workers'}  ${(clips / seconds).toFixed(2)} clips a second, ${cores.toFixed(2)} cores at work, ${(all / 1e6 / clips).toFixed(3)} s of one core a clip, ${serial.toFixed(1)} % of it on the main thread, at most ${most} MB`,
    );
  }
  const [one, many] = [...rates.values()];
  if (many !== undefined) console.log(`${(many / one!).toFixed(2)} times as fast`);
  console.log('\ntasks   main thread, MB after collecting, at each quarter   whole process at most, MB');
  for (const count of taskCounts) await measureMemory(folder, count);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Prints what the main thread keeps while a batch of many short tasks goes on, and what the whole process took at most. */
async function measureMemory(parent: string, count: number): Promise<void> {
  const own = join(parent, `memory ${count}`);
  for (let i = 0; i < count; i++) await cp(sources[0]!, join(own, 'mocap', `${i}.bvh`));
  const manifest = join(own, 'batch.json');
  await writeFile(
    manifest,
    JSON.stringify({ version: 1, tasks: [{ command: 'convert', source: 'mocap/*.bvh', out: 'out/{source}.bvh' }] }),
  );
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const kept: number[] = [];
  let told = 0;
  const most = await runBatch(manifest, availableParallelism(), () => {
    told++;
    if (told < ((kept.length + 1) * count) / 4) return;
    collect();
    kept.push(process.memoryUsage().heapUsed / 2 ** 20);
  });
  const quarters = kept.map((megabytes) => megabytes.toFixed(1).padStart(6)).join(' ');
  console.log(`${String(count).padStart(5)}   ${quarters.padEnd(54)} ${most}`);
}

/** Returns the most memory of the process meanwhile, MB, its report included; `onDone` hears of each task that is done. */
async function runBatch(manifest: string, workers: number, onDone: () => void = () => {}): Promise<number> {
  const silent = { print() {}, warn() {}, note: console.error, progress: onDone, signal: new AbortController().signal };
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50);
  const exitCode = await runLimber(['batch', manifest, '--workers', String(workers)], silent);
  clearInterval(watch);
  if (exitCode !== 0 && exitCode !== 3) throw new Error(`limber batch answered ${exitCode}`);
  return Math.round(most / 2 ** 20);
}
