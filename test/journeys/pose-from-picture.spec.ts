import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInsideLimits } from '../../core/skeleton/limit-state.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import { limbsOff, takePicture } from './seen-limbs.ts';
import { expect, test, type StudioDriver } from './studio.ts';

const PICTURES = process.env['LIMBER_PICTURES'];
/** Degrees by which limbs may be off as the picture shows them, at the median and the worst: how deep they go is a guess, which `npm run bench-pictures` measures. */
const USUAL = 14;
const WORST = 45;

test('a picture of a known pose gives that pose as a draft, and nothing leaves the machine @all', async ({ studio }) => {
  const { page } = studio;
  const asked: string[] = [];
  page.context().on('request', (request) => asked.push(request.url()));
  const rig = await studio.rig();
  await studio.look('front');
  await studio.pull('leftHand', { x: -40, y: -90 });
  await studio.pull('rightHand', { x: 20, y: 60 });
  const wanted = Float64Array.from((await studio.shown()).pose) as Pose;
  const picture = join(studio.folder, 'raised.png');
  await takePicture(studio, picture);
  await studio.run('pose.resetAll');
  await studio.drop(picture);
  const draft = page.getByRole('button', { name: 'Pose from the reference' }).first();
  await draft.click();
  await expect.poll(async () => (await studio.shown()).lastLabel, { timeout: 120_000 }).toBe('Pose from picture');
  const found = Float64Array.from((await studio.shown()).pose) as Pose;
  const off = limbsOff(rig, wanted, found);
  expect(off[4], `degrees off: ${off.map((each) => each.toFixed(0)).join(', ')}`).toBeLessThan(USUAL);
  expect(off.at(-1)).toBeLessThan(WORST);
  expect(isInsideLimits(rig.skeleton, found)).toBe(true);
  await expect(page.getByText('This pose is a draft.')).toBeVisible();
  if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, 'pose-from-picture.png') });
  await studio.run('edit.undo');
  expect((await studio.shown()).lastLabel).toBe('Show raised.png');
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((address) => !/^(?:http:\/\/127\.0\.0\.1[:/]|blob:|data:)/.test(address))).toEqual([]);
});

test('a picture without a person is refused in a sentence, and changes nothing @all', async ({ studio }) => {
  const { page } = studio;
  await studio.drop(emptyPicture(studio));
  const draft = page.getByRole('button', { name: 'Pose from the reference' }).first();
  await expect(draft).toBeVisible();
  const before = await studio.shown();
  await draft.click();
  await expect(page.getByText('No person was found in the picture: select one that shows a whole person.')).toBeVisible({
    timeout: 120_000,
  });
  expect(await studio.shown()).toEqual(before);
});

function emptyPicture({ folder }: StudioDriver): string {
  const path = join(folder, 'nobody.png');
  writeFileSync(path, readFileSync(join(import.meta.dirname, '..', '..', 'build', 'icons', 'linux', '256x256.png')));
  return path;
}
