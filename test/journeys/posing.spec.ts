import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readGlb } from '../../core/formats/gltf/glb.ts';
import { forwardKinematics, worldPosition } from '../../core/skeleton/forward-kinematics.ts';
import { MANNEQUIN } from '../helpers/mannequin.ts';
import { sharedData } from '../helpers/shared-data.ts';
import { apart, expect, onScreen, test, worstExcess } from './studio.ts';

test('pulls the left hand of the mannequin 30 cm forward, and takes it back', async ({ studio }) => {
  // From above: forward is down on the screen, and no other handle lies over the hand.
  await studio.look('top');
  const before = await studio.shown();
  const hand = await studio.drawn('leftHand');
  const feet = [await studio.drawn('leftFoot'), await studio.drawn('rightFoot')] as const;
  // Pixels for 30 cm at the hand's depth: measured by the view itself, with a first short pull that is cancelled.
  const from = await onScreen(studio.page, 'leftHand');
  await studio.pull('leftHand', { x: 0, y: 20 }, { release: false });
  const probe = (await studio.drawn('leftHand'))[2] - hand[2];
  await studio.page.keyboard.press('Escape');
  await studio.page.mouse.up();
  expect((await studio.shown()).pose).toEqual(before.pose);
  expect(Math.abs(probe)).toBeGreaterThan(0.02);

  const pixels = (20 * 0.3) / probe;
  await studio.pull('leftHand', { x: 0, y: pixels }, { release: false });
  const pulled = await studio.shown();
  expect(pulled.reached).toBe(true);
  expect(pulled.missed).toBeLessThan(1e-3);
  await studio.page.mouse.up();

  const moved = await studio.drawn('leftHand');
  expect(moved[2] - hand[2]).toBeGreaterThan(0.28);
  expect(moved[2] - hand[2]).toBeLessThan(0.32);
  const at = await onScreen(studio.page, 'leftHand');
  expect(Math.hypot(at.x - from.x, at.y - from.y - pixels)).toBeLessThan(1.5);
  expect(apart(await studio.drawn('leftFoot'), feet[0])).toBeLessThan(1e-3);
  expect(apart(await studio.drawn('rightFoot'), feet[1])).toBeLessThan(1e-3);
  const after = await studio.shown();
  expect(worstExcess(await studio.rig(), after.pose)).toBeLessThan(1e-6);
  expect(after.past).toBe(before.past + 1);
  expect(after.lastLabel).toBe('Pull left hand');

  await studio.page.keyboard.press('Control+z');
  expect((await studio.shown()).pose).toEqual(before.pose);
  await studio.page.keyboard.press('Control+Shift+z');
  expect((await studio.shown()).pose).toEqual(after.pose);
});

for (const name of ['unreal-names-male', 'rigify-names-mannequin', 'kaykit-knight', 'robot-expressive']) {
  test(`opens ${name} and pulls a hand and a foot @all`, async ({ studio }) => {
    const file = sharedData(`rigs/${name}.glb`);
    if (file === null) console.log(`Skipped: the shared sample data is not here, so there is no ${name}.glb.`);
    test.skip(file === null, 'the shared sample data is not here');
    await studio.drop(file!);
    await studio.page.waitForFunction((wanted) => window.limber!.studio.getState().document?.character.name === wanted, name);
    await studio.settled();
    await studio.page.keyboard.press('Escape');
    const rig = await studio.rig();
    const start = await studio.shown();
    for (const [handle, by] of [
      ['leftHand', { x: -60, y: 40 }],
      ['rightFoot', { x: -20, y: -40 }],
    ] as const) {
      // A hand that is selected has handles at its fingers, which may lie over a foot.
      await studio.page.keyboard.press('Escape');
      await studio.pull(handle, by);
      const { pose, lastLabel } = await studio.shown();
      expect(lastLabel).toBe(handle === 'leftHand' ? 'Pull left hand' : 'Pull right foot');
      expect(worstExcess(rig, pose)).toBeLessThan(1e-6);
      const world = forwardKinematics(rig.skeleton, Float64Array.from(pose));
      for (let joint = 0; joint < rig.skeleton.count; joint++) {
        // The drawn scene keeps single precision: 0.1 mm of a two-metre figure.
        expect(apart(await studio.drawnNode(rig.binding.nodes[joint]!), worldPosition(world, joint))).toBeLessThan(2e-4);
      }
    }
    expect((await studio.shown()).pose).not.toEqual(start.pose);
  });
}

