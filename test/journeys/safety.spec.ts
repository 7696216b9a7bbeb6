import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { encode } from '@msgpack/msgpack';
import { writeLeadingPage } from '../../electron/browser/open-in-browser.ts';
import { serve } from '../../electron/browser/serve.ts';
import type { Answer } from '../../electron/contract.ts';
import { expect, test, type StudioDriver } from './studio.ts';

/** The system's own names of what went wrong. */
const CODE = /\bE[A-Z]{4,}\b/;

test('the browser is led to the studio by a page of the user’s own; the address it used is refused in another tab @all', async ({
  context,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'limber-journey-'));
  const host = await serve({ port: 0, open: null, allow: [folder], data: join(folder, '.data') });
  try {
    const used = host.url;
    const { path, remove } = writeLeadingPage(used);
    host.onOpened(remove);
    const page = await context.newPage();
    const reported: string[] = [];
    page.on('console', (message) => reported.push(message.text()));
    await page.goto(pathToFileURL(path).href);
    await page.waitForFunction(() => window.limber?.studio.getState().document, null, { timeout: 60_000 });
    expect(page.url()).toBe(`${host.origin}/`);
    expect(reported.filter((text) => /permissions-policy|unrecognized feature/i.test(text))).toEqual([]);
    await page.reload();
    await page.waitForFunction(() => window.limber?.studio.getState().document, null, { timeout: 60_000 });

    const late = await context.newPage();
    await late.goto(used);
    await expect(late.getByText('This address was used already, and opens Limber only once')).toBeVisible();
    await late.goto('about:blank');
    await late.goto(host.url);
    await late.waitForFunction(() => window.limber?.studio.getState().document, null, { timeout: 60_000 });
    for (const open of [page, late]) await open.close({ runBeforeUnload: false });
  } finally {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('leaving while a file is exported asks first @all', async ({ studio }) => {
  const { page } = studio;
  // A browser asks only on a page that the user has touched.
  await page.locator('.viewport-canvas').click({ position: { x: 5, y: 5 } });
  await page.route('**/rpc/export.pose', () => {});
  const leave = async (): Promise<string[]> => {
    const asked: string[] = [];
    const listen = (dialog: { type(): string; accept(): Promise<void> }) => {
      asked.push(dialog.type());
      void dialog.accept();
    };
    page.on('dialog', listen);
    await page.reload();
    page.off('dialog', listen);
    await studio.settled();
    return asked;
  };
  expect(await leave()).toEqual([]);
  await page.locator('.viewport-canvas').click({ position: { x: 5, y: 5 } });
  await page.evaluate(() => void window.limber!.studio.desktop.call('export.pose', 'job', {} as never));
  expect(await leave()).toEqual(['beforeunload']);
});

/** Answers one message as a host whose disk is full would. */
async function fillDisk(studio: StudioDriver, message: string): Promise<void> {
  const answer: Answer = { ok: false, error: { message: 'the disk is full' } };
  const body = Buffer.from(encode(answer));
  await studio.page.route(`**/rpc/${message}`, (route) => route.fulfill({ body, contentType: 'application/msgpack' }));
}

test('work that cannot be kept for recovery is warned of until it can, and is whole then @all', async ({ studio }) => {
  const { page } = studio;
  await fillDisk(studio, 'journal.append');
  await studio.pull('leftHand', { x: 40, y: -40 });
  const warning = page.getByText('Unsaved work cannot be kept for recovery: the disk is full.');
  await expect(warning).toBeVisible();
  await page.unroute('**/rpc/journal.append');
  await studio.pull('rightHand', { x: -40, y: -40 });
  await expect(warning).toBeHidden();
  const { pose } = await studio.shown();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await studio.settled();
  expect((await studio.shown()).pose).toEqual(pose);
});

test('a held Ctrl+S shows no code of the system, and everything is saved @all', async ({ studio }) => {
  const { page } = studio;
  await studio.pull('leftHand', { x: 40, y: -40 });
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Folder', exact: true }).fill(studio.folder);
  await dialog.getByRole('textbox', { name: 'Folder', exact: true }).press('Enter');
  await dialog.getByRole('textbox', { name: 'Project folder' }).fill('Held');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved in Held.')).toBeVisible();
  const notices = page.locator('.notice p');
  const seen = new Set<string>();
  for (let round = 0; round < 3; round++) {
    await studio.pull('rightHand', { x: -20, y: -20 });
    await page.keyboard.down('Control');
    // Further presses of a key that is down are its repeats.
    for (let repeat = 0; repeat < 15; repeat++) await page.keyboard.down('s');
    await page.keyboard.up('s');
    await page.keyboard.up('Control');
    for (const text of await notices.allTextContents()) seen.add(text);
  }
  await expect.poll(() => page.evaluate(() => window.limber!.studio.getState().session.writing)).toBeNull();
  for (const text of await notices.allTextContents()) seen.add(text);
  expect([...seen].filter((text) => CODE.test(text))).toEqual([]);
});
