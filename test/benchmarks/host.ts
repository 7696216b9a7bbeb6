// `npm run bench-host`: how the program beside the window opens and brings back very much, and gives its memory back.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ClipData, SavedPoseData } from '../../core/document/project-data.ts';
import type { MessageName, OpenedProject, ProjectPoses, Startup } from '../../electron/contract.ts';
import { dispatch } from '../../electron/ipc.ts';
import { messageParts } from '../../electron/browser/message-parts.ts';
import { layOutClip } from '../../electron/files/project/project-parts.ts';
import { readProjectFolder } from '../../electron/files/project/project-folder.ts';
import { hashOf } from '../../electron/services/character-cache.ts';
import { createJournal } from '../../electron/services/journal.ts';
import { BROWSER_SHELL, createServices } from '../../electron/services/create-services.ts';
import { createPathGuard } from '../../electron/services/path-guard.ts';
import { endPrograms } from '../helpers/end-programs.ts';
import { largeCharacter } from '../helpers/large-character.ts';
import { MANNEQUIN } from '../helpers/mannequin.ts';
import { writeLibraryProject } from './library/write-project.ts';
import { median } from './statistics.ts';

const USAGE = `npm run bench-host -- [--poses N] [--keys N] [--edits N] [--megabytes N] [--rounds N]
Opens a project of N poses (default 10000) and N keys (100000), brings back N unsaved edits (8000) beside its poses, and opens a character of
N MB (200). Prints the time that each takes, the longest step of the program's own thread meanwhile, by the clock and by its processor, and
the memory that is left. The machine should have nothing else to do.`;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const { values } = parseArgs({
  options: {
    poses: { type: 'string', default: '10000' },
    keys: { type: 'string', default: '100000' },
    edits: { type: 'string', default: '8000' },
    megabytes: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    help: { type: 'boolean' },
    /** For itself: one measurement in a process of its own, in a folder. */
    measure: { type: 'string' },
    folder: { type: 'string', default: '' },
  },
});
if (values.help) console.log(USAGE);
else if (values.measure !== undefined) await measureOnce(values.measure as What, values.folder);
else {
  const { poses, keys, edits, megabytes, rounds } = values;
  await main(Number(poses), Number(keys), Number(edits), Number(megabytes), Number(rounds));
}

async function main(poses: number, keys: number, edits: number, megabytes: number, rounds: number): Promise<void> {
  if (![poses, keys, edits, megabytes, rounds].every((count) => Number.isInteger(count) && count > 0))
    throw new Error('all numbers must be whole and above 0');
  const base = mkdtempSync(join(tmpdir(), 'limber-host-'));
  try {
    const { path } = await writeLibraryProject(join(base, 'Many'), poses);
    writeFileSync(join(path, 'clips', 'long.json'), layOutClip(longClip(keys)));
    console.log(`a project of ${poses} poses and ${keys} keys:`);
    print(often(rounds, 'project', base));
    await writeEdits(base, path, edits);
    console.log(`${edits} unsaved edits beside ${poses} poses:`);
    print(often(rounds, 'edits', base));
    const file = join(base, 'large.glb');
    writeFileSync(file, largeCharacter({ ktx2: megabytes * 1e6 }));
    console.log(`a character of ${megabytes} MB:`);
    print(often(rounds, 'character', base));
    console.log('its bytes alone, read and told from others by their hash:');
    print(often(rounds, 'bytes', base));
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

interface Figures {
  readonly milliseconds: number;
  /** Milliseconds of the processor, on all threads together. */
  readonly processor: number;
  /** Of the program's own thread: the longest time in which nothing else had its turn, by the clock and by the processor. */
  readonly step: number;
  readonly stepOfProcessor: number;
  /** Megabytes more than before, at the most and once it was done. */
  readonly most: number;
  readonly left: number;
}

type What = 'project' | 'edits' | 'character' | 'bytes';

function often(rounds: number, what: What, folder: string): readonly Figures[] {
  return Array.from({ length: rounds }, () => {
    const given = [import.meta.filename, '--measure', what, '--folder', folder];
    // What ships is translated already: here it is kept from the first time on.
    const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'translated') };
    return JSON.parse(execFileSync(process.execPath, given, { encoding: 'utf8', env })) as Figures;
  });
}

