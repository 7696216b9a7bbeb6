import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { loadInThree } from '../core/formats/oracles.ts';
import { expect, test } from './studio.ts';

/** What the viewport looks through, and the cameras of the scene. */
function scene(page: Page) {
  return page.evaluate(() => {
    const { session, document } = window.limber!.studio.getState();
    const { cameras, clips } = document!.history.present;
    return { through: session.through, cameras, markers: clips[0]!.markers ?? [] };
  });
}

test('a camera is added from the view, looked through, steered with the view, keyed, and the clip is cut and filmed by it', async ({
  studio,
}) => {
  const { page, folder } = studio;
  await studio.pull('leftHand', { x: 20, y: -40 });
  await studio.run('key.set');
  await page.keyboard.press('Alt+Shift+C');
  const list = page.getByRole('region', { name: 'Cameras' });
  await expect(list.getByRole('button', { name: 'Camera', exact: true })).toHaveClass(/\bon\b/);
  const [added] = (await scene(page)).cameras;

  // Looking through it, steering leaves it, or moves it where it is locked to the view.
  await page.keyboard.press('9');
  expect((await scene(page)).through).toEqual({ camera: 'camera-1' });
  await expect(page.locator('.camera-name')).toHaveText('Camera');
  const box = (await page.locator('.viewport-canvas').boundingBox())!;
  const orbit = async () => {
    await page.mouse.move(box.x + box.width / 6, box.y + box.height / 4);
    await page.mouse.down({ button: 'middle' });
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 4, { steps: 4 });
    await page.mouse.up({ button: 'middle' });
  };
  await orbit();
  expect(await scene(page)).toMatchObject({ through: null, cameras: [added!] });
  await page.keyboard.press('9');
  await studio.run('camera.key');
  await page.keyboard.press('Shift+9');
  await page.keyboard.press('End');
  await orbit();
  const moved = (await scene(page)).cameras[0]!.motions['clip-1']!.keys;
  expect(moved.map(({ time }) => time)).toEqual([0, 2]);
  expect(moved[1]!.position).not.toEqual(moved[0]!.position);
  expect(moved[1]!.distance).toBeCloseTo(moved[0]!.distance, 9);
  await studio.run('edit.undo');
  expect((await scene(page)).cameras[0]!.motions['clip-1']!.keys).toHaveLength(1);
  await studio.run('edit.redo');

  // A longer lens from the inspector; then a second camera, which the clip cuts to.
  const length = page.getByRole('textbox', { name: 'Focal length' });
  await length.fill('85');
  await length.press('Enter');
  expect((await scene(page)).cameras[0]!.motions['clip-1']!.keys.map(({ focalLength }) => Math.round(focalLength))).toEqual([
    38, 85,
  ]);
  await page.keyboard.press('9');
  await studio.look('left');
  await studio.run('camera.add');
  await page.keyboard.press('Home');
  await studio.run('camera.cut');
  await expect(page.getByRole('slider', { name: 'Marker Cut 1: Camera 2' })).toBeVisible();
  await page.keyboard.press('Alt+9');
  await expect(page.locator('.camera-name')).toHaveText('Camera 2, locked to the view');

  // The scene's file has both as cameras.
  const glb = join(folder, 'scene.glb');
  await studio.run('file.exportClip');
  const exporting = page.getByRole('dialog');
  await exporting.getByRole('textbox', { name: 'File' }).fill(glb);
  await exporting.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(exporting.getByText('Written and read back.')).toBeVisible();
  await expect(exporting.getByText(/the focal length of “?"?Camera/)).toBeVisible();
  await exporting.getByRole('button', { name: 'Close' }).last().click();
  const { cameras } = await loadInThree(new Uint8Array(readFileSync(glb)));
  expect(cameras).toHaveLength(2);

  // The film offers the cameras, and is drawn through them.
  await page.evaluate(() => {
    const {
      studio: { getState, setState },
    } = window.limber!;
    const shows = { grid: true, shadow: false, bones: false, trails: false, springs: false };
    const size = { width: 64, height: 36, background: 'studio', follows: false, turns: 0, shows, fps: 10 };
    setState({
      session: { ...getState().session, picture: { subject: 'clip', format: 'mp4', path: '', camera: 'view', ...size } },
    });
  });
  await studio.run('file.exportPictures');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: /Through the cameras, as it cuts/ })).toBeVisible();
  const out = join(folder, 'cut.mp4');
  await dialog.getByRole('textbox', { name: 'File' }).fill(out);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText('Written.')).toBeVisible({ timeout: 60_000 });
  expect(readFileSync(out).length).toBeGreaterThan(1000);
});

