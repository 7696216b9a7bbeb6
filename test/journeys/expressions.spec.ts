import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { weightsInThree } from '../core/formats/oracles.ts';
import { readAnimations } from '../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../core/formats/gltf/gltf-asset.ts';
import { sharedData } from '../helpers/shared-data.ts';
import { expect, test } from './studio.ts';

test('a face is set by keyboard, keyed, played, exported and read back', async ({ studio }) => {
  const robot = sharedData('rigs/robot-expressive.glb');
  test.skip(robot === null, 'the shared data folder is missing');
  const { page, folder } = studio;
  // The mannequin has no face to move.
  await expect(page.getByRole('tab', { name: 'Face' })).toHaveCount(0);
  await studio.drop(robot!);
  await page.waitForFunction(() => window.limber!.studio.getState().document?.character.name === 'robot-expressive');
  await studio.settled();
  await page.keyboard.press('Escape');
  const weights = async () => (await studio.shown()).pose.slice(-3).toReversed();
  /** The character as it is drawn, to be told from another. */
  const drawn = () =>
    page.evaluate(async () => {
      const { viewport, pose } = window.limber!;
      return viewport!.thumbnail(pose!, 96);
    });
  const plain = await drawn();

  await studio.run('pose.showExpressions');
  const slider = (name: string) => page.getByRole('slider', { name, exact: true });
  await slider('Angry').focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  expect(await weights()).toEqual([0.04, 0, 0]);
  expect((await studio.shown()).lastLabel).toBe('Set Angry to 4 %');
  await page.keyboard.press('End');
  await page.keyboard.press('Escape');
  expect(await weights()).toEqual([0.04, 0, 0]);
  await page.keyboard.press('Control+z');
  expect(await weights()).toEqual([0, 0, 0]);
  expect(await drawn()).toBe(plain);

  // A key of the plain face, and one half a second later of another.
  await page.getByRole('tabpanel').getByRole('button', { name: 'Set key' }).click();
  const frame = page.getByRole('textbox', { name: 'Frame' });
  await frame.fill('15');
  await frame.press('Enter');
  await slider('Surprised').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await slider('Sad').focus();
  for (let i = 0; i < 2; i++) await page.keyboard.press('PageUp');
  await page.keyboard.press('Enter');
  const [, , sad] = await weights();
  expect(sad).toBeGreaterThan(0);
  expect(await weights()).toEqual([0, 1, sad]);
  const surprised = await drawn();
  expect(surprised).not.toBe(plain);
  await studio.run('key.setExpressions');
  expect((await studio.shown()).lastLabel).toBe('Set key of expressions at frame 15');
  expect((await studio.project()).clips[0]!.tracks.map(({ joint, times }) => [joint, times])).toEqual([
    [-4, [0, 0.5]],
    [-3, [0, 0.5]],
    [-2, [0, 0.5]],
  ]);

  // Between the keys it is between them, on the sliders, in the pose and on the face; the keys are a row of their own.
  await frame.fill('6');
  await frame.press('Enter');
  await expect(slider('Surprised')).toHaveValue('0.4');
  expect(await drawn()).not.toBe(plain);
  expect(await drawn()).not.toBe(surprised);
  await page.getByRole('button', { name: 'All joints', exact: true }).click();
  await expect(page.locator('.track-name', { hasText: 'Expressions' })).toBeVisible();
  await expect(page.locator('.track-name')).toHaveCount(2);
  await frame.fill('15');
  await frame.press('Enter');
  expect(await drawn()).toBe(surprised);
  await page.keyboard.press('Space');
  await expect.poll(async () => (await studio.shown()).time).toBeGreaterThan(0.5);
  await page.keyboard.press('Space');

  await studio.run('file.exportClip');
  const out = join(folder, 'face.glb');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'File' }).fill(out);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText(/Largest difference to what was shown: .* of an expression\./)).toBeVisible();
  await page.keyboard.press('Escape');
  const { node } = (await studio.rig()).expressions!.meshes[0]!;
  const shown = await weightsInThree(new Uint8Array(readFileSync(out)), [0, 0.2, 0.5], -1);
  const expected = [
    [0, 0, 0],
    [0, 0.4, 0.4 * sad!],
    [0, 1, sad!],
  ];
  shown.forEach((each, i) => {
    each.get(node)!.forEach((weight, target) => expect(weight).toBeCloseTo(expected[i]![target]!, 3));
  });

  await studio.run('pose.resetExpressions');
  expect(await weights()).toEqual([0, 0, 0]);
  await expect(page.getByRole('tabpanel').getByRole('button', { name: 'Reset' })).toBeDisabled();
});

test('hair swings as the clip plays, the same at every frame however it is reached, and is baked by choice @all', async ({
  studio,
}) => {
  const godette = sharedData('vrm/godette-vrm0.vrm');
  test.skip(godette === null, 'the shared data folder is missing');
  const { page, folder } = studio;
  const show = page.getByRole('button', { name: 'Spring bones' });
  // The mannequin has none, and its switch says so.
  await expect(show).toBeDisabled();
  await expect(show).toHaveAttribute('title', /This character has no spring bones/);
  await studio.drop(godette!);
  await page.waitForFunction(() => window.limber!.studio.getState().document?.character.name === 'godette-vrm0');
  await studio.settled();
  await page.keyboard.press('Escape');
  const { binding, springs } = await studio.rig();
  const ends = springs!.list.map(({ joint }) => binding.nodes[joint]!);
  /** Where the nodes of the springs stand on screen. */
  const places = () => page.evaluate((nodes) => nodes.map((node) => window.limber!.viewport!.nodePosition(node)), ends);
  const goTo = async (frame: string) => {
    const field = page.getByRole('textbox', { name: 'Frame' });
    await field.fill(frame);
    await field.press('Enter');
  };
  await studio.run('key.set');
  await goTo('8');
  await studio.pull('hips', { x: 60, y: 30 });
  await studio.run('key.set');
  await goTo('5');
  const stiff = await places();
  await page.keyboard.press('Alt+s');
  await expect(show).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(places).not.toEqual(stiff);
  const swinging = await places();
  await goTo('20');
  await expect.poll(places).not.toEqual(swinging);
  await goTo('5');
  await expect.poll(places).toEqual(swinging);
  await page.keyboard.press('Space');
  await expect.poll(async () => (await studio.shown()).time).toBeGreaterThan(0.3);
  await page.keyboard.press('Space');
  await goTo('5');
  await expect.poll(places).toEqual(swinging);
  // No key holds what swings.
  const hair = (await studio.project()).clips[0]!.tracks.filter(({ joint }) =>
    springs!.list.some((each) => each.joint === joint),
  );
  for (const { values } of hair) expect(values.every((value, i) => value === (i % 4 === 3 ? 1 : 0))).toBe(true);

  await studio.run('file.exportClip');
  const out = join(folder, 'swinging.vrm');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'File' }).fill(out);
  await expect(dialog.getByRole('checkbox', { name: 'Bake spring bones' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText(/Largest difference to what was shown: (< )?0\.0\d+ mm/)).toBeVisible();
  const { animations } = readAnimations(readGltf(new Uint8Array(readFileSync(out))));
  const turned = new Set(animations.at(-1)!.channels.map(({ node }) => node));
  expect(ends.filter((node) => !turned.has(node))).toEqual([]);
});
