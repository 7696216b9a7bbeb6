import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readGltf } from '../../core/formats/gltf/gltf-asset.ts';
import { add, distance, scale, type Vec3 } from '../../core/math/vec3.ts';
import { playInThree } from '../core/formats/oracles.ts';
import { swordGlb } from '../helpers/sword.ts';
import type { ShownProp } from '../../renderer/state/props/shown-props.ts';
import { project } from '../../renderer/tools/geometry/lens.ts';
import { lensOf } from '../../renderer/tools/geometry/orbit.ts';
import { sizeHandles } from '../../renderer/tools/geometry/size-handles.ts';
import { expect, test } from './studio.ts';

test('a staff: added, put into the right hand, swung with both hands, let go, exported and read back @all', async ({
  studio,
}) => {
  const { page, folder } = studio;
  await studio.run('prop.add.cylinder');
  const list = page.getByRole('region', { name: 'Props' });
  await expect(list.getByRole('button', { name: 'Cylinder', exact: true })).toHaveClass(/\bon\b/);

  // Its size, in the inspector.
  const width = page.getByRole('textbox', { name: 'Width' });
  await width.fill('4');
  await width.press('Enter');
  const height = page.getByRole('textbox', { name: 'Height' });
  await height.fill('90');
  await height.press('Enter');
  await page.getByRole('textbox', { name: 'Name of the prop' }).fill('Staff');
  await page.getByRole('textbox', { name: 'Name of the prop' }).press('Enter');
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
  await page.getByRole('button', { name: 'Let go of prop' }).click();
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

test('a sword from a file: dropped, put into the hand, saved, opened again; stairs walked over and a chair sat on', async ({
  studio,
}) => {
  const { page, folder } = studio;
  const path = join(folder, 'sword.glb');
  writeFileSync(path, swordGlb());
  await studio.drop(path);
  const list = page.getByRole('region', { name: 'Props' });
  await expect(list.getByRole('button', { name: 'sword', exact: true })).toHaveClass(/\bon\b/);
  await studio.settled();
  await studio.run('prop.putRight');
  // K keys the selected thing, and the pose once a handle is pulled.
  await studio.run('key.set');
  await studio.pull('leftHand', { x: 10, y: 30 });
  await studio.run('key.set');
  const held = () => page.evaluate(() => window.limber!.studio.getState().document!.history.present.props[0]!);
  expect((await held()).rest.by).toMatchObject({ actor: 'actor-1' });

  // Saved with its file, and opened again.
  await page.keyboard.press('Control+s');
  const files = page.getByRole('dialog');
  await files.getByRole('textbox', { name: 'Folder', exact: true }).fill(folder);
  await files.getByRole('textbox', { name: 'Folder', exact: true }).press('Enter');
  await files.getByRole('textbox', { name: 'Project folder' }).fill('Armed');
  await files.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved in Armed.')).toBeVisible();
  expect(existsSync(join(folder, 'Armed', 'props', 'prop-1.json'))).toBe(true);
  const before = await held();
  await page.reload();
  await studio.settled();
  await page.keyboard.press('Control+o');
  await files.getByRole('textbox', { name: 'Folder', exact: true }).fill(join(folder, 'Armed'));
  await files.getByRole('textbox', { name: 'Folder', exact: true }).press('Enter');
  await files.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(list.getByRole('button', { name: 'sword', exact: true })).toBeVisible();
  await studio.settled();
  expect(await held()).toEqual(before);

  // On a chair, and over stairs.
  await studio.run('prop.add.chair');
  await page.getByRole('button', { name: 'Sit on it' }).click();
  expect((await studio.shown()).lastLabel).toBe('Sit on Chair');
  await studio.run('edit.undo');
  await studio.run('prop.add.stairs');
  await studio.run('prop.walk');
  expect((await studio.shown()).lastLabel).toBe('Walk over the ground');
});

test('a side of a box is dragged: the box grows by as much as the pointer goes, in one step, and Escape gives it back @all', async ({
  studio,
}) => {
  const { page } = studio;
  await studio.run('prop.add.box');
  await studio.look('front');
  await studio.frameSelection();
  const box = async (): Promise<{ readonly size: Vec3; readonly at: Vec3 }> => {
    const { form, rest } = (await studio.project()).props[0]!;
    if (form.kind !== 'box') throw new Error(`expected a box, got a ${form.kind}`);
    return { size: form.size, at: rest.position };
  };
  const before = await box();

  // Where its right side has its square, and where that is half a metre farther out.
  const canvas = (await page.locator('.viewport-canvas').boundingBox())!;
  const lens = lensOf(await page.evaluate(() => window.limber!.viewport!.camera()), canvas.width, canvas.height);
  const [prop] = (await studio.project()).props;
  const shown: ShownProp = { prop: prop!, frame: { position: before.at, rotation: [0, 0, 0, 1] }, file: null };
  const { at, outward } = sizeHandles(shown, lens).find(({ side }) => side === '+x')!;
  const onPage = (place: Vec3) => {
    const { x, y } = project(lens, place)!;
    return [canvas.x + x, canvas.y + y] as const;
  };
  const drag = async (): Promise<void> => {
    await page.mouse.move(...onPage(at));
    await page.mouse.down();
    await page.mouse.move(...onPage(add(at, scale(outward, 0.5))), { steps: 4 });
  };

  await drag();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await box()).toEqual(before);

  await drag();
  await page.mouse.up();
  const after = await box();
  expect(after.size).toEqual([expect.closeTo(before.size[0] + 0.5, 1), before.size[1], before.size[2]]);
  // The side across stays.
  expect(after.at[0] - after.size[0] / 2).toBeCloseTo(before.at[0] - before.size[0] / 2, 6);
  expect((await studio.shown()).past).toBe(2);
  await expect(page.getByRole('textbox', { name: 'Width' })).toHaveValue(new RegExp(`^${Math.round(100 * after.size[0])}`));
  await studio.run('edit.undo');
  expect(await box()).toEqual(before);
});
