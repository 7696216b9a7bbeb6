import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { limitExcess } from '../../core/skeleton/limit-state.ts';
import { sharedData } from '../helpers/shared-data.ts';
import { expect, test } from './studio.ts';

test('a library folder serves the mannequin and a VRM character, and what others save there appears @all', async ({ studio }) => {
  const { page, folder } = studio;
  const team = join(folder, 'Team poses');
  await mkdir(team);
  const libraries = page.getByRole('radiogroup', { name: 'Library' });
  const rows = page.getByRole('grid', { name: 'Saved poses' }).getByRole('row');
  const save = page.getByRole('button', { name: /save pose/i });

  // A folder is added, and takes the pose on screen.
  await studio.pull('leftHand', { x: -40, y: -120 });
  await page.getByRole('button', { name: 'Add a library folder…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a library folder' });
  const path = dialog.getByRole('textbox', { name: 'Folder', exact: true });
  await path.fill(team);
  await path.press('Enter');
  await expect(path).toHaveValue(team);
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(libraries.getByRole('radio', { name: 'Team poses' })).toBeChecked();
  await expect(page.getByText('No poses in this library yet.')).toBeVisible();
  await save.click();
  await expect(page.getByLabel('Name of Pose 1')).toBeFocused();
  await page.keyboard.type('Reach up');
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toHaveAccessibleName('Reach up');
  const raised = await studio.shown();
  expect((await studio.project()).poses).toHaveLength(0);

  // Somebody else saves a pose into the folder.
  const files = (await readdir(join(team, 'poses'))).filter((name) => name.endsWith('.json'));
  const text = await readFile(join(team, 'poses', files[0]!), 'utf8');
  await writeFile(join(team, 'poses', 'theirs.json'), text.replace('Reach up', 'Theirs'));
  await expect(rows).toHaveCount(2);

  // A pose of the project is dragged over, and that is taken back.
  await libraries.getByRole('radio', { name: 'Project' }).click();
  await studio.run('pose.resetAll');
  await save.click();
  await expect(page.getByRole('textbox', { name: /^Name of/ })).toBeFocused();
  await page.keyboard.press('Escape');
  // What opens below the cards takes room from them: the name must not move away from under the pointer.
  await expect(page.getByRole('button', { name: /^Holds/ })).toBeVisible();
  await rows
    .first()
    .locator('.pose-name')
    .dragTo(libraries.getByRole('radio', { name: 'Team poses' }));
  await expect(page.getByText('One pose was copied to “Team poses”.')).toBeVisible();
  await libraries.getByRole('radio', { name: 'Team poses' }).click();
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: 'Pose 1' }).locator('img')).toBeVisible();
  await studio.run('library.undo');
  await expect(rows).toHaveCount(2);

  // On the same body the pose is the one that was saved.
  await rows.filter({ hasText: 'Reach up' }).locator('.pose-picture').dblclick();
  const again = await studio.shown();
  expect(again.lastLabel).toBe('Apply “Reach up”');
  for (const [i, value] of again.pose.entries()) expect(value).toBeCloseTo(raised.pose[i]!, 2);
  await expect(page.getByText(/^All \d+ bones found\./)).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).include('[data-panel="library"]').analyze();
  expect(violations).toEqual([]);

  // Another character takes it over by the meaning of its bones.
  const vrm = sharedData('vrm/godette-vrm0.vrm');
  test.skip(vrm === null, 'the folder ../shared/data is not there');
  await studio.drop(vrm!);
  await page.getByRole('button', { name: /don.t save/i }).click();
  await page.waitForFunction(() => window.limber!.studio.getState().document?.character.fileName === 'godette-vrm0.vrm');
  await studio.settled();
  await page.keyboard.press('Escape');
  await expect(libraries.getByRole('radio', { name: 'Team poses' })).toBeChecked();
  const before = await studio.drawn('leftHand');
  await rows.filter({ hasText: 'Reach up' }).locator('.pose-picture').dblclick();
  expect((await studio.drawn('leftHand'))[1]).toBeGreaterThan(before[1] + 0.2);
  await expect(page.getByText(/\d+ of \d+ bones found, not |^All \d+ bones found/)).toBeVisible();
  const rig = await studio.rig();
  const { pose } = await studio.shown();
  for (const joint of rig.skeleton.names.keys())
    expect(limitExcess(rig.skeleton, Float64Array.from(pose), joint)).toBeLessThan(1e-6);

  // By command it comes into the project, with a picture of this character.
  await studio.run('library.copyPose');
  await expect(page.getByText('One pose was copied to “Project”.')).toBeVisible();
  const { poses } = await studio.project();
  expect(poses.map(({ name }) => name)).toEqual(['Reach up']);
  expect(poses[0]!.thumbnail).toMatch(/^data:image\/png;base64,.{500}/);

  // The folder goes, and comes back.
  await rename(team, `${team} away`);
  await studio.run('library.read');
  await expect(
    page.getByText(/^The library “.*Team poses” cannot be read: there is no such folder\. See that its folder is there/),
  ).toBeVisible();
  await rename(`${team} away`, team);
  await page.getByRole('button', { name: 'Read the library folder again' }).click();
  await expect(rows).toHaveCount(2);
  const kept = JSON.parse(await readFile(join(folder, '.data', 'settings.json'), 'utf8')) as { libraries: string[] };
  expect(kept.libraries).toEqual([team]);
  await page.getByRole('button', { name: 'Remove the library folder from the panel' }).click();
  await expect(libraries.getByRole('radio', { name: 'Team poses' })).toHaveCount(0);
  expect(await readdir(join(team, 'poses'))).toContain('theirs.json');
});
