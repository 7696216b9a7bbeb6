import { angleBetween, slerp, type Quat } from '../../core/math/quat.ts';
import { keyTwoPoses } from './key-two-poses.ts';
import { expect, test } from './studio.ts';

function rotation(pose: readonly number[], joint: number): Quat {
  return pose.slice(3 + 4 * joint, 7 + 4 * joint) as unknown as Quat;
}

function expectBetween(pose: readonly number[], first: readonly number[], second: readonly number[], share: number): void {
  for (let joint = 0; joint < (pose.length - 3) / 4; joint++) {
    const expected = slerp(rotation(first, joint), rotation(second, joint), share);
    expect(angleBetween(rotation(pose, joint), expected)).toBeLessThan(1e-6);
  }
  for (let k = 0; k < 3; k++) expect(pose[k]).toBeCloseTo(first[k]! + (second[k]! - first[k]!) * share, 9);
}

test('keys two poses a second apart, plays them on an injected clock and scrubs', async ({ studio }) => {
  const { first, second } = await keyTwoPoses(studio);
  await studio.run('key.first');
  await studio.page.evaluate(() => window.limber!.clock.hold());
  await studio.run('key.play');
  let elapsed = 0;
  for (const [step, share] of [
    [0.25, 0.25],
    [0.25, 0.5],
    [0.5, 1],
  ] as const) {
    await studio.page.evaluate((seconds) => window.limber!.clock.advance(seconds), step);
    elapsed += step;
    const { pose, time } = await studio.shown();
    expect(time).toBeCloseTo(elapsed, 6);
    expectBetween(pose, first, second, share);
  }
  await studio.run('key.play');
  await studio.page.evaluate(() => window.limber!.clock.release());

  const frame = studio.page.getByRole('textbox', { name: 'Frame' });
  await frame.fill('10');
  await frame.press('Enter');
  expectBetween((await studio.shown()).pose, first, second, 1 / 3);
});
