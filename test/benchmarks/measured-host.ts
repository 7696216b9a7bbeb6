// One measurement of `npm run bench-host` in a process of its own: `measured-host.ts WHAT FOLDER MANNEQUIN`. Prints {@link Figures} as JSON.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { MessageName, OpenedProject, ProjectPoses, Startup } from '../../electron/contract.ts';
import { dispatch } from '../../electron/ipc.ts';
import { messageParts } from '../../electron/contract/message-parts.ts';
import { hashOf } from '../../electron/services/character-cache.ts';
import { BROWSER_SHELL, createServices } from '../../electron/services/create-services.ts';
import { createPathGuard } from '../../electron/services/path-guard.ts';
import { endPrograms } from '../helpers/end-programs.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

export interface Figures {
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

export type What = 'project' | 'edits' | 'character' | 'bytes';

const [given, base = '', mannequin = ''] = process.argv.slice(2);
await measureOnce(given as What);

async function measureOnce(what: What): Promise<void> {
  endPrograms(join(base, 'data'));
  if (what === 'character') rmSync(join(base, 'data', 'characters'), { recursive: true, force: true });
  const { services, close } = fresh();
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

function fresh() {
  return createServices({
    app: { version: '0', host: 'browser', platform: 'linux', documentsFolder: base },
    dataFolder: join(base, 'data'),
    mannequinPath: mannequin,
    startupFile: null,
    paths: createPathGuard([base]),
    places: () => [],
    shell: BROWSER_SHELL,
  });
}
