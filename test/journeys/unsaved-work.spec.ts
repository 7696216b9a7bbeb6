import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { serve } from '../../electron/browser/serve.ts';
import { expect, test, type StudioDriver } from './studio.ts';

/** Another program of the same user, beside the one that the driver works in. */
async function second({ page, folder }: StudioDriver, given: { readonly takesOver?: boolean; readonly open?: string } = {}) {
  const host = await serve({ port: 0, open: null, allow: [folder], data: join(folder, '.data'), ...given });
  const opened = await page.context().newPage();
  await opened.goto(host.url);
  return {
    page: opened,
    async close() {
      await opened.close({ runBeforeUnload: false });
      await host.close();
    },
  };
}

const poseOf = (page: Page) => page.evaluate(() => [...window.limber!.pose!]);

async function shown(page: Page): Promise<void> {
  await page.waitForFunction(() => window.limber?.viewport && window.limber.studio.getState().document, null, {
    timeout: 60_000,
  });
  await page.evaluate(() => window.limber!.viewport!.settled());
}

test('work of a program that lost its tab is named and taken over; that of a tab that is open is named', async ({ studio }) => {
  await studio.pull('leftHand', { x: 40, y: -40 });
  const { pose } = await studio.shown();
  const beside = await second(studio);
  await expect(beside.page.getByText(/^Unsaved work is in another Limber that runs \(process \d+\): go on there/)).toBeVisible();
  await shown(beside.page);
  await expect(beside.page.getByRole('button', { name: 'Take it over' })).toHaveCount(0);
  await beside.close();

  studio.takeErrors();
  await studio.page.goto('about:blank');
  const later = await second(studio);
  const warning = later.page.getByText(/that does not answer or has no window: take it over to have it here\.$/);
  await expect(warning).toBeVisible();
  await shown(later.page);
  await later.page.getByRole('button', { name: 'Take it over' }).click();
  await later.page.getByRole('button', { name: 'Bring it back' }).click();
  await expect(later.page.getByText('Your work was brought back. Save the project to keep it.')).toBeVisible();
  await expect(warning).toBeHidden();
  await shown(later.page);
  expect(await poseOf(later.page)).toEqual(pose);
  await later.close();
});

test('work of a program that lost its tab is taken over from the command line @all', async ({ studio }) => {
  await studio.pull('leftHand', { x: 40, y: -40 });
  const { pose } = await studio.shown();
  await studio.page.goto('about:blank');
  const later = await second(studio, { takesOver: true });
  await later.page.getByRole('button', { name: 'Bring it back' }).click();
  await shown(later.page);
  expect(await poseOf(later.page)).toEqual(pose);
  await later.close();
});

test('two windows of one project have each their own undo, and each shows what the other saves @all', async ({ studio }) => {
  const path = join(studio.folder, 'Shared');
  await studio.page.keyboard.press('Control+s');
  const dialog = studio.page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Folder', exact: true }).fill(studio.folder);
  await dialog.getByRole('textbox', { name: 'Folder', exact: true }).press('Enter');
  await dialog.getByRole('textbox', { name: 'Project folder' }).fill('Shared');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(studio.page.getByText('Saved in Shared.')).toBeVisible();
  const beside = await second(studio, { open: path });
  await shown(beside.page);
  const names = (page: Page) =>
    page.evaluate(() =>
      window
        .limber!.studio.getState()
        .document!.history.present.clips.map(({ name }) => name)
        .toSorted(),
    );
  const run = (page: Page, command: string) => page.evaluate((id) => window.limber!.run(id), command);

  await run(studio.page, 'key.newClip');
  await run(studio.page, 'file.save');
  await expect.poll(() => names(beside.page)).toEqual(['Clip 1', 'Clip 2']);
  await run(beside.page, 'key.newClip');
  await run(beside.page, 'file.save');
  await expect.poll(() => names(studio.page)).toEqual(['Clip 1', 'Clip 2', 'Clip 3']);

  // Undo takes back what was done in its own window.
  await run(studio.page, 'edit.undo');
  expect(await names(studio.page)).toEqual(['Clip 1', 'Clip 3']);
  await run(studio.page, 'file.save');
  await expect.poll(() => names(beside.page)).toEqual(['Clip 1', 'Clip 3']);
  await run(beside.page, 'edit.undo');
  expect(await names(beside.page)).toEqual(['Clip 1']);
  await beside.close();
});
