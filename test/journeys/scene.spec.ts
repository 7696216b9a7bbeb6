import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { readGltf } from '../../core/formats/gltf/gltf-asset.ts';
import { fromPlace } from '../../core/math/place.ts';
import { playInThree } from '../core/formats/oracles.ts';
import { MANNEQUIN } from '../helpers/mannequin.ts';
import { apart, expect, test } from './studio.ts';

/** What all actors show at the playhead: their names, and how many keys each has. */
function cast(page: Page) {
  return page.evaluate(() => {
    const { actors, workedOn, character, clips } = window.limber!.studio.getState().document!.history.present;
    const own = { name: character.name, keys: clips[0]!.tracks.length };
    const others = actors.map(({ name, motions }) => ({ name, keys: motions['clip-1']?.tracks.length ?? 0 }));
    return { workedOn, own, others };
  });
}

test('two characters: added by a drop, posed and keyed each by itself, placed, exported as one file, saved and opened again', async ({
  studio,
}) => {
  const { page, folder } = studio;
  await studio.pull('leftHand', { x: 20, y: -40 });
  await studio.run('key.set');
  await studio.drop(MANNEQUIN);
  await page.getByRole('button', { name: 'Add it instead' }).click();
  const list = page.getByRole('region', { name: 'Characters' });
  await expect(list.getByRole('button', { name: 'mannequin 2', exact: true })).toBeVisible();
  await studio.settled();

  // Each is posed and keyed by itself.
  await studio.look('front');
  await studio.pull('rightHand', { x: 15, y: 30 });
  await studio.run('key.set');
  await list.getByRole('button', { name: 'mannequin', exact: true }).click();
  expect(await cast(page)).toMatchObject({
    workedOn: 'actor-1',
    own: { name: 'mannequin', keys: expect.any(Number) },
    others: [{ name: 'mannequin 2', keys: expect.any(Number) }],
  });
  const { own, others } = await cast(page);
  expect(own.keys).toBeGreaterThan(0);
  expect(others[0]!.keys).toBeGreaterThan(0);

  // A click on the other one works on it; the picture stays.
  await page.keyboard.press('PageDown');
  await expect(list.getByRole('button', { name: 'mannequin 2', exact: true })).toHaveClass(/\bon\b/);
  await page.getByRole('tab', { name: 'Character' }).click();
  const turn = page.getByRole('textbox', { name: 'Rotation' });
  await turn.fill('180');
  await turn.press('Enter');
  await studio.run('edit.undo');
  await expect(turn).toHaveValue('0');
  await studio.run('edit.redo');
  await expect(turn).toHaveValue('180');

  // All in one file, as they stand.
  await studio.run('file.exportClip');
  const out = join(folder, 'duel.glb');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'File' }).fill(out);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText('Written and read back.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const exported = new Uint8Array(readFileSync(out));
  const [played] = await playInThree(exported, 0, [0]);
  const rig = await studio.rig();
  const { place } = await studio.project();
  const alone = readGltf(new Uint8Array(readFileSync(MANNEQUIN))).document.nodes!.length;
  for (const node of rig.binding.nodes) {
    // The one that is worked on stands at the origin of what is drawn.
    const shown = fromPlace(place, await studio.drawnNode(node));
    expect(apart(shown, played!.get(node + alone)!)).toBeLessThan(1e-4);
  }

  // Saved and opened again: the same scene, with the same one to work on.
  const before = await cast(page);
  await page.keyboard.press('Control+s');
  const files = page.getByRole('dialog');
  await files.getByRole('textbox', { name: 'Folder', exact: true }).fill(folder);
  await files.getByRole('textbox', { name: 'Folder', exact: true }).press('Enter');
  await files.getByRole('textbox', { name: 'Project folder' }).fill('Duel');
  await files.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved in Duel.')).toBeVisible();
  await page.reload();
  await studio.settled();
  await page.keyboard.press('Control+o');
  await files.getByRole('textbox', { name: 'Folder', exact: true }).fill(join(folder, 'Duel'));
  await files.getByRole('textbox', { name: 'Folder', exact: true }).press('Enter');
  await files.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(list.getByRole('button', { name: 'mannequin 2', exact: true })).toHaveClass(/\bon\b/);
  expect(await cast(page)).toEqual(before);
});

test('a hand stays on another character: a bar that says so, muted, with who gives way, wherever the other is put @all', async ({
  studio,
}) => {
  const { page } = studio;
  await studio.run('key.set');
  await studio.drop(MANNEQUIN);
  await page.getByRole('button', { name: 'Add it instead' }).click();
  await expect(page.getByRole('button', { name: 'mannequin 2', exact: true })).toBeVisible();
  await studio.settled();
  await studio.look('front');
  await studio.pull('rightHand', { x: 30, y: 30 });
  await studio.run('key.set');
  await studio.run('scene.holdOn');
  const bar = page.getByRole('slider', { name: /^Contact of mannequin 2: right hand on mannequin: / });
  await expect(bar).toBeVisible();
  expect((await studio.shown()).lastLabel).toBe('Keep right hand on mannequin');

  /** Where the right hand is in the space that is drawn in, and the largest number of keys of a joint. */
  const seen = () =>
    page.evaluate(() => {
      const { document } = window.limber!.studio.getState();
      const { clips } = document!.history.present;
      return { keys: Math.max(...clips[0]!.tracks.map(({ times }) => times.length)), muted: clips[0]!.contacts?.[0]?.isMuted };
    });
  expect(await seen()).toEqual({ keys: 1, muted: undefined });
  const rig = await studio.rig();
  const hand = rig.binding.nodes[rig.humanoid.rightHand!]!;
  const before = await studio.drawnNode(hand);

  // The other one is placed elsewhere: the hand goes along, as far as it was put.
  await page.getByRole('button', { name: 'mannequin', exact: true }).click();
  await page.evaluate(() => {
    const { studio: store } = window.limber!;
    const { document } = store.getState();
    const { present } = document!.history;
    const place = { ...present.place, at: [present.place.at[0] + 0.02, 0, 0.05] as const };
    store.setState({ document: { ...document!, history: { ...document!.history, present: { ...present, place } } } });
  });
  await page.getByRole('button', { name: 'mannequin 2', exact: true }).click();
  await studio.settled();
  const after = await studio.drawnNode(hand);
  expect(Math.hypot(...after.map((value, c) => value - before[c]!))).toBeGreaterThan(0.03);

  // Both give way, and a muted one holds nothing.
  await bar.click();
  await studio.run('contact.gives.both');
  expect((await studio.shown()).lastLabel).toBe('Change who gives way at contact of right hand');
  await bar.click({ button: 'right' });
  await page.getByRole('menu').getByText('Mute the selected contact').click();
  expect(await seen()).toEqual({ keys: 1, muted: true });
  await studio.run('edit.undo');
  expect(await seen()).toEqual({ keys: 1, muted: undefined });
});
