import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readGltf } from '../../core/formats/gltf/gltf-asset.ts';
import { distance } from '../../core/math/vec3.ts';
import { playInThree } from '../core/formats/oracles.ts';
import { expect, test } from './studio.ts';

test('a staff: added, put into the right hand, swung with both hands, let go, exported and read back', async ({ studio }) => {
  const { page, folder } = studio;
  await studio.run('prop.add.cylinder');
  const list = page.getByRole('region', { name: 'Things' });
  await expect(list.getByRole('button', { name: 'Cylinder', exact: true })).toHaveClass(/\bon\b/);

  // Its size, in the inspector.
  const width = page.getByRole('textbox', { name: 'Width' });
  await width.fill('4');
  await width.press('Enter');
  const height = page.getByRole('textbox', { name: 'Height' });
  await height.fill('90');
  await height.press('Enter');
  await page.getByRole('textbox', { name: 'Name of the thing' }).fill('Staff');
  await page.getByRole('textbox', { name: 'Name of the thing' }).press('Enter');
  await expect(list.getByRole('button', { name: 'Staff', exact: true })).toBeVisible();

  // In the hand, which is pulled: it goes along.
  await studio.run('prop.putRight');
  await studio.look('front');
  await studio.pull('rightHand', { x: 60, y: 40 });
  await studio.run('key.set');
  await studio.run('key.last');
  await studio.pull('rightHand', { x: -10, y: -70 });
  await studio.run('key.set');

  // Let go at the end: a bar on the timeline ends there, and the change can be moved.
  await studio.run('key.first');
  await list.getByRole('button', { name: 'Staff', exact: true }).click();
  const at = () =>
    page.evaluate(() => window.limber!.studio.getState().document!.history.present.props[0]!.motions['clip-1']?.changes ?? []);
  const frame = page.getByRole('textbox', { name: 'Frame', exact: true });
  await frame.fill('30');
  await frame.press('Enter');
  await page.getByRole('button', { name: 'Let go of thing' }).click();
  expect(await at()).toEqual([{ from: 1, by: null }]);
  const change = page.getByRole('slider', { name: 'Change of Staff' });
  await change.focus();
  await change.press('ArrowRight');
  expect((await at())[0]!.from).toBeCloseTo(31 / 30, 9);
  await studio.run('edit.undo');
  expect((await at())[0]!.from).toBe(1);

  // It is in the file with the character, and lies still from then on.
  await studio.run('file.exportClip');
  const out = join(folder, 'staff.glb');
  await page.getByRole('textbox', { name: 'File', exact: true }).fill(out);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByText('written and read back')).toBeVisible({ timeout: 30_000 });
  const file = new Uint8Array(readFileSync(out));
  const { document } = readGltf(file);
  const node = document.nodes!.findIndex(({ name, mesh }) => name === 'Staff' && mesh !== undefined);
  expect(node).toBeGreaterThan(0);
  const seen = await playInThree(file, document.animations!.length - 1, [0, 0.5, 1, 2]);
  const places = seen.map((worlds) => worlds.get(node)!);
  expect(distance(places[0]!, places[1]!)).toBeGreaterThan(0.02);
  expect(distance(places[2]!, places[3]!)).toBeLessThan(1e-5);
});
