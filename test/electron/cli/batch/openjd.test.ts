import { spawnSync } from 'node:child_process';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { limber } from '../fake-terminal.ts';
import { jobTemplateSchema, type JobTemplate } from './openjd-schema.ts';
import { filesIn, smallBatch, writeManifest } from './small-batch.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', '..', '..', 'electron', 'cli', 'limber.ts');
const EVERY = { command: 'retarget', source: 'mo cap/*.bvh', character: '*.glb', out: 'out/{character}/{source}.vrma' };

async function templateOf(tasks: readonly object[], motions: readonly string[], ...options: string[]) {
  const folder = await smallBatch(motions);
  const manifest = await writeManifest(folder, tasks, 'night {{one}}.json');
  const ran = await limber('batch', manifest, '--on', 'openjd', ...options);
  expect(ran).toMatchObject({ exitCode: 0, noted: '' });
  const path = join(folder, 'night {{one}}.openjd.json');
  expect(ran.printed).toBe(`wrote ${path}`);
  return { folder, path, template: JSON.parse(await readFile(path, 'utf8')) as JobTemplate };
}

describe('a batch for Open Job Description', () => {
  test('is a job template as the specification has it, whose chunks take about as long as they should', async () => {
    const { template } = await templateOf([EVERY], ['mo cap/a.bvh', 'mo cap/b.bvh', 'mo cap/c.bvh'], '--chunk-seconds', '1');
    jobTemplateSchema.parse(template);
    expect(template.name).toBe('Limber night __one__');
    const { range, chunks } = template.steps[0]!.parameterSpace!.taskParameterDefinitions[0]!;
    expect(range).toBe('1-6');
    expect(chunks.targetRuntimeSeconds).toBe(1);
    expect(chunks.defaultTaskCount).toBeGreaterThan(1);
    expect(chunks.defaultTaskCount).toBeLessThan(6);
  });

  test('does with its own command lines what a batch by itself does @all', { timeout: 240_000 }, async () => {
    const motions = ['mo cap/a.bvh', 'mo cap/b.bvh'];
    const { folder, path, template } = await templateOf([EVERY], motions);
    const command = join(folder, 'limber command');
    await writeFile(command, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
    await chmod(command, 0o755);
    const values = new Map([
      ['Param.Folder', folder],
      ['Param.Manifest', 'night {{one}}.json'],
      ['Param.Limber', command],
    ]);
    const run = ({ script }: JobTemplate['steps'][number], chunk: string) => {
      const filled = (text: string) =>
        text.replaceAll(/\{\{\s*([\w.]+)\s*\}\}/g, (_, name: string) =>
          name === 'Task.Param.Tasks' ? chunk : values.get(name)!,
        );
      const { command: program, args = [] } = script.actions.onRun;
      return spawnSync(filled(program), args.map(filled), { encoding: 'utf8' });
    };
    const [tasks, report] = template.steps;
    const outputs = ['3-4', '1-2', '3-4'].map((chunk) => run(tasks!, chunk));
    expect(outputs.map(({ status, stderr }) => [status, stderr])).toEqual([
      [0, ''],
      [0, ''],
      [0, '2 of 2 tasks are done already\n'],
    ]);
    expect(outputs[0]!.stdout).toContain('openjd_progress: 50.0\nopenjd_status: 1 of 2, ');
    expect(run(report!, '').status).toBe(0);
    await rm(command);
    await rm(path);
    const alone = await smallBatch(motions);
    await limber('batch', await writeManifest(alone, [EVERY], 'night {{one}}.json'));
    const right = await filesIn(alone);
    const found = await filesIn(folder);
    expect([...found.keys()]).toEqual([...right.keys()]);
    expect(found).toEqual(right);
  });

  test('tells of failures in the report where an engine would repeat the chunk @all', async () => {
    const folder = await smallBatch([]);
    await writeFile(join(folder, 'broken.bvh'), 'HIERARCHY');
    const manifest = await writeManifest(folder, [{ ...EVERY, source: 'broken.bvh', character: 'hero.glb' }]);
    expect((await limber('batch', manifest, '--failures-in-report')).exitCode).toBe(0);
    const gathered = await limber('batch', manifest, '--gather');
    expect(gathered.exitCode).toBe(3);
    expect(gathered.printed).toContain('1 failed');
  });

  test.each([
    { extensions: [] },
    { extensions: ['OTHER'] },
    { name: '' },
    { parameterDefinitions: [{ name: 'Folder', type: 'PATH', default: '../x' }] },
    { parameterDefinitions: [{ name: 'Other', type: 'STRING' }] },
    { surprise: 1 },
  ])('the schema that it is checked by refuses a template with %j', async (change) => {
    const { template } = await templateOf([EVERY], ['mo cap/a.bvh']);
    expect(jobTemplateSchema.safeParse(template).success).toBe(true);
    expect(jobTemplateSchema.safeParse({ ...template, ...change }).success).toBe(false);
  });

  test('needs a manifest, and no parts of it', async () => {
    const folder = await smallBatch(['mo cap/a.bvh']);
    const manifest = await writeManifest(folder, [EVERY]);
    expect((await limber('batch', manifest, '--on', 'openjd', '--shard', '1/2')).noted).toContain(
      'the engine takes the batch apart',
    );
    expect((await limber('batch', manifest, '--on', 'openjd', '--folder', folder)).noted).toContain(
      '--folder has no meaning with --on',
    );
    const source = join(folder, 'mo cap', 'a.bvh');
    const glob = ['batch', source, '--command', 'lint', '--option', 'preset=free', '--on', 'openjd'] as const;
    expect((await limber(...glob)).noted).toContain('--on needs a manifest');
    expect((await limber('batch', manifest, '--on', 'other')).exitCode).toBe(2);
  });
});
