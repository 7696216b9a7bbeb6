import { spawn } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAnimations } from '../../../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { WORD_NAMES } from '../../../../electron/cli/vocabulary/vocabulary.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { sharedData } from '../../../helpers/shared-data.ts';
import { filesIn, writeMotions } from '../batch/small-batch.ts';
import { emptyFolder, limber } from '../fake-terminal.ts';
import { few } from '../../../helpers/extent.ts';

const ENTRY = join(import.meta.dirname, '..', '..', '..', '..', 'electron', 'cli', 'limber.ts');

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

test('the same script gives the same bytes: of projects, exports and the steps that can be undone @all', async () => {
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
});

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

const godette = sharedData('vrm/godette-vrm0.vrm');

test.skipIf(!godette)(
  'a script sets and keys a face, and bakes spring bones into the file @all',
  async () => {
    const { folder, path } = await stage(`
    export default async function (limber, folder) {
      const { character } = await limber.createProject({ character: folder + '/hero.vrm', folder: folder + '/Hero' });
      await limber.setKey({ frame: 0 });
      await limber.poseByGoals({ goals: { head: [0.1, 1.1, -0.2] } });
      const { step } = await limber.setExpressions({ weights: { happy: 0.6, blink: 0 } });
      await limber.setKey({ frame: 10 });
      const { expressions } = await limber.describePose();
      await limber.exportClip({ path: folder + '/plain.vrm' });
      const { reread } = await limber.exportClip({ path: folder + '/swinging.vrm', springs: true });
      return { names: character.expressions, step, expressions, reread };
    }`);
    await cp(godette!, join(folder, 'hero.vrm'));
    const ran = await limber('run', path, folder);
    expect(ran).toMatchObject({ exitCode: 0, noted: '' });
    const { names, step, expressions, reread } = JSON.parse(ran.printed);
    expect(names).toContain('happy');
    expect([step, expressions]).toEqual(['Set happy, blink', { happy: 0.6 }]);
    expect(reread.degrees).toBeLessThan(0.1);
    const tracks = async (file: string) => {
      const asset = readGltf(new Uint8Array(await readFile(join(folder, file))));
      const { nodes = [] } = asset.document;
      return new Set(readAnimations(asset).animations[0]!.channels.map(({ node }) => nodes[node]!.name));
    };
    const [plain, swinging] = [await tracks('plain.vrm'), await tracks('swinging.vrm')];
    expect(plain).not.toContain('FrontHair_L');
    expect(swinging).toContain('FrontHair_L');
    // The command line bakes the same bytes.
    const baked = await limber('bake', join(folder, 'Hero'), '--springs', '--out', join(folder, 'baked.vrm'), '--json');
    expect(baked).toMatchObject({ exitCode: 0, noted: '' });
    expect(await readFile(join(folder, 'baked.vrm'))).toEqual(await readFile(join(folder, 'swinging.vrm')));
  },
  30_000,
);

test.each(
  few(
    [
      ['setExpressions({ weights: { happy: 1 } })', 'setExpressions: this character has no expressions: its file states none'],
      ['setExpressions({ weights: {} })', 'setExpressions: expected at least one expression'],
      [
        "exportClip({ path: 'a.glb', springs: true })",
        'exportClip: the character has no spring bones: only VRM files state some',
      ],
    ],
    2,
  ),
)('%s of a plain figure is refused', async (call, sentence) => {
  const { folder, path } = await stage(`
    export default async function (limber, folder) {
      await limber.createProject({ character: folder + '/hero.glb', folder: folder + '/Hero' });
      await limber.setKey({ frame: 3 });
      await limber.${call};
    }`);
  const { exitCode, noted } = await limber('run', path, folder);
  expect(exitCode).toBe(2);
  expect(noted).toContain(sentence.replace(/^\w+: (?=this|the)/, ''));
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
  expect(text).toContain('step: string | null;');
  const docs = await readFile(join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'scripts.md'), 'utf8');
  for (const name of WORD_NAMES) {
    expect(text).toMatch(new RegExp(`  ${name}\\(given\\??: `));
    expect(docs).toContain(`\`${name}\``);
  }
});

