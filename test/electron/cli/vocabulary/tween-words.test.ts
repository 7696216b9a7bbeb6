import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { emptyFolder, limber } from '../fake-terminal.ts';

type Place = readonly [number, number, number];

test('a script keys breakdowns, pushes what is between keys, and relaxes what no pin needs', async () => {
  const folder = await emptyFolder();
  await cp(MANNEQUIN, join(folder, 'hero.glb'));
  const path = join(folder, 'tween.js');
  await writeFile(
    path,
    `export default async (limber, folder) => {
    const told = (asked) => asked.catch(({ message }) => message);
    const elbow = async () => (await limber.describePose()).handles.leftElbow;
    await limber.createProject({ character: folder + '/hero.glb', folder: folder + '/Hero' });
    const none = await told(limber.breakdown({ frame: 12 }));
    await limber.changeClip({ between: 'linear' });
    await limber.setKey({ frame: 0 });
    const first = await elbow();
    await limber.poseByGoals({ goals: { leftHand: [0.3, 1.6, 0.3] } });
    await limber.setKey({ frame: 24 });
    const last = await elbow();
    const { clip, step } = await limber.breakdown({ frame: 12, share: 0.25 });
    const quarter = await elbow();
    await limber.poseFromClip({ frame: 6 });
    const eighth = await elbow();
    const undone = await limber.undo();
    await limber.poseFromClip({ frame: 6 });
    const plain = await elbow();
    const pushed = await limber.pushPose({ frame: 12, amount: -1 });
    const between = await elbow();
    await limber.poseFromClip({ frame: 6 });
    const ahead = await elbow();
    const legs = await limber.breakdown({ frame: 6, share: 1, bones: ['leftUpperLeg'] });
    const untouched = await elbow();
    await limber.poseFromClip({ frame: 24 });
    await limber.relaxPose({ share: 1 });
    const kept = await elbow();
    await limber.undo();
    await limber.deleteKeys({ frame: 0, to: 24 });
    await limber.poseByGoals({ goals: { leftHand: [0.3, 1.6, 0.3] } });
    await limber.relaxPose({ share: 1 });
    const rested = await elbow();
    return { none, keys: clip.keys, step, first, last, quarter, eighth, plain, pushed: pushed.step, between, legs: legs.step, ahead, untouched, kept, rested };
  }`,
  );
  const ran = await limber('run', path, folder);
  expect(ran).toMatchObject({ exitCode: 0, noted: '' });
  const told = JSON.parse(ran.printed);
  expect(told.none).toBe('frame 12 of clip "Clip 1" has no keys on both sides');
  expect([told.step, told.pushed, told.legs]).toEqual([
    'Breakdown 25 % at frame 12',
    'Relax 100 % at frame 12',
    'Breakdown 100 % at frame 6',
  ]);
  const away = (a: Place, b: Place): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  const way = away(told.first, told.last);
  expect(way).toBeGreaterThan(0.1);
  // The elbow goes on an arc, so that shares of its turn are nearly those of its way.
  expect(away(told.first, told.quarter) / way).toBeCloseTo(0.25, 1);
  expect(away(told.first, told.eighth) / way).toBeCloseTo(0.125, 1);
  expect(away(told.first, told.plain) / way).toBeCloseTo(0.25, 1);
  expect(away(told.first, told.between) / way).toBeCloseTo(0.5, 1);
  expect(away(told.untouched, told.ahead)).toBeLessThan(1e-3);
  expect(away(told.kept, told.last)).toBeLessThan(1e-3);
  expect(away(told.rested, told.first)).toBeLessThan(1e-3);
});
