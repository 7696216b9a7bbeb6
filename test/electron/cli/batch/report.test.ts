import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { makePlan } from '../../../../electron/cli/batch/plan.ts';
import type { TaskRecord } from '../../../../electron/cli/batch/records.ts';
import { readReport, writeReport } from '../../../../electron/cli/batch/report.ts';
import type { BatchTask } from '../../../../electron/cli/batch/task.ts';
import { emptyFolder } from '../fake-terminal.ts';

function taskAt(index: number): BatchTask {
  return { index, command: 'convert', sources: [`/b/${index}.bvh`], character: null, out: `/b/out/${index}.bvh`, options: {} };
}

function recordOf(summary: TaskRecord['summary'], exitCode = 0, sentences: readonly string[] = []): TaskRecord {
  return { version: 1, key: '', read: {}, bytes: null, made: true, exitCode, sentences, summary };
}

describe('the report of a batch', () => {
  const records = new Map([
    [0, recordOf({ limbs: [{ mean: 1 }], soles: { p95: 2 } })],
    [1, recordOf(null, 2, ['it is <empty>'])],
    [3, recordOf({ limbs: [{ mean: 4 }, { mean: 3 }] })],
    [4, recordOf({ limbs: [{ mean: 2 }], broken: [{ sentence: 'the knees "pop" & turn' }] }, 3)],
  ]);
  const tasks = Array.from({ length: 5 }, (_, i) => taskAt(i));
  const read = () => readReport(tasks, { read: async ({ index }) => records.get(index) ?? null }, '/b');

  test('has every task, the worst first, in JSON and as a page', async () => {
    const folder = await emptyFolder();
    const report = await read();
    await writeReport(folder, report);
    const written = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
    expect(written.counts).toEqual({ failed: 1, look: 1, waiting: 1, done: 2 });
    expect(written.tasks.map(({ task }: { task: number }) => task)).toEqual([2, 5, 3, 4, 1]);
    expect(written.tasks[1]).toEqual({
      task: 5,
      state: 'look',
      command: 'convert',
      sources: ['4.bvh'],
      character: null,
      out: 'out/4.bvh',
      sentences: ['the knees "pop" & turn'],
      figures: { 'limbs °': 2 },
      summary: records.get(4)!.summary,
    });
    const page = await readFile(join(folder, 'report.html'), 'utf8');
    const rows = [...page.matchAll(/<tr class="(\w+)" data-place="(\d)">.*<\/tr>/g)];
    expect(rows.map(([, state, place]) => `${place} ${state}`)).toEqual(['0 failed', '1 look', '2 waiting', '3 done', '4 done']);
    expect(rows[0]![0]).toContain('it is &lt;empty&gt;');
    expect(page).toContain('the knees &quot;pop&quot; &amp; turn');
    // The columns are those that some task has a figure for.
    expect(page.match(/limbs °|soles mm|knees °/g)).toEqual(['limbs °', 'soles mm']);
  });

  test('says of what was written alone where it lies', async () => {
    const folder = await emptyFolder();
    await writeReport(folder, await read());
    const page = await readFile(join(folder, 'report.html'), 'utf8');
    expect([...page.matchAll(/out\/<wbr>(\d)\.bvh/g)].map(([, place]) => place)).toEqual(['4', '3', '0']);
  });

  test('of no task is one too', async () => {
    const folder = await emptyFolder();
    await writeReport(folder, await readReport([], { read: async () => null }, '/b'));
    expect(JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')).tasks).toEqual([]);
  });
});

describe('the memory of a batch', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  /** Bytes of everything that somebody can still reach. */
  const held = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };

  /** Bytes that planning a batch and writing its report take at most, when each task says as much as a long clip does. */
  async function mostHeld(sources: number, characters: number): Promise<number> {
    const folder = await emptyFolder();
    for (const name of ['mocap', 'characters']) await mkdir(join(folder, name));
    for (let i = 0; i < sources; i++) await writeFile(join(folder, 'mocap', `a clip with a long name ${i}.bvh`), '');
    for (let i = 0; i < characters; i++) await writeFile(join(folder, 'characters', `somebody ${i}.glb`), '');
    const manifest = join(folder, 'batch.json');
    const character = 'characters/*.glb';
    const task = { command: 'retarget', source: 'mocap/*.bvh', character, out: 'out/{character}/{source}.vrma' };
    await writeFile(manifest, JSON.stringify({ version: 1, tasks: [task] }));
    const before = held();
    const plan = await makePlan([manifest], {});
    expect(plan.tasks).toHaveLength(sources * characters);
    let most = held();
    let reads = 0;
    const read = async () => {
      if (++reads % 500 === 0) most = Math.max(most, held());
      return recordOf({ limbs: Array.from({ length: 400 }, (_, i) => ({ mean: i + reads, name: `limb ${i} of ${reads}` })) });
    };
    const report = await readReport(plan.tasks, { read }, plan.base);
    await writeReport(folder, report);
    most = Math.max(most, held());
    expect(report.counts.done).toBe(plan.tasks.length);
    expect(reads).toBe(3 * plan.tasks.length);
    return most - before;
  }

  test('grows by less than 1 KB a task, for the plan and the report together @all', { timeout: 60_000 }, async () => {
    // What the program itself takes once is none of it.
    await mostHeld(10, 50);
    const few = await mostHeld(10, 50);
    const many = await mostHeld(10, 350);
    expect((many - few) / 3000).toBeLessThan(1024);
  });
});
