import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { angleBetween, slerp, type Quat } from '../../core/math/quat.ts';
import { keyTwoPoses } from './key-two-poses.ts';
import { lerp } from '../../core/math/vec3.ts';
import { playInThree } from '../core/formats/oracles.ts';
import { apart, expect, test } from './studio.ts';

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
  await studio.run('key.between.linear');
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

test('keeps pinned feet in their places between keys, on screen and in the exported file alike @all', async ({ studio }) => {
  const { page, folder } = studio;
  await studio.run('key.set');
  const frame = page.getByRole('textbox', { name: 'Frame', exact: true });
  await frame.fill('30');
  await frame.press('Enter');
  await studio.pull('hips', { x: 0, y: 9 });
  await studio.run('key.set');
  const rig = await studio.rig();
  const node = rig.binding.nodes[rig.humanoid.leftFoot!]!;
  const placeAt = async (at: number) => {
    await frame.fill(String(at));
    await frame.press('Enter');
    return studio.drawnNode(node);
  };
  const stray = async () => {
    const [first, last] = [await placeAt(0), await placeAt(30)];
    let most = 0;
    // The keys themselves may differ by a little: the foot stays on the straight way between them.
    for (const at of [5, 10, 15, 20, 25]) most = Math.max(most, apart(lerp(first, last, at / 30), await placeAt(at)));
    return most;
  };
  expect(await stray()).toBeGreaterThan(0.004);
  await page.getByRole('button', { name: 'Contacts', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Keep pins between keys' }).click();
  expect((await studio.project()).clips[0]!.keepsPins).toBe(true);
  expect(await stray()).toBeLessThan(0.001);

  await studio.run('file.exportClip');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'File' }).fill(join(folder, 'crouch.glb'));
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText('Written and read back.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const times = [0, 0.2, 0.5, 0.8, 1];
  const played = await playInThree(new Uint8Array(readFileSync(join(folder, 'crouch.glb'))), 0, times);
  for (const [i, time] of times.entries()) {
    await placeAt(Math.round(30 * time));
    for (const each of rig.binding.nodes) expect(apart(await studio.drawnNode(each), played[i]!.get(each)!)).toBeLessThan(1e-4);
  }
  await studio.run('edit.undo');
  expect(await stray()).toBeGreaterThan(0.004);
});

test('plays a range back and forth at half speed, set by mouse and by keyboard @all', async ({ studio }) => {
  const { page } = studio;
  await keyTwoPoses(studio);
  const ruler = page.getByRole('slider', { name: 'Playhead' });
  const box = (await ruler.boundingBox())!;
  const at = (frame: number) => box.x + box.width * ((0.03 + frame / 60) / 1.06);
  await page.keyboard.down('Shift');
  await page.mouse.move(at(10), box.y + 12);
  await page.mouse.down();
  await page.mouse.move(at(30), box.y + 12, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await expect(page.locator('.play-range')).toBeVisible();
  await page.getByRole('button', { name: 'Playback: 1×' }).click();
  await page.getByRole('menuitem', { name: 'Play at ½× speed' }).click();
  await page.getByRole('button', { name: 'Playback: ½×' }).click();
  await page.getByRole('menuitem', { name: 'Play back and forth' }).click();
  await page.evaluate(() => window.limber!.clock.hold());
  await page.keyboard.press('Space');
  const times: number[] = [];
  // The range of two thirds of a second lasts one and a third at half speed.
  for (const seconds of [0, 1, 1, 1]) {
    await page.evaluate((by) => window.limber!.clock.advance(by), seconds);
    times.push(Math.round(30 * (await studio.shown()).time));
  }
  expect(times).toEqual([10, 25, 20, 15]);
  await page.keyboard.press('Space');
  await page.evaluate(() => window.limber!.clock.release());

  await page.keyboard.press('[');
  await expect(page.locator('.play-range')).toBeVisible();
  await studio.run('play.all');
  await expect(page.locator('.play-range')).toHaveCount(0);
});

test('a clip is duplicated, turned round, cut and joined, by mouse and by the palette, and all of it is taken back @all', async ({
  studio,
}) => {
  const { page } = studio;
  const { first, second } = await keyTwoPoses(studio);
  await studio.run('key.between.linear');
  const choose = async (clip: string, name: string, inside?: string) => {
    await page.getByRole('button', { name: `Clip: ${clip}` }).click();
    if (inside) await page.getByRole('menuitem', { name: inside, exact: true }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  const { past: begun } = await studio.shown();
  await choose('Clip 1', 'Duplicate clip');
  await choose('Clip 1 copy', 'Reverse clip', 'Motion');
  // What was held from frame 30 to the end comes first now.
  await studio.run('key.first');
  expectBetween((await studio.shown()).pose, second, first, 0);
  const frame = page.getByRole('textbox', { name: 'Frame', exact: true });
  await frame.fill('45');
  await frame.press('Enter');
  expectBetween((await studio.shown()).pose, second, first, 0.5);

  // A moment gets a name, is dragged, gone to, and goes along with the cut.
  await page.keyboard.press('Alt+Shift+m');
  await page.keyboard.type('Jump');
  await page.keyboard.press('Enter');
  const marker = page.getByRole('slider', { name: 'Marker Jump' });
  await expect(marker).toHaveAttribute('aria-valuenow', '45');
  await marker.focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(frame).toHaveValue('50');
  const box = (await marker.boundingBox())!;
  const lanes = (await page.locator('.lanes').boundingBox())!;
  await page.mouse.move(box.x + 8, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 8 + (lanes.width * 2.5) / (1.06 * 60), box.y + 8, { steps: 3 });
  await page.mouse.up();
  const dragged = Number(await marker.getAttribute('aria-valuenow'));
  expect([52, 53]).toContain(dragged);
  await marker.dblclick();
  await expect(page.getByRole('textbox', { name: 'Name of the marker' })).toHaveValue('Jump');
  await page.keyboard.press('Escape');
  await frame.fill('45');
  await frame.press('Enter');

  await page.keyboard.press('[');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('trim clip');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Length' })).toHaveValue('15');
  await expect(marker).toHaveAttribute('aria-valuenow', String(dragged - 45));
  expectBetween((await studio.shown()).pose, second, first, 0.5);
  await studio.run('key.previousClip');
  await choose('Clip 1', 'Append Clip 1 copy', 'Length');
  await expect(page.getByRole('textbox', { name: 'Length' })).toHaveValue('76');
  const { past } = await studio.shown();
  for (let step = begun; step < past; step++) await page.keyboard.press('Control+z');
  expect((await studio.shown()).past).toBe(begun);
  expect((await studio.project()).clips.map(({ name, duration }) => [name, duration])).toEqual([['Clip 1', 2]]);
});
