import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limitExcess } from '../../core/skeleton/limit-state.ts';
import { writeMotions } from '../electron/cli/batch/small-batch.ts';
import { mixamoMannequin } from '../helpers/mixamo-mannequin.ts';
import { keyTwoPoses } from './key-two-poses.ts';
import { apart, expect, test } from './studio.ts';

test('on a character of Mixamo names a library is built from motion files, and a clip is an item of it @all', async ({
  studio,
}) => {
  const { page, folder } = studio;
  const hero = join(folder, 'hero.glb');
  await writeFile(hero, mixamoMannequin());
  const motions = join(folder, 'Motions');
  await mkdir(motions);
  await writeMotions([join(motions, 'Turn slowly.bvh'), join(motions, 'Turn more.bvh')]);
  await writeFile(join(motions, 'Broken.bvh'), 'HIERARCHY nonsense');
  const rows = page.getByRole('grid', { name: 'Saved poses' }).getByRole('row');

  await studio.drop(hero);
  await page.waitForFunction(() => window.limber!.studio.getState().document?.character.fileName === 'hero.glb');
  await studio.settled();
  await page.keyboard.press('Escape');
  const rig = await studio.rig();
  expect(Object.keys(rig.humanoid)).toHaveLength(rig.skeleton.count);

  // A folder of motions, one of which cannot be used; one is left out again and taken once more.
  await studio.run('library.build');
  const dialog = page.getByRole('dialog', { name: 'Build a library from motion' });
  await dialog.getByRole('button', { name: 'Add a folder…' }).click();
  const browser = page.getByRole('dialog', { name: 'Add a folder of motions' });
  const path = browser.getByRole('textbox', { name: 'Folder', exact: true });
  await path.fill(motions);
  await path.press('Enter');
  await expect(path).toHaveValue(motions);
  await browser.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(dialog.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(3);
  await dialog.getByRole('button', { name: 'Leave out Turn more.bvh' }).click();
  await dialog.getByRole('slider', { name: 'Looked at' }).press('End');
  await dialog.getByRole('slider', { name: 'Must differ by' }).press('Home');
  await dialog.getByRole('button', { name: 'Build from 2 files' }).click();
  await expect(page.getByText(/^\d+ poses? of 1 clip (is|are) in “Project” now\. Left out: Broken\.bvh \(/)).toBeVisible();
  const built = (await studio.project()).poses;
  expect(built.length).toBeGreaterThan(0);
  for (const { name, folder: group, thumbnail, pose } of built) {
    expect(name).toMatch(/^Turn slowly/);
    expect(group).toBe('Turn slowly');
    expect(thumbnail).toMatch(/^data:image\/png;base64,.{500}/);
    for (const joint of rig.skeleton.names.keys()) expect(limitExcess(rig.skeleton, pose, joint)).toBeLessThan(1e-6);
  }
  await page.keyboard.press('Control+z');
  expect((await studio.project()).poses).toHaveLength(0);

  // A clip is saved beside poses, and put at another moment of the timeline.
  const { second } = await keyTwoPoses(studio);
  const reached = await studio.drawn('leftHand');
  await studio.run('pose.saveClip');
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(1);
  await expect(rows.getByLabel('Clip of 60 frames')).toBeVisible();
  // Of a body whose arm goes down, no frame of the picture shows more than the first: nothing of other frames is left in it.
  const covered = await rows.locator('img').evaluate(async (image) => {
    const data = await (await fetch((image as HTMLImageElement).src)).arrayBuffer();
    const decoder = new ImageDecoder({ data, type: 'image/png' });
    await decoder.tracks.ready;
    const frames = Array.from({ length: decoder.tracks.selectedTrack!.frameCount }, async (_, frameIndex) => {
      const { image: frame } = await decoder.decode({ frameIndex });
      const context = new OffscreenCanvas(frame.displayWidth, frame.displayHeight).getContext('2d')!;
      context.drawImage(frame, 0, 0);
      const { data: pixels } = context.getImageData(0, 0, frame.displayWidth, frame.displayHeight);
      return pixels.filter((value, i) => i % 4 === 3 && value > 127).length;
    });
    return Promise.all(frames);
  });
  expect(covered).toHaveLength(12);
  expect(Math.max(...covered)).toBeLessThan(1.15 * covered[0]!);
  const frame = page.getByRole('textbox', { name: 'Frame' });
  await frame.fill('60');
  await frame.press('Enter');
  // With its place: its own end is crouched, heels up, and so its feet would count as elsewhere.
  await studio.run('pose.bringPlace');
  await rows.locator('.pose-picture').dblclick();
  const { clips, activeClip } = await studio.project();
  const clip = clips.find(({ id }) => id === activeClip)!;
  expect(Math.max(...clip.tracks.flatMap(({ times }) => times))).toBeCloseTo(3, 6);
  await frame.fill('90');
  await frame.press('Enter');
  expect(apart(await studio.drawn('leftHand'), reached)).toBeLessThan(1e-3);
  for (const [i, value] of (await studio.shown()).pose.entries()) expect(value).toBeCloseTo(second[i]!, 3);
});
