import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { emptyFolder, limber } from '../fake-terminal.ts';
import { startSlurm, whyNoSlurm, type OwnSlurm } from './own-slurm.ts';
import { filesIn, limberWith, smallBatch, writeManifest, writeMotions } from './small-batch.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', '..', '..', 'electron', 'cli', 'limber.ts');
const CONVERT = { command: 'convert', source: 'mo cap/*.bvh', out: 'out/{source}.json' };
const GOOD = 197;
const TIME = { timeout: 600_000 };

const reason = whyNoSlurm();
if (reason !== null) console.log(`SKIP limber batch on Slurm: ${reason}`);

/** 200 tasks, three of them of files that nobody can read, and the command that the nodes run. */
async function bigBatch() {
  const folder = await smallBatch([]);
  await writeMotions(Array.from({ length: GOOD }, (_, i) => join(folder, 'mo cap', `${i}.bvh`)));
  for (const i of [1, 2, 3]) await writeFile(join(folder, 'mo cap', `broken ${i}.bvh`), 'HIERARCHY');
  const command = join(await emptyFolder(), "li'mber command");
  await writeFile(command, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
  await chmod(command, 0o755);
  return { folder, command, manifest: await writeManifest(folder, [CONVERT]) };
}

describe.skipIf(reason !== null)('limber batch on a Slurm of its own', () => {
  let slurm: OwnSlurm;
  beforeAll(async () => {
    slurm = await startSlurm(await emptyFolder());
    vi.stubEnv('SLURM_CONF', slurm.environment.SLURM_CONF);
  }, 120_000);
  afterAll(async () => {
    vi.unstubAllEnvs();
    await slurm?.stop();
  });

  test('does 200 tasks, some of which fail, while its node is drained for a time, as this machine does them', TIME, async () => {
    const { folder, manifest, command } = await bigBatch();
    const node = `NodeName=${hostname().split('.')[0]!}`;
    const states: string[] = [];
    let drained: 'not yet' | 'now' | 'no more' = 'not yet';
    const watch = (line: string) => {
      if (!line.includes('parts')) return;
      const isRunning = slurm.command('squeue', '--noheader', '--format=%T').includes('RUNNING');
      if (drained === 'not yet' && isRunning) {
        slurm.command('scontrol', 'update', node, 'State=DRAIN', 'Reason=tested');
        drained = 'now';
      } else if (drained === 'now' && !isRunning) {
        states.push(slurm.command('sinfo', '--noheader', '--format=%T').trim());
        slurm.command('scontrol', 'update', node, 'State=RESUME');
        drained = 'no more';
      }
    };
    const given = ['batch', manifest, '--on', 'slurm', '--array-size', '6', '--limber', command, '--wait', '--json'] as const;
    const ran = await limberWith(watch, ...given);
    expect(states).toEqual(['drained']);
    expect(ran.noted).toMatch(/^job \d+ of Slurm has 200 tasks/);
    expect(JSON.parse(ran.printed)).toMatchObject({ tasks: 200, done: GOOD, failed: 3, look: 0, waiting: 0 });
    expect(ran.exitCode).toBe(3);
    const alone = await smallBatch([]);
    await writeMotions(Array.from({ length: GOOD }, (_, i) => join(alone, 'mo cap', `${i}.bvh`)));
    for (const i of [1, 2, 3]) await writeFile(join(alone, 'mo cap', `broken ${i}.bvh`), 'HIERARCHY');
    await limber('batch', await writeManifest(alone, [CONVERT]));
    const files = await filesIn(folder);
    for (const path of files.keys()) if (path.startsWith('night.batch/slurm/')) (files as Map<string, string>).delete(path);
    expect(files).toEqual(await filesIn(alone));
  });

  test('Ctrl+C cancels the job, and a later one goes on with what is left', TIME, async () => {
    const { folder, manifest, command } = await bigBatch();
    const given = ['batch', manifest, '--on', 'slurm', '--array-size', '5', '--limber', command, '--wait'] as const;
    const ended = await limberWith((line, abort) => line.includes('parts') && abort.abort(), ...given);
    expect(ended.exitCode).toBe(130);
    expect(ended.noted).toContain('was cancelled');
    expect(slurm.command('squeue', '--noheader').trim()).toBe('');
    expect(await readdir(join(folder, 'night.batch'))).not.toContain('report.json');
    expect((await limber(...given)).exitCode).toBe(3);
    const { counts } = JSON.parse(await readFile(join(folder, 'night.batch', 'report.json'), 'utf8'));
    expect(counts).toEqual({ failed: 3, look: 0, waiting: 0, done: GOOD });
  });

  test('submits and goes, waiting for another job, and tells what Slurm refuses', TIME, async () => {
    const folder = await smallBatch(['mo cap/a.bvh']);
    const manifest = await writeManifest(folder, [CONVERT]);
    const held = await limber('batch', manifest, '--on', 'slurm', '--limber', '/bin/true', '--sbatch=--hold');
    expect(held.exitCode).toBe(0);
    const waiting = await limber(
      'batch',
      manifest,
      '--on',
      'slurm',
      '--limber',
      '/bin/true',
      '--dependency',
      `afterok:${held.printed}`,
    );
    expect(slurm.command('scontrol', 'show', 'job', waiting.printed)).toContain(`Dependency=afterok:${held.printed}`);
    slurm.command('scancel', held.printed, waiting.printed);
    const refused = await limber('batch', manifest, '--on', 'slurm', '--sbatch=--partition=nowhere');
    expect(refused.exitCode).toBe(2);
    expect(refused.noted).toContain('sbatch refused: ');
    expect(refused.noted).toContain('invalid partition specified: nowhere');
  });
});

test('without Slurm it says so in one sentence', async () => {
  const folder = await smallBatch(['mo cap/a.bvh']);
  vi.stubEnv('PATH', folder);
  const ran = await limber('batch', await writeManifest(folder, [CONVERT]), '--on', 'slurm');
  vi.unstubAllEnvs();
  expect(ran).toMatchObject({ exitCode: 2, noted: 'limber: Slurm is not installed here: there is no command "sbatch"' });
});
