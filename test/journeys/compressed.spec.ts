import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MANNEQUIN } from '../helpers/mannequin.ts';
import { meshoptGlb } from '../helpers/meshopt-glb.ts';
import { expect, test } from './studio.ts';

test('a character that was compressed for KHR_meshopt_compression is drawn and posed @all', async ({ studio }) => {
  const path = join(studio.folder, 'packed.glb');
  writeFileSync(path, meshoptGlb(new Uint8Array(readFileSync(MANNEQUIN)), 'KHR_meshopt_compression'));
  await studio.drop(path);
  await expect(studio.page).toHaveTitle(/packed/);
  await studio.settled();
  await expect(studio.page.getByText(/cannot be shown/)).toHaveCount(0);
  const before = await studio.drawn('leftHand');
  await studio.pull('leftHand', { x: 0, y: -60 });
  expect((await studio.drawn('leftHand'))[1]).toBeGreaterThan(before[1] + 0.05);
});
