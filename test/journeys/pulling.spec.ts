import { expect, test, type StudioDriver } from './studio.ts';

/** Kept where a folder is named: pictures of what the journeys do, to look at. */
const PICTURES = process.env['LIMBER_PICTURES'];

async function picture({ page }: StudioDriver, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  await page.mouse.move(5, 400);
  await page.screenshot({ path: `${PICTURES}/${name}.png` });
}

/** The humanoid bones that stand otherwise than at rest, by more than what is seen. */
async function turned(studio: StudioDriver): Promise<string[]> {
  const { humanoid } = await studio.rig();
  const { pose } = await studio.shown();
  return Object.entries(humanoid)
    .filter(([, joint]) => Math.abs(pose[6 + 4 * joint]!) < 1 - 1e-9)
    .map(([bone]) => bone);
}

test('says who follows a hand: by the toolbar, and by a key in the middle of the drag', async ({ studio }) => {
  const { page } = studio;
  await studio.look('front');
  await page.getByRole('button', { name: 'Limb only follows' }).click();
  await studio.pull('leftHand', { x: -150, y: 130 }, { release: false });
  const body = /^(spine|chest|upperChest|hips|leftUpperLeg)$/;
  expect((await turned(studio)).filter((bone) => body.test(bone))).toEqual([]);
  await expect(page.locator('.status-solve')).toContainText('missed');
  await page.keyboard.press('q');
  await expect(page.getByRole('button', { name: 'Upper body follows' })).toHaveAttribute('aria-pressed', 'true');
  const upper = await turned(studio);
  expect(upper).toContain('spine');
  expect(upper.filter((bone) => /hips|Leg|Foot/.test(bone))).toEqual([]);
  await page.keyboard.press('q');
  expect(await turned(studio)).toContain('leftUpperLeg');
  await page.mouse.up();
  await expect(page.getByRole('button', { name: 'Whole body follows' })).toHaveAttribute('aria-pressed', 'true');
  expect((await studio.shown()).past).toBe(1);
  await picture(studio, 'followers');
});

test('relaxes what neither a pin nor the selected hand needs, by its key and its button, and takes it back', async ({
  studio,
}) => {
  const { page } = studio;
  await studio.look('front');
  await studio.pull('rightHand', { x: 30, y: -120 });
  await studio.pull('hips', { x: 20, y: 40 });
  await studio.pull('leftHand', { x: -60, y: 60 });
  const before = await studio.shown();
  const hand = await studio.drawn('leftHand');
  const foot = await studio.drawn('leftFoot');
  await picture(studio, 'relax-before');
  await page.keyboard.press('Shift+R');
  const after = await studio.shown();
  expect(after.lastLabel).toBe('Relax');
  await picture(studio, 'relax-after');
  const { humanoid } = await studio.rig();
  // The other arm hangs as at rest again.
  expect(Math.abs(after.pose[6 + 4 * humanoid.rightUpperArm!]!)).toBeGreaterThan(1 - 1e-6);
  expect(Math.abs(before.pose[6 + 4 * humanoid.rightUpperArm!]!)).toBeLessThan(0.999);
  for (const [was, name] of [
    [hand, 'leftHand'],
    [foot, 'leftFoot'],
  ] as const)
    expect(Math.hypot(...(await studio.drawn(name)).map((value, i) => value - was[i]!))).toBeLessThan(1e-3);
  await page.keyboard.press('Control+z');
  expect((await studio.shown()).pose).toEqual(before.pose);
  await page.getByRole('button', { name: 'Relax half of the way' }).click();
  const half = await studio.shown();
  expect(half.pose).not.toEqual(before.pose);
  expect(half.pose).not.toEqual(after.pose);
});