test('what lies between two keys is filled with few of them, and a gap that is none is refused @all', async () => {
  const { folder, path } = await stage(`
  export default async function (limber, folder) {
    const at = (path) => folder + '/' + path;
    await limber.createProject({ character: at('hero.glb'), folder: at('Hero') });
    for (const [frame, x, y] of [[0, -0.3, 1], [5, -0.35, 1.1], [35, -0.5, 1.6], [40, -0.5, 1.55]]) {
      await limber.poseByGoals({ goals: { rightHand: [x, y, 0.3] } });
      await limber.setKey({ frame });
    }
    const { clip } = await limber.inbetween({ from: 5, to: 35 });
    return clip.keys;
  }`);
  const ran = await limber('run', path, folder);
  expect(ran).toMatchObject({ exitCode: 0, noted: '' });
  const frames = JSON.parse(ran.printed) as readonly number[];
  expect(frames).toEqual(expect.arrayContaining([0, 5, 35, 40]));
  const between = frames.filter((frame) => frame > 5 && frame < 35);
  expect(between.length).toBeGreaterThan(0);
  expect(between.length).toBeLessThanOrEqual(4);
  const gap = join(folder, 'gap.js');
  await writeFile(
    gap,
    `export default async (limber, folder) => {
    await limber.createProject({ character: folder + '/hero.glb', folder: folder + '/Gap' });
    await limber.inbetween({ from: 5, to: 6 });
  }`,
  );
  expect((await limber('run', gap, folder)).noted).toContain('to one at least 2 later, got 5 to 6');
});

test('an in-between of two bones gives keys to their joints alone, and one of a bone that is not there is refused', async () => {
  const { folder, path } = await stage(`
  export default async function (limber, folder) {
    await limber.createProject({ character: folder + '/hero.glb', folder: folder + '/Hero' });
    for (const [frame, x, y] of [[0, -0.3, 1], [5, -0.35, 1.1], [35, -0.5, 1.6], [40, -0.5, 1.55]]) {
      await limber.poseByGoals({ goals: { rightHand: [x, y, 0.3] } });
      await limber.setKey({ frame });
    }
    await limber.inbetween({ from: 5, to: 35, bones: ['rightUpperArm', 'rightLowerArm'] });
    return limber.inbetween({ from: 5, to: 35, bones: ['jaw'] }).catch(({ message }) => message);
  }`);
  expect(await limber('run', path, folder)).toMatchObject({ exitCode: 0, noted: '', printed: 'the character has no jaw' });
  const { tracks } = JSON.parse(await readFile(join(folder, 'Hero', 'clips', 'clip-1.json'), 'utf8')) as {
    tracks: { joint: string; keys: { time: number }[] }[];
  };
  const filled = tracks.filter(({ keys }) => keys.some(({ time }) => time > 0.2 && time < 1.1));
  expect(filled.map(({ joint }) => joint)).toEqual(['rightUpperArm', 'rightLowerArm']);
});

test('a script that catches what a word throws goes on and is saved; what it does not listen to still ends it', async () => {
  const script = (after: string) => `
    export default async function (limber, folder) {
      await limber.createProject({ character: folder + '/hero.glb', folder: folder + '/Hero' });
      await limber.setKey({ frame: 3 });
      ${after}
      await limber.setKey({ frame: 6 });
      return 'went on';
    }`;
  const wrong = `limber.applyPose({ pose: 'nowhere' })`;
  for (const caught of [
    `try { await ${wrong}; } catch {}`,
    `await ${wrong}.catch(() => {});`,
    `await Promise.allSettled([${wrong}]);`,
  ]) {
    const { folder, path } = await stage(script(caught));
    expect(await limber('run', path, folder), caught).toMatchObject({ exitCode: 0, printed: 'went on' });
  }
  const { folder, path } = await stage(script(`${wrong};`));
  const ran = await limber('run', path, folder);
  expect(ran.exitCode).toBe(2);
  expect(ran.noted).toContain(', line 5: the library holds no poses');
});

test('a function of the script that it does not wait for ends it, when a word fails there, and nothing is saved @all', async () => {
  const { folder, path } = await stage(`
    export default async function (limber, folder) {
      await limber.createProject({ character: folder + '/hero.glb', folder: folder + '/Hero' });
      const go = async () => {
        await limber.setKey({ frame: 3 });
        await limber.applyPose({ pose: 'nowhere' });
      };
      go();
    }`);
  // In a process of its own: the runner of tests counts what nobody listens to as its own failure.
  const child = spawn(process.execPath, [ENTRY, 'run', path, folder]);
  let noted = '';
  child.stderr.on('data', (data: Buffer) => (noted += data.toString()));
  expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(2);
  expect(noted).toContain('schön & gut.js, line 6: the library holds no poses');
  const { tracks } = JSON.parse(await readFile(join(folder, 'Hero', 'clips', 'clip-1.json'), 'utf8'));
  expect(tracks).toEqual([]);
});
