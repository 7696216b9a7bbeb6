// `npm run bench-batch -- [ROUNDS]`: clips a second of `limber batch` on one worker and on as many as there are cores, and the memory that
// it takes. Each round brings every sample motion onto every sample rig.
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runLimber } from '../../electron/cli/run.ts';
import { sharedData } from '../helpers/shared-data.ts';

const MOTIONS = ['cmu-10_01-kick', 'cmu-12_01-walk', 'fair1-dab', 'cmu-jumping-jacks', 'mh-12_03-walk', 'fair1-wave-hello'];
const RIGS = ['rigs/unreal-names-male.glb', 'rigs/rigify-names-mannequin.glb', 'vrm/godette-vrm0.vrm'];

const rounds = Number(process.argv[2] ?? 6);
if (!(Number.isInteger(rounds) && rounds > 0)) throw new Error('expected a number of rounds');
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
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50);
    await runBatch(manifest, workers);
    clearInterval(watch);
    const seconds = (performance.now() - started) / 1000;
    const used = process.cpuUsage(cpu);
    const main = process.threadCpuUsage(own);
    rates.set(workers, clips / seconds);
    const all = used.user + used.system;
    const cores = all / 1e6 / seconds;
    const serial = (100 * (main.user + main.system)) / all;
    console.log(
      `${workers} ${workers === 1 ? 'worker ' : 'workers'}  ${(clips / seconds).toFixed(2)} clips a second, ${cores.toFixed(2)} cores at work, ${(all / 1e6 / clips).toFixed(2)} s of one core a clip, ${serial.toFixed(1)} % of it on the main thread, at most ${Math.round(most / 2 ** 20)} MB`,
    );
  }
  const [one, many] = [...rates.values()];
  if (many !== undefined) console.log(`${(many / one!).toFixed(2)} times as fast`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function runBatch(manifest: string, workers: number): Promise<void> {
  const silent = { print() {}, warn() {}, note: console.error, progress() {}, signal: new AbortController().signal };
  const exitCode = await runLimber(['batch', manifest, '--workers', String(workers)], silent);
  if (exitCode !== 0 && exitCode !== 3) throw new Error(`limber batch answered ${exitCode}`);
}
