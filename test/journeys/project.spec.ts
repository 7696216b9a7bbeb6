import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectToData, type ProjectData } from '../../core/document/serialize.ts';
import { keyTwoPoses } from './key-two-poses.ts';
import { expect, test, type StudioDriver } from './studio.ts';
import { MANNEQUIN } from '../helpers/mannequin.ts';

async function dataOf(studio: StudioDriver): Promise<ProjectData> {
  return projectToData(await studio.project(), await studio.rig());
}

/** Answers the window's own file browser: a folder, a name, and the button. */
async function answerFiles(studio: StudioDriver, name: string, button: 'Save' | 'Open'): Promise<void> {
  const dialog = studio.page.getByRole('dialog');
  const folder = dialog.getByRole('textbox', { name: 'Folder', exact: true });
  await folder.fill(button === 'Open' ? join(studio.folder, name) : studio.folder);
  await folder.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Folder', exact: true })).toHaveValue(
    button === 'Open' ? join(studio.folder, name) : studio.folder,
  );
  if (button === 'Save') await dialog.getByRole('textbox', { name: 'Project folder' }).fill(name);
  await dialog.getByRole('button', { name: button, exact: true }).click();
}

test('saves the project, reloads the page and opens it again: the same document', async ({ studio, host }) => {
  test.skip(host === 'electron', 'native dialogs cannot be answered by a test');
  const { page } = studio;
  await keyTwoPoses(studio);
  await page.getByRole('button', { name: /save pose/i }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+s');
  await answerFiles(studio, 'First scene', 'Save');
  await expect(page.getByText('Saved in First scene.')).toBeVisible();
  const saved = await dataOf(studio);
  expect(saved.poses).toHaveLength(1);
  expect(saved.clips[0]!.tracks.length).toBeGreaterThan(0);

  await page.reload();
  await studio.settled();
  expect((await studio.project()).poses).toHaveLength(0);
  await page.keyboard.press('Control+o');
  await answerFiles(studio, 'First scene', 'Open');
  await page.waitForFunction(() => window.limber!.studio.getState().document?.folder);
  await studio.settled();
  expect(await dataOf(studio)).toEqual(saved);
});

test('refuses a truncated project and a truncated character in a sentence, and nothing else changes', async ({
  studio,
  host,
}) => {
  test.skip(host === 'electron', 'native dialogs cannot be answered by a test');
  const { page, folder } = studio;
  await page.keyboard.press('Control+s');
  await answerFiles(studio, 'Scene', 'Save');
  await expect(page.getByText('Saved in Scene.')).toBeVisible();
  const file = join(folder, 'Scene', 'project.limber');
  const before = await dataOf(studio);

  truncateSync(file, Math.floor(readFileSync(file).length / 2));
  await page.keyboard.press('Control+o');
  await answerFiles(studio, 'Scene', 'Open');
  await expect(page.getByRole('alert').filter({ hasText: 'project.limber' })).toBeVisible();
  expect(await dataOf(studio)).toEqual(before);

  const broken = join(folder, 'broken.glb');
  const bytes = readFileSync(MANNEQUIN);
  writeFileSync(broken, bytes.subarray(0, bytes.length / 2));
  await studio.drop(broken);
  await expect(page.getByRole('alert').filter({ hasText: 'broken.glb' })).toBeVisible();
  expect(await dataOf(studio)).toEqual(before);
});

test('brings back work that was never saved when the page comes again', async ({ studio, host }) => {
  test.skip(host === 'electron', 'a reload is not a restart there');
  const { page } = studio;
  await studio.pull('leftHand', { x: -30, y: 90 });
  const pose = (await studio.shown()).pose;
  await page.waitForTimeout(300);
  page.on('dialog', (question) => void question.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await studio.settled();
  expect((await studio.shown()).pose).toEqual(pose);
});