test('a camera that is looked at from elsewhere is dragged, aimed and deleted @all', async ({ studio }) => {
  const { page } = studio;
  await studio.run('camera.add');
  const [before] = (await scene(page)).cameras;
  // From the left and further away, the camera is in the picture.
  await studio.look('left');
  await page.evaluate(() => window.limber!.viewport!.steer((view) => ({ ...view, distance: 16 })));
  const at = await page.evaluate(() => {
    const view = window.limber!.viewport!.camera();
    const { position } = window.limber!.studio.getState().document!.history.present.cameras[0]!.rest;
    const canvas = document.querySelector('.viewport-canvas')!.getBoundingClientRect();
    // The eye is on the character's left: what is before it is at the left of the picture.
    const { target, distance, yaw } = view;
    const [sin, cos] = [Math.sin(yaw), Math.cos(yaw)];
    const [x, y, z] = position.map((value, axis) => value - target[axis]!) as [number, number, number];
    const depth = distance - (x * sin + z * cos);
    const pixels = canvas.height / (2 * Math.tan(Math.PI / 12) * depth);
    return { x: canvas.x + canvas.width / 2 + (x * cos - z * sin) * pixels, y: canvas.y + canvas.height / 2 - y * pixels };
  });
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 30, at.y - 40, { steps: 4 });
  await page.mouse.up();
  const [after] = (await scene(page)).cameras;
  expect(after!.rest.position[1]).toBeGreaterThan(before!.rest.position[1] + 0.3);
  expect(after!.rest.rotation).toEqual(before!.rest.rotation);
  await page.locator('.viewport').focus();
  await page.keyboard.press('Delete');
  expect((await scene(page)).cameras).toEqual([]);
  await studio.run('edit.undo');
  expect((await scene(page)).cameras).toEqual([after!]);
});

test('a camera orbits, follows and aims by the keyboard and the palette alone, each as one step of undo @all', async ({
  studio,
}) => {
  const { page } = studio;
  await studio.pull('hips', { x: 40, y: -10 });
  await studio.run('key.set');
  await page.keyboard.press('Alt+Shift+C');
  const keys = async () => (await scene(page)).cameras[0]!.motions['clip-1']?.keys ?? [];
  const choose = async (words: string) => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Find a command' }).locator('input')).toBeFocused();
    await page.keyboard.type(words);
    await expect(page.getByRole('menuitem', { name: words }).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Find a command' })).toHaveCount(0);
  };
  for (const [words, label] of [
    ['orbit to the left by keys', 'Orbit with Camera'],
    ['follow what is selected by keys', 'Follow hips with Camera'],
    ['aim at what is selected by keys', 'Aim Camera at hips'],
  ] as const) {
    await choose(words);
    await expect.poll(async () => (await studio.shown()).lastLabel).toBe(label);
    const made = await keys();
    expect(made.length).toBeGreaterThan(0);
    await page.keyboard.press('Control+z');
    expect(await keys()).toEqual([]);
  }

  // Once round: it ends where it began.
  await choose('orbit to the left by keys');
  await expect.poll(async () => (await keys()).length).toBeGreaterThan(2);
  const [first, last] = [(await keys())[0]!, (await keys()).at(-1)!];
  first.position.forEach((value, axis) => expect(last.position[axis]).toBeCloseTo(value, 6));
});
