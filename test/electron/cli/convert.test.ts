import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { sharedData } from '../../helpers/shared-data.ts';
import { validatorIssues } from '../../core/formats/oracles.ts';
import { jsonBytes, openPoseFrame, pointsOf, steppingMannequin } from '../../helpers/capture-files.ts';
import { emptyFolder, limber, limberUntil } from './fake-terminal.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { few } from '../../helpers/extent.ts';

describe('limber convert', () => {
  const walk = sharedData('bvh/cmu-12_01-walk.bvh');
  const knight = sharedData('rigs/kaykit-knight.glb');

  test.skipIf(!knight).each(few(['usda', 'usdz'], 1))('writes a clip with its character as .%s', async (format) => {
    const out = join(await emptyFolder(), `run.${format}`);
    const ran = await limber('convert', knight!, '--clip', 'Running_A', '--out', out, '--json');
    expect(ran).toMatchObject({ exitCode: 0, noted: '' });
    const summary = JSON.parse(ran.printed);
    expect(summary.clip).toBe('Running_A');
    expect(summary.reread.millimetres).toBeLessThan(0.1);
    expect(summary.reread.degrees).toBeLessThan(0.05);
    expect(summary.warnings.join().includes('holds no pictures')).toBe(format === 'usda');
  });

  test.skipIf(!walk).each(['vrma', 'json', 'bvh'])('writes a walk as .%s and says how near a re-read comes', async (format) => {
    const out = join(await emptyFolder(), `walk.${format}`);
    const ran = await limber('convert', walk!, '--out', out, '--json');
    expect(ran.noted).toBe('');
    expect(ran.exitCode).toBe(0);
    const summary = JSON.parse(ran.printed);
    // The recording turns joints between humanoid bones (a second neck), which VRM Animation cannot hold.
    expect(summary.reread.millimetres).toBeLessThan(format === 'vrma' ? 50 : 0.1);
    expect(summary.notes.join()).not.toContain('stretch');
    expect(summary.warnings.join().includes('differs from what was shown')).toBe(format === 'vrma');
    expect(summary.reread.degrees).toBeLessThan(0.05);
    expect(summary.seconds).toBeCloseTo(522 / 120, 2);
    expect(summary.notes.join()).toContain('calibration');
    const bytes = new Uint8Array(await readFile(out));
    if (format === 'vrma') expect(await validatorIssues(bytes)).toEqual([]);
    if (format === 'json') expect(new TextDecoder().decode(bytes)).toContain('"bone":"leftLowerArm"');
  });

  test.skipIf(!knight)('writes the clip that is named, and says which there are', async () => {
    const folder = await emptyFolder();
    const run = (...more: string[]) => limber('convert', knight!, '--out', join(folder, 'walk.bvh'), ...more);
    const ran = await run('--clip', 'Walking_A', '--fps', '60');
    expect(ran.exitCode).toBe(0);
    expect(ran.printed).toContain('clip "Walking_A"');
    expect(ran.printed).toMatch(/note: bones of "Walking_A" stretch, which a clip does not hold: joints are up to \d+ mm off/);
    expect(await readFile(join(folder, 'walk.bvh'), 'utf8')).toContain('Frame Time: 0.016666667');
    const refused = await run('--clip', 'Moonwalk');
    expect(refused.exitCode).toBe(2);
    expect(refused.noted).toContain('holds no clip "Moonwalk", but "1H_Melee_Attack_Chop"');
  });

  test.skipIf(!knight)('takes a whole file over into another container @all', async () => {
    const folder = await emptyFolder();
    expect((await limber('convert', knight!, '--out', join(folder, 'a.gltf'))).exitCode).toBe(0);
    expect((await limber('convert', join(folder, 'a.gltf'), '--out', join(folder, 'b.glb'))).exitCode).toBe(0);
    const [before, after] = await Promise.all([readFile(knight!), readFile(join(folder, 'b.glb'))]);
    const [a, b] = [readGltf(before), readGltf(after)];
    expect(b.document.animations).toEqual(a.document.animations);
    expect(Buffer.compare(b.buffers[0]!.subarray(0, 1000), a.buffers[0]!.subarray(0, 1000))).toBe(0);
    expect((await limber('convert', knight!, '--out', join(folder, 'c.glb'), '--clip', 'Idle')).exitCode).toBe(2);
  });

  test('writes a folder of keypoints, a file a frame, as one clip, and refuses a folder without any', async () => {
    const folder = await emptyFolder();
    const { rig, poses } = steppingMannequin(10);
    for (const [i, pose] of poses.entries()) {
      const frame = openPoseFrame(pointsOf(rig, pose), false);
      await writeFile(join(folder, `film_${String(i).padStart(12, '0')}_keypoints.json`), jsonBytes(frame));
    }
    const out = join(await emptyFolder(), 'film.bvh');
    const ran = await limber('convert', folder, '--out', out);
    expect(ran.exitCode).toBe(0);
    expect(ran.printed).toContain('note: spatial landmarks of OpenPose, 10 frames');
    expect(await readFile(out, 'utf8')).toContain('Frames: 10');
    const refused = await limber('convert', await emptyFolder(), '--out', out);
    expect(refused.exitCode).toBe(2);
    expect(refused.noted).toMatch(/expected a folder with 1 to \d+ frames of landmarks, but .* has 0 \.json files/);
  });

  test.skipIf(!walk)('takes what the user knows better about a BVH file', async () => {
    const out = join(await emptyFolder(), 'walk.json');
    const ran = await limber('convert', walk!, '--bvh-unit', '0.1', '--bvh-first-frame', 'keep', '--out', out, '--json');
    expect(JSON.parse(ran.printed).seconds).toBeCloseTo(523 / 120, 2);
    const rested = await limber('inspect', walk!, '--bvh-rest', '100', '--json');
    expect(JSON.parse(rested.printed).notes.join()).toContain('rests as it stands in frame 100');
    const outside = await limber('inspect', walk!, '--bvh-rest', '9000');
    expect(outside).toMatchObject({ exitCode: 2, noted: expect.stringContaining('frame 9000 cannot be its rest pose') });
    expect((await limber('convert', walk!, '--bvh-up', 'w', '--out', out)).exitCode).toBe(2);
    expect((await limber('convert', walk!, '--bvh-unit', '-1', '--out', out)).exitCode).toBe(2);
  });

  test.skipIf(!walk)('stops when it is cancelled and leaves no file', async () => {
    const folder = await emptyFolder();
    const ran = await limberUntil(AbortSignal.abort(), 'convert', walk!, '--out', join(folder, 'walk.vrma'));
    expect(ran.exitCode).toBe(130);
    expect(ran.noted).toContain('cancelled');
    expect(await readdir(folder)).toEqual([]);
  });

  test('says KHR_character of a character where that is asked for, and a motion file cannot hold it', async () => {
    const folder = await emptyFolder();
    const out = join(folder, 'hero.glb');
    expect(await limber('convert', MANNEQUIN, '--khr-character', '--out', out)).toMatchObject({ exitCode: 0, noted: '' });
    const { document } = readGltf(new Uint8Array(await readFile(out)));
    expect(Object.keys(document.extensions!)).toEqual(['KHR_character', 'KHR_character_skeleton_mapping']);
    const refused = await limber('convert', MANNEQUIN, '--khr-character', '--out', join(folder, 'hero.bvh'));
    expect(refused).toMatchObject({ exitCode: 2, printed: '' });
    expect(refused.noted).toContain('.glb, .gltf and .vrm files hold it, .bvh does not');
  });

  test('refuses what is no motion file with exit code 2', async () => {
    const folder = await emptyFolder();
    await writeFile(join(folder, 'notes.txt'), 'hello');
    const ran = await limber('convert', join(folder, 'notes.txt'), '--out', join(folder, 'x.bvh'));
    expect(ran).toMatchObject({ exitCode: 2, printed: '' });
    expect(ran.noted.split('\n')).toHaveLength(1);
  });
});
