import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WORD_NAMES } from '../../../../electron/cli/vocabulary/vocabulary.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { filesIn, writeMotions } from '../batch/small-batch.ts';
import { emptyFolder, limber } from '../fake-terminal.ts';

const HERO = `
  export default async function (limber, folder) {
    const at = (path) => folder + '/' + path;
    await limber.createProject({ character: at('hero.glb'), folder: at('Hero') });
    const { reached } = await limber.poseByGoals({ goals: { leftHand: [0.4, 1.3, 0.3], rightIndexDistal: [-0.4, 1.2, 0.3] } });
    await limber.setKey({ frame: 0 });
    await limber.mirrorPose();
    await limber.setKey({ frame: 12 });
    await limber.savePose({ name: 'Ärmel' });
    await limber.retarget({ source: at('arm.bvh'), name: 'Arm' });
    await limber.exportClip({ path: at('both.glb'), all: true });
    await limber.exportPose({ path: at('pose.vrma') });
    const { undo } = await limber.describeProject();
    return { reached, undo };
  }`;

async function stage(script: string): Promise<{ folder: string; path: string }> {
  const folder = await emptyFolder();
  await writeMotions([join(folder, 'arm.bvh')]);
  await cp(MANNEQUIN, join(folder, 'hero.glb'));
  const path = join(folder, 'schön & gut.js');
  await writeFile(path, script);
  return { folder, path };
}

test('the same script gives the same bytes: of projects, exports and the steps that can be undone', async () => {
  const files = [];
  for (let run = 0; run < 2; run++) {
    const { folder, path } = await stage(HERO);
    const ran = await limber('run', path, folder);
    expect(ran).toMatchObject({ exitCode: 0, noted: '' });
    expect(JSON.parse(ran.printed)).toEqual({
      reached: true,
      undo: [
        'Retarget “Arm”',
        'Save pose “Ärmel”',
        'Set key at frame 12',
        'Flip pose',
        'Set key at frame 0',
        'Pose leftHand, rightIndexDistal',
      ],
    });
    files.push(await filesIn(folder));
  }
  expect([...files[0]!.keys()]).toContain('Hero/poses/pose-armel.json');
  expect([...files[0]!.keys()]).toContain('both.glb');
  expect(files[0]).toEqual(files[1]);
}, 20_000);

test('a script that fails saves nothing, and is told where', async () => {
  const { folder, path } = await stage(`
    export default async function (limber, folder) {
      await limber.createProject({ character: folder + '/hero.glb', folder: folder + '/Hero' });
      await limber.setKey({ frame: 3 });
      await limber.applyPose({ pose: 'nowhere' });
    }`);
  expect(await limber('run', path, folder)).toMatchObject({
    exitCode: 2,
    noted: 'limber: schön & gut.js, line 5: the library holds no poses',
  });
  expect(await readFile(join(folder, 'Hero', 'clips', 'clip-1.json'), 'utf8')).toContain('"tracks": []');
});

test('a script may be kept from writing, and what cannot be run is refused', async () => {
  const { folder, path } = await stage(HERO);
  const before = await filesIn(folder);
  expect((await limber('run', path, folder, '--read-only')).noted).toContain('nothing may be written here');
  expect(await filesIn(folder)).toEqual(before);
  await writeFile(path.replace('.js', ' 2.js'), 'export const x = 1;');
  expect((await limber('run', path.replace('.js', ' 2.js'))).noted).toContain('has no default function');
  await writeFile(path.replace('.js', ' 3.js'), 'export default async (limber) => limber.setKey({ fraem: 2 });');
  expect((await limber('run', path.replace('.js', ' 3.js'))).noted).toMatch(/line 1: setKey: /);
  expect(await limber('run', join(folder, 'none.js'))).toMatchObject({ exitCode: 2 });
  expect((await limber('run')).noted).toBe('limber: expected a script, or --types');
});

test('the types name every word, and the docs tell of each', async () => {
  const types = join(await emptyFolder(), 'limber.d.ts');
  expect((await limber('run', '--types', types)).exitCode).toBe(0);
  const text = await readFile(types, 'utf8');
  const docs = await readFile(join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'scripts.md'), 'utf8');
  for (const name of WORD_NAMES) {
    expect(text).toMatch(new RegExp(`  ${name}\\(given\\??: `));
    expect(docs).toContain(`\`${name}\``);
  }
});
