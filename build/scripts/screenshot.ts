// `npm run screenshots`: poses the mannequin with the mouse and takes the README's pictures, in build/pictures.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import type { HandleName } from '../../core/humanoid/body/handles.ts';
import { serve } from '../../electron/browser/serve.ts';
// Declares `window.limber`.
import type {} from '../../renderer/main.tsx';
import { projectFolder } from '../vite-targets.ts';
import { BROWSER_FLAGS, findOrInstallBrowser } from './browser.ts';
import { isBuilt } from './starting/built.ts';
import { runNode } from './tools.ts';

/** A pull on a handle, in CSS pixels to the right and down. */
type Pull = readonly [handle: HandleName, right: number, down: number];

/** Two poses of a lunge. */
const REACH: readonly Pull[] = [
  ['leftFoot', 110, 35],
  ['hips', 30, 80],
  ['leftHand', -20, -110],
  ['rightHand', 60, 150],
];
const RECOIL: readonly Pull[] = [
  ['hips', -40, -50],
  ['leftHand', -120, 170],
  ['rightHand', -60, -260],
];

const WINDOW = { width: 1600, height: 1000 };
const pictures = join(projectFolder, 'build', 'pictures');
const folder = mkdtempSync(join(tmpdir(), 'limber-pictures-'));

if (!isBuilt() && !runNode([join('build', 'scripts', 'build.ts')]).succeeded) throw new Error('the build failed, see above');
mkdirSync(pictures, { recursive: true });
const executablePath = findOrInstallBrowser();
if (executablePath === null) throw new Error('a Chromium is needed to take pictures');
const host = await serve({ port: 0, open: null, allow: [folder], data: join(folder, 'data') });
const browser = await chromium.launch({ executablePath, args: [...BROWSER_FLAGS] });
try {
  const page = await browser.newPage({ viewport: WINDOW });
  page.on('pageerror', (error) => console.log(`The page reported: ${error.message}`));
  await page.goto(host.url);
  await takePictures(page);
  await page.close({ runBeforeUnload: false });
} finally {
  await browser.close();
  await host.close();
  rmSync(folder, { recursive: true, force: true });
}

async function takePictures(page: Page): Promise<void> {
  await page.waitForFunction(() => window.limber?.viewport && window.limber.studio.getState().document, null, {
    timeout: 60_000,
  });
  await page.evaluate(() => window.limber!.viewport!.settled());
  await run(page, 'view.camera.threeQuarter');
  await page.waitForTimeout(1000);
  await take(page, 'start.jpg');

  for (const pulls of [REACH, RECOIL]) {
    for (const pull of pulls) await pullHandle(page, pull);
    await run(page, 'pose.save');
    await run(page, 'key.set');
    for (let frame = 0; frame < 20; frame++) await run(page, 'key.stepOn');
  }
  await run(page, 'key.first');
  await page.waitForTimeout(500);
  await pullHandle(page, ['leftHand', -70, -60], 'held');
  await take(page, 'studio.jpg');
  await page.mouse.up();
}

/** Runs a command of the studio as the palette would. */
async function run(page: Page, command: string): Promise<void> {
  await page.evaluate((id) => window.limber!.run(id), command);
}

async function pullHandle(page: Page, [handle, right, down]: Pull, end: 'released' | 'held' = 'released'): Promise<void> {
  const canvas = await page.locator('.viewport-canvas').boundingBox();
  const at = await page.evaluate((name) => window.limber!.viewport!.handleOnScreen(name), handle);
  if (!canvas || !at) throw new Error(`the handle ${handle} is not on screen`);
  const [x, y] = [canvas.x + at.x, canvas.y + at.y];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right, y + down, { steps: 10 });
  if (end === 'released') await page.mouse.up();
}

async function take(page: Page, name: string): Promise<void> {
  const path = join(pictures, name);
  await page.screenshot({ path, type: 'jpeg', quality: 90 });
  console.log(`${existsSync(path) ? 'Wrote' : 'Could not write'} build/pictures/${name}.`);
}
