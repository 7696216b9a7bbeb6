import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMp4 } from '../helpers/picture-files.ts';
import { playInThree } from '../core/formats/oracles.ts';
import { apart, expect, test } from './studio.ts';

test('a two-second walk is made from five poses of the starter library, closed to a loop, found clean, and exported as GLB and MP4', async ({
  studio,
}) => {
  test.setTimeout(240_000);
  const { page, folder } = studio;
  await page.getByRole('button', { name: 'Add the starter library' }).click();
  await expect(page.getByText(/poses of the starter library are in the library now/)).toBeVisible({ timeout: 120_000 });
  const frame = page.getByRole('textbox', { name: 'Frame', exact: true });
  const goTo = async (at: number) => {
    await frame.fill(String(at));
    await frame.press('Enter');
  };
  const poseAt = async (at: number) => {
    await goTo(at);
    return (await studio.shown()).pose.map((value) => Math.round(1e6 * value));
  };
  const key = async (at: number, pose: string, command: 'pose.apply' | 'pose.applyFlipped') => {
    await goTo(at);
    await page.getByRole('searchbox', { name: 'Search poses' }).fill(pose);
    await page.getByRole('row', { name: pose, exact: true }).locator('.pose-picture').click();
    await studio.run(command);
    await studio.run('key.set');
  };
  await key(0, 'Walk 1', 'pose.apply');
  await key(15, 'Walk 3', 'pose.apply');
  await key(30, 'Walk 1', 'pose.applyFlipped');
  await key(45, 'Walk 3', 'pose.applyFlipped');
  await key(60, 'Walk 2', 'pose.apply');
  await expect(page.getByRole('button', { name: /^Key of all joints at frame/ })).toHaveCount(5);
  const first = await poseAt(0);
  expect(await poseAt(60)).not.toEqual(first);
  await studio.run('clip.closeLoop');
  expect((await studio.shown()).lastLabel).toBe('Close the loop');
  expect(await poseAt(60)).toEqual(first);
  await studio.run('clip.check');
  await expect(page.getByRole('heading', { name: /issues?$/ })).toBeVisible();

  await studio.run('clip.travel');
  await studio.run('contact.find');
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Contacts slide by 0(\.\d)? mm a frame at most/ })).toBeVisible();
  const parts = await page
    .getByRole('group', { name: 'Contacts' })
    .getByRole('slider')
    .evaluateAll((bars) => bars.map((bar) => bar.ariaLabel));
  for (const side of ['left', 'right'])
    for (const part of ['heel', 'ball']) expect(parts).toContain(`Contact of ${side} ${part}`);

  // The file is read back by another program: every node stands where the studio draws it.
  await studio.run('file.exportClip');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'File' }).fill(join(folder, 'walk.glb'));
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText('Written and read back.')).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const times = [0, 0.4, 1, 1.5, 2];
  const played = await playInThree(new Uint8Array(readFileSync(join(folder, 'walk.glb'))), 0, times);
  const rig = await studio.rig();
  for (const [i, time] of times.entries()) {
    await goTo(Math.round(30 * time));
    for (const node of rig.binding.nodes) expect(apart(await studio.drawnNode(node), played[i]!.get(node)!)).toBeLessThan(1e-4);
  }

  await studio.run('file.exportPictures');
  for (const [name, value] of [
    ['Width', '96'],
    ['Height', '54'],
    ['File', join(folder, 'walk.mp4')],
  ] as const) {
    const field = dialog.getByRole('textbox', { name });
    await field.fill(value);
    await field.press('Tab');
  }
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText('Written.')).toBeVisible({ timeout: 90_000 });
  expect(readMp4(new Uint8Array(readFileSync(join(folder, 'walk.mp4'))))).toMatchObject({ width: 96, height: 54, frames: 60 });
});
