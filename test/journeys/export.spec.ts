import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readGlb } from '../../core/formats/gltf/glb.ts';
import { readGltf } from '../../core/formats/gltf/gltf-asset.ts';
import { playInBabylon, playInThree, validatorIssues } from '../core/formats/oracles.ts';
import { apart, expect, test } from './studio.ts';
import { keyTwoPoses } from './key-two-poses.ts';
import { MANNEQUIN } from '../helpers/mannequin.ts';

const times = [0, 0.4, 1] as const;

test('exports the clip onto the original file, which other programs play as the studio shows it', async ({ studio }) => {
  const { page, folder } = studio;
  await keyTwoPoses(studio);
  await studio.run('file.exportClip');
  const out = join(folder, 'wave.glb');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'File' }).fill(out);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText('Written and read back.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  const original = new Uint8Array(readFileSync(MANNEQUIN));
  const exported = new Uint8Array(readFileSync(out));
  expect(await validatorIssues(exported)).toEqual(await validatorIssues(original));
  const before = readGlb(original).binary!;
  expect(Buffer.compare(readGlb(exported).binary!.subarray(0, before.length), before)).toBe(0);

  const rig = await studio.rig();
  const three = await playInThree(exported, 0, times);
  const babylon = await playInBabylon(exported, 0, times);
  const frame = page.getByRole('textbox', { name: 'Frame' });
  for (const [index, time] of times.entries()) {
    await frame.fill(String(Math.round(30 * time)));
    await frame.press('Enter');
    for (const node of rig.binding.nodes) {
      const shown = await studio.drawnNode(node);
      expect(apart(shown, three[index]!.get(node)!)).toBeLessThan(1e-4);
      expect(apart(shown, babylon[index]!.get(node)!)).toBeLessThan(1e-4);
    }
  }
});

test('exports what the draft of KHR_character says beside the clip where that is switched on @all', async ({ studio }) => {
  const { page, folder } = studio;
  await keyTwoPoses(studio);
  await studio.run('file.exportClip');
  const out = join(folder, 'draft.glb');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'File' }).fill(out);
  await dialog.getByText('KHR_character (draft)').click();
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText('Written and read back.')).toBeVisible();
  const { document } = readGltf(new Uint8Array(readFileSync(out)));
  expect(document.extensionsUsed).toContain('KHR_character_skeleton_mapping');
  expect(document.animations).toHaveLength(2);
});

test('exports all clips of the project into one file, each played as it is @all', async ({ studio }) => {
  const { page, folder } = studio;
  await keyTwoPoses(studio);
  await studio.run('key.newClip');
  await studio.pull('rightHand', { x: 30, y: 80 });
  await page.getByRole('button', { name: 'Set key' }).first().click();
  await studio.run('file.exportClip');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Clips|only$|Clips$/ }).click();
  await page.getByRole('option', { name: 'All 2 clips that hold keys' }).click();
  await expect(dialog.getByRole('textbox', { name: 'From frame' })).toBeHidden();
  const out = join(folder, 'all.glb');
  await dialog.getByRole('textbox', { name: 'File' }).fill(out);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText('Written and read back.')).toBeVisible();
  await page.keyboard.press('Escape');
  const exported = new Uint8Array(readFileSync(out));
  expect(await validatorIssues(exported)).toEqual(await validatorIssues(new Uint8Array(readFileSync(MANNEQUIN))));
  const [second] = await playInThree(exported, 1, [0]);
  for (const node of (await studio.rig()).binding.nodes) {
    expect(apart(await studio.drawnNode(node), second!.get(node)!)).toBeLessThan(1e-4);
  }
});

test('exports the pose on screen as a still file @all', async ({ studio }) => {
  const { page, folder } = studio;
  await studio.pull('rightHand', { x: 40, y: 100 });
  await studio.run('file.exportPose');
  const out = join(folder, 'still.glb');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'File' }).fill(out);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText('Written and read back.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy path' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'File' }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+v');
  await expect(dialog.getByRole('textbox', { name: 'File' })).toHaveValue(out);
  // Close is the primary button then.
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const exported = new Uint8Array(readFileSync(out));
  expect(await validatorIssues(exported)).toEqual([]);
  const [still] = await playInThree(exported, -1, [0]);
  for (const node of (await studio.rig()).binding.nodes) {
    expect(apart(await studio.drawnNode(node), still!.get(node)!)).toBeLessThan(1e-4);
  }

  // The same file once more, from the menu, in another pose.
  await studio.pull('rightHand', { x: 20, y: -60 });
  await page.getByRole('button', { name: 'File', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export “still.glb” again' }).click();
  await expect(page.getByText('still.glb is written and read back')).toBeVisible();
  const [again] = await playInThree(new Uint8Array(readFileSync(out)), -1, [0]);
  const rig = await studio.rig();
  const hand = rig.binding.nodes[rig.humanoid.rightHand!]!;
  expect(apart(still!.get(hand)!, again!.get(hand)!)).toBeGreaterThan(0.01);
  expect(apart(await studio.drawnNode(hand), again!.get(hand)!)).toBeLessThan(1e-4);
});

test('shows how far a long export is and stops it, with the file that was there untouched @all', async ({ studio }) => {
  const { page, folder } = studio;
  await keyTwoPoses(studio);
  const length = page.getByRole('textbox', { name: 'Length' });
  await length.fill('9000');
  await length.press('Enter');
  writeFileSync(join(folder, 'wave.bvh'), 'what was there');
  await studio.run('file.exportClip');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'File' }).fill(join(folder, 'wave.bvh'));
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('“wave.bvh” is there already');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  expect(readFileSync(join(folder, 'wave.bvh'), 'utf8')).toBe('what was there');
  await studio.run('file.exportClip');
  await dialog.getByRole('textbox', { name: 'File' }).fill(join(folder, 'wave.bvh'));
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('“wave.bvh” is there already');
  await dialog.getByRole('button', { name: 'Replace it' }).click();
  const bar = dialog.getByRole('progressbar', { name: 'Writing and reading back' });
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(10);
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(dialog.getByText('Stopped: nothing was written.')).toBeVisible();
  expect(readFileSync(join(folder, 'wave.bvh'), 'utf8')).toBe('what was there');
  expect(readdirSync(folder).filter((name) => name.includes('wave'))).toEqual(['wave.bvh']);

  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText('Written and read back.')).toBeVisible({ timeout: 60_000 });
  expect(readFileSync(join(folder, 'wave.bvh'), 'utf8')).toContain('Frames: 9001');
});
