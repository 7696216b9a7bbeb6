import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sharedData } from '../../helpers/shared-data.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { rescaleGlb } from '../../../core/formats/gltf/rescale.ts';
import { drawStickFigure } from '../../../core/formats/gltf/stick-figure.ts';
import { armedMannequin, inRightHand } from '../../helpers/armed-mannequin.ts';
import { dog } from '../../helpers/dog.ts';
import { sceneOf } from '../../helpers/figure.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { glbOf } from '../../core/formats/build-glb.ts';
import { emptyFolder, limber } from './fake-terminal.ts';

describe('limber inspect', () => {
  test.each([
    ['rigs/unreal-names-male.glb', 'lowerarm_l', 1.83, '+Z'],
    ['rigs/kaykit-knight.glb', 'lowerarm.l', null, '+Z'],
    ['rigs/robot-expressive.glb', 'LowerArm.L', null, '+Z'],
    ['vrm/godette-vrm0.vrm', 'lowerarm.l_Armature', 1.5, '-Z'],
    ['vrm/debug-robot-vrm1.vrm', 'lower_arm.L', null, '+Z'],
    ['vrm/three-vrm-test.vrma', 'leftLowerArm', null, '+Z'],
    ['bvh/cmu-12_01-walk.bvh', 'LeftForeArm', null, '+Z'],
    ['bvh/fair1-wave-hello.bvh', 'LeftForeArm', null, '+Z'],
  ] as const)('says what is in %s', async (name, elbow, height, facing) => {
    const path = sharedData(name);
    if (!path) return console.log(`skipped: ${name} is not there`);
    const json = await limber('inspect', path, '--json');
    expect(json.exitCode).toBe(0);
    const summary = JSON.parse(json.printed);
    const match = summary.humanoid.find((entry: { bone: string }) => entry.bone === 'leftLowerArm');
    expect(match.joint).toBe(elbow);
    expect(match.limit).toMatchObject({ kind: 'hinge', min: expect.any(Number), max: expect.any(Number) });
    expect(summary.facing).toBe(facing);
    if (height) expect(Math.abs(summary.height - height)).toBeLessThan(0.12);
    const text = await limber('inspect', path);
    expect(text.exitCode).toBe(0);
    expect(text.printed).toMatch(new RegExp(`leftLowerArm +${elbow.replace('.', '\\.')} .*hinge`));
  });

  test('refuses files that hold no skeleton, in one sentence and with exit code 2', async () => {
    const folder = await emptyFolder();
    const box = join(folder, 'box.glb');
    await writeFile(box, glbOf({ asset: { version: '2.0' }, nodes: [{ name: 'box' }] }));
    const refused = await limber('inspect', box);
    expect(refused).toEqual({
      exitCode: 2,
      printed: '',
      noted: expect.stringMatching(/^limber: "box\.glb" cannot be posed: no usable skeleton[^\n]*$/) as string,
    });
    expect((await limber('inspect', join(folder, 'nobody.glb'))).noted).toMatch(/^limber: .*nobody\.glb" does not exist$/);
    expect((await limber('inspect')).exitCode).toBe(2);
    expect((await limber('dance')).exitCode).toBe(2);
  });

  test('asks about a body that is no size for a person, and reads it in the unit that is named', async () => {
    const folder = await emptyFolder();
    const giant = join(folder, 'giant.glb');
    await writeFile(giant, rescaleGlb(readGltf(await readFile(MANNEQUIN)), 100));
    const asked = await limber('inspect', giant);
    expect(asked.printed).toMatch(/note: The body is 17\d m tall: does its file count in centimetres\?/);
    expect(asked.printed).toMatch(/note: with --unit cm the body is 1\.7\d m tall/);
    const { height, warnings } = JSON.parse((await limber('inspect', giant, '--unit', 'cm', '--json')).printed);
    expect(height).toBeCloseTo(1.75, 1);
    expect(warnings).toEqual([]);
    expect((await limber('inspect', giant, '--unit', 'miles')).noted).toMatch(/expected one of mm, cm, in, ft, m or metres/);
  });

  test('takes an animal by its plain bones where that is asked for', async () => {
    const folder = await emptyFolder();
    const path = join(folder, 'dog.glb');
    await writeFile(path, drawStickFigure('dog', sceneOf(dog(true)), null).bytes);
    expect((await limber('inspect', path)).noted).toMatch(/"dog\.glb" cannot be posed: .*stands on four legs/);
    const { printed } = await limber('inspect', path, '--plain-bones', '--json');
    expect(JSON.parse(printed).humanoid).toEqual([expect.objectContaining({ bone: 'hips', joint: 'Hips' })]);
    const out = join(folder, 'sits.glb');
    const solved = await limber(
      'solve',
      path,
      '--plain-bones',
      '--goal',
      'LeftHand=0.12,0.3,0.35',
      '--pin',
      'RightHand',
      '--out',
      out,
      '--json',
    );
    expect(solved.exitCode).toBe(0);
    expect(JSON.parse(solved.printed)).toMatchObject({ status: 'reached', pins: [{ name: 'RightHand', kept: true }] });
    expect((await limber('convert', path, '--out', join(folder, 'dog.bvh'))).exitCode).toBe(0);
  });

  test('lists what the file holds beside the body', async () => {
    const path = join(await emptyFolder(), 'armed.glb');
    await writeFile(path, armedMannequin(inRightHand));
    const { props } = JSON.parse((await limber('inspect', path, '--json')).printed);
    expect(props).toEqual([{ name: 'Blade of Joy', joint: 'rightHand', bone: 'rightHand' }]);
    expect((await limber('inspect', path)).printed).toContain('props in the file: Blade of Joy (on rightHand)');
  });

  test('explains itself with examples', async () => {
    const help = await limber('inspect', '--help');
    expect(help.exitCode).toBe(0);
    expect(help.printed).toContain('limber inspect hero.glb');
    expect((await limber('--help')).printed).toContain('solve');
    expect((await limber('--version')).printed).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