async function measureOnce(what: What, base: string): Promise<void> {
  endPrograms(join(base, 'data'));
  if (what === 'character') rmSync(join(base, 'data', 'characters'), { recursive: true, force: true });
  const { services, close } = fresh(base);
  /** What the window is sent, as the host in the browser sends it. */
  const ask = async <Value>(name: MessageName, ...parameters: readonly unknown[]): Promise<Value> => {
    const answer = await dispatch(services, name, parameters);
    if (!answer.ok) throw new Error(answer.error.message);
    await wait(1);
    messageParts(answer);
    return answer.value as Value;
  };
  const file = join(base, 'large.glb');
  const path = join(base, 'Many');
  const work: Readonly<Record<What, () => Promise<unknown>>> = {
    async project() {
      const opened = await ask<OpenedProject>('project.open', path, 'opening');
      const all = await ask<ProjectPoses>('project.poses', opened.folder, 'poses');
      await ask('project.watch', opened.folder, { ...opened.revisions, ...all.revisions });
    },
    async edits() {
      const { kind } = await ask<Startup>('app.startup', 'starting');
      if (kind !== 'recover') throw new Error(`expected unsaved edits, got ${kind}`);
    },
    character: () => ask('character.openPath', file, {}, 'opening'),
    bytes: async () => hashOf(readFileSync(file)),
  };
  console.log(JSON.stringify(await measure(work[what])));
  await close();
  process.exit();
}

function print(rounds: readonly Figures[]): void {
  const of = (field: keyof Figures) => Math.round(median(rounds.map((figures) => figures[field])));
  console.log(
    `  ${of('milliseconds')} ms (${of('processor')} ms of the processor on all threads), longest step ${of('step')} ms (${of('stepOfProcessor')} ms of the processor)`,
  );
  console.log(`  ${of('most')} MB more at the most, ${of('left')} MB afterwards`);
}

/** What is done takes so long, beside a clock that looks at the thread every millisecond. */
async function measure(work: () => Promise<unknown>): Promise<Figures> {
  collectGarbage();
  const before = process.memoryUsage().rss;
  let [step, stepOfProcessor, most] = [0, 0, 0];
  let isDone = false;
  const watching = (async () => {
    while (!isDone) {
      const [time, { user, system }] = [performance.now(), process.threadCpuUsage()];
      await wait(1);
      const used = process.threadCpuUsage({ user, system });
      step = Math.max(step, performance.now() - time - 1);
      stepOfProcessor = Math.max(stepOfProcessor, (used.user + used.system) / 1000);
      most = Math.max(most, process.memoryUsage.rss() - before);
    }
  })();
  const [began, spent] = [performance.now(), process.cpuUsage()];
  await work();
  const milliseconds = performance.now() - began;
  const { user: ofUser, system: ofSystem } = process.cpuUsage(spent);
  // What follows by itself: the watch looks at everything once.
  await wait(2000);
  isDone = true;
  await watching;
  // A thread that has ended gives its memory back a little later.
  for (let i = 0; i < 10; i++) {
    await wait(100);
    collectGarbage();
  }
  const processor = (ofUser + ofSystem) / 1000;
  return { milliseconds, processor, step, stepOfProcessor, most: most / 1e6, left: (process.memoryUsage().rss - before) / 1e6 };
}

function fresh(base: string) {
  return createServices({
    app: { version: '0', host: 'browser', platform: 'linux', documentsFolder: base },
    dataFolder: join(base, 'data'),
    mannequinPath: MANNEQUIN,
    startupFile: null,
    paths: createPathGuard([base]),
    places: () => [],
    shell: BROWSER_SHELL,
  });
}

/** A clip with keys on all of fifty joints. */
function longClip(keys: number): ClipData {
  const joints = 50;
  const times = Array.from({ length: Math.ceil(keys / joints) }, (_, i) => i / 30);
  const turns = times.flatMap((time) => [0, 0, Math.sin(time) / 4, Math.sqrt(1 - Math.sin(time) ** 2 / 16)]);
  const tracks = Array.from({ length: joints }, (_, i) => ({
    joint: `joint ${i}`,
    interpolation: 'linear' as const,
    times,
    values: turns,
  }));
  return { id: 'long', name: 'Long', duration: times.length / 30, fps: 30, loop: false, tracks };
}

/** Edits of one pose each, on the project as it is saved, kept by a program that was killed then. */
async function writeEdits(base: string, path: string, edits: number): Promise<void> {
  const { project, revisions } = await readProjectFolder(path);
  const folder = join(base, 'data', 'recovery');
  mkdirSync(folder, { recursive: true });
  const journal = createJournal(folder, { longest: Infinity });
  await journal.append({ label: 'Begin', folder: path, onSaved: true, changed: { name: 'Many' } });
  for (let edit = 1; edit < edits; edit++) {
    const item: SavedPoseData = { ...project.poses[(7 * edit) % project.poses.length]!, name: `Edit ${edit}` };
    const bases = { [item.id]: revisions[`poses/${item.id}.json`] ?? null };
    await journal.append({ label: 'Rename', folder: path, changed: {}, poses: { removed: [], put: [{ item }], bases } });
  }
}