test('a foot is pulled to where its leg alone does not reach; the pose is saved, and found again by the same pull @all', async ({
  studio,
}) => {
  const { page } = studio;
  const solve = page.locator('.status-solve');
  await studio.look('front');
  await studio.pull('leftFoot', { x: 120, y: 120 });
  await expect(solve).toContainText('Left foot reached');
  const { pose } = await studio.shown();
  await page.getByRole('button', { name: /save pose/i }).click();
  await page.getByRole('textbox', { name: /name/i }).fill('Lunge');
  await page.keyboard.press('Enter');
  await studio.run('pose.resetAll');
  await studio.pull('leftFoot', { x: 120, y: 120 });
  await expect(solve).toContainText('Left foot reached');
  expect((await studio.shown()).pose).toEqual(pose);
});

test('a hand pinned by its key stays while hips, knee and head are pulled, and follows again without its pin @all', async ({
  studio,
}) => {
  const { page } = studio;
  const pins = async (): Promise<string[]> => Object.keys((await studio.project()).pins).toSorted();
  await studio.pull('rightHand', { x: 20, y: 60 });
  await page.keyboard.press('p');
  expect(await pins()).toEqual(['leftFoot', 'rightFoot', 'rightHand']);
  const hand = await studio.drawn('rightHand');
  for (const [handle, by] of [
    ['hips', { x: 15, y: 35 }],
    ['leftKnee', { x: -30, y: 0 }],
    ['head', { x: 15, y: 10 }],
  ] as const) {
    const before = (await studio.shown()).pose;
    await studio.pull(handle, by);
    expect((await studio.shown()).pose).not.toEqual(before);
    expect(apart(await studio.drawn('rightHand'), hand)).toBeLessThan(1e-3);
  }
  await page.keyboard.press('Alt+p');
  expect(await pins()).toEqual([]);
  await page.keyboard.press('Control+z');
  expect(await pins()).toEqual(['leftFoot', 'rightFoot', 'rightHand']);
  await page.keyboard.press('Control+Shift+z');
  await studio.pull('hips', { x: 15, y: -35 });
  expect(apart(await studio.drawn('rightHand'), hand)).toBeGreaterThan(0.02);
});

test('several files that are dropped at once are asked about, and a character comes with the buffer beside it @all', async ({
  studio,
}) => {
  const { page, folder } = studio;
  const { json, binary } = readGlb(new Uint8Array(readFileSync(MANNEQUIN)));
  const document = JSON.parse(new TextDecoder().decode(json)) as { buffers: { uri?: string; byteLength: number }[] };
  document.buffers[0]!.uri = 'data.bin';
  writeFileSync(join(folder, 'figure.gltf'), JSON.stringify(document));
  writeFileSync(join(folder, 'data.bin'), binary!);
  await studio.drop(join(folder, 'figure.gltf'), join(folder, 'data.bin'), MANNEQUIN);
  const dialog = page.getByRole('dialog', { name: 'Which file should be opened?' });
  await expect(dialog.getByRole('option')).toHaveText(['figure.gltf', 'mannequin.glb']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await dialog.getByRole('button', { name: 'Open' }).click();
  await page.waitForFunction(() => window.limber!.studio.getState().document?.character.fileName === 'figure.gltf');
  await studio.settled();
  const before = (await studio.shown()).pose;
  await studio.pull('leftHand', { x: -40, y: 60 });
  expect((await studio.shown()).pose).not.toEqual(before);
});
