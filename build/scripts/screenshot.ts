// `npm run screenshots`: poses the mannequin with the mouse and takes the pictures of README, of the package (one that moves) and of the handbook.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import type { HandleName } from '../../core/humanoid/body/handles.ts';
import { serve } from '../../electron/browser/serve.ts';
// Declares `window.limber`.
import type {} from '../../renderer/main.tsx';
import { projectFolder } from '../vite-targets.ts';
import { BROWSER_FLAGS, findOrInstallBrowser } from './browser.ts';
import { writeMovingPicture } from './moving-picture.ts';
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
/** The window is smaller for the handbook, where pictures are shown smaller. */
const HANDBOOK_WINDOW = { width: 1180, height: 760 };
const pictures = join(projectFolder, 'build', 'pictures');
const handbook = join(projectFolder, 'docs', 'handbook', 'pictures');
const folder = mkdtempSync(join(tmpdir(), 'limber-pictures-'));

if (!isBuilt() && !runNode([join('build', 'scripts', 'build.ts')]).succeeded) throw new Error('the build failed, see above');
mkdirSync(pictures, { recursive: true });
mkdirSync(handbook, { recursive: true });
const executablePath = findOrInstallBrowser();
if (executablePath === null) throw new Error('a Chromium is needed to take pictures');
const browser = await chromium.launch({ executablePath, args: [...BROWSER_FLAGS] });
try {
  await inNewStudio('first', WINDOW, takePictures);
  await inNewStudio('moving', WINDOW, takeMovingPicture);
  await inNewStudio('handbook', HANDBOOK_WINDOW, takeHandbookPictures);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

/** A studio with nothing in its data folder: no work of a window before is offered back. */
async function inNewStudio(
  name: string,
  viewport: { readonly width: number; readonly height: number },
  takeAll: (page: Page) => Promise<void>,
): Promise<void> {
  const host = await serve({ port: 0, open: null, allow: [folder], data: join(folder, name) });
  try {
    const page = await browser.newPage({ viewport });
    page.on('pageerror', (error) => console.log(`The page reported: ${error.message}`));
    await page.goto(host.url);
    await takeAll(page);
    await page.close({ runBeforeUnload: false });
  } finally {
    await host.close();
  }
}

/** Waits for the character. */
async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => window.limber?.viewport && window.limber.studio.getState().document, null, {
    timeout: 60_000,
  });
  await page.evaluate(() => window.limber!.viewport!.settled());
}

async function takePictures(page: Page): Promise<void> {
  await ready(page);
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

/** A hand that is pulled round, with the body that follows, for the page of the package. */
async function takeMovingPicture(page: Page): Promise<void> {
  await ready(page);
  await run(page, 'view.camera.threeQuarter');
  await page.waitForTimeout(1000);
  await pullHandle(page, ['hips', 0, 25]);
  const { x, y } = await grabHandle(page, 'leftHand');
  const path = join(pictures, 'pull.gif');
  await writeMovingPicture(page, '.viewport-canvas', path, async (share) => {
    const angle = 2 * Math.PI * share;
    await page.mouse.move(x - 110 + 100 * Math.cos(angle), y + 50 + 130 * Math.sin(angle));
  });
  await page.mouse.up();
  console.log(`Wrote ${relative(projectFolder, path)}.`);
}

/** One picture for each page that shows something of the window. */
async function takeHandbookPictures(page: Page): Promise<void> {
  await ready(page);
  await run(page, 'view.camera.threeQuarter');
  await page.waitForTimeout(1000);
  await pullHandle(page, ['leftHand', -40, -90], 'held');
  await take(page, 'first-pull.jpg', handbook);
  await page.mouse.up();
  await pullHandle(page, ['hips', 10, 70], 'held');
  await take(page, 'pins.jpg', handbook);
  await page.mouse.up();
  await run(page, 'pose.resetAll');
  await page.locator('.joint-row', { hasText: 'Left upper arm' }).click();
  await run(page, 'view.frame');
  await page.waitForTimeout(1000);
  await take(page, 'limits.jpg', handbook);
  await run(page, 'edit.deselect');
  await run(page, 'view.camera.threeQuarter');
  await run(page, 'view.frame');
  await run(page, 'pose.starterLibrary');
  await page.locator('.pose-card img').first().waitFor();
  await page.waitForTimeout(1000);
  await take(page, 'library.jpg', handbook);
  for (const pulls of [REACH, RECOIL]) {
    for (const [handle, right, down] of pulls) await pullHandle(page, [handle, right / 2, down / 2]);
    await run(page, 'key.set');
    for (let frame = 0; frame < 20; frame++) await run(page, 'key.stepOn');
  }
  await run(page, 'key.first');
  for (let frame = 0; frame < 10; frame++) await run(page, 'key.stepOn');
  for (const shown of ['view.show.trails', 'view.show.ghosts']) await show(page, shown);
  await page.waitForTimeout(500);
  await take(page, 'timeline.jpg', handbook);
  await showStep(page);
}

/** A step ahead between two keys, filled by an in-between. */
async function showStep(page: Page): Promise<void> {
  await run(page, 'key.newClip');
  await run(page, 'pose.resetAll');
  await run(page, 'pose.unpinAll');
  await run(page, 'key.set');
  for (let frame = 0; frame < 30; frame++) await run(page, 'key.stepOn');
  // All of the body goes along when all handles do.
  await run(page, 'edit.selectAll');
  await run(page, 'pose.move');
  for (const key of ['z', '4', '5', 'Enter']) await page.keyboard.press(key);
  await run(page, 'key.set');
  await run(page, 'key.stepBack');
  await run(page, 'edit.deselect');
  await run(page, 'tween.body');
  for (let frame = 0; frame < 19; frame++) await run(page, 'key.stepBack');
  await run(page, 'view.frame');
  await page.waitForTimeout(1000);
  await take(page, 'in-between.jpg', handbook);
  await showSound(page);
}

/** Two seconds of four beats that die away, with markers on them. */
async function showSound(page: Page): Promise<void> {
  await page.evaluate(() => {
    const [rate, seconds] = [24_000, 2];
    const bytes = new Uint8Array(44 + 2 * rate * seconds);
    const view = new DataView(bytes.buffer);
    for (const [at, text] of [
      [0, 'RIFF'],
      [8, 'WAVEfmt '],
      [36, 'data'],
    ] as const)
      bytes.set(new TextEncoder().encode(text), at);
    for (const [at, value] of [
      [4, bytes.length - 8],
      [16, 16],
      [24, rate],
      [28, 2 * rate],
      [40, bytes.length - 44],
    ] as const)
      view.setUint32(at, value, true);
    for (const [at, value] of [
      [20, 1],
      [22, 1],
      [32, 2],
      [34, 16],
    ] as const)
      view.setUint16(at, value, true);
    for (let i = 0; i < rate * seconds; i++) {
      const gone = (i / rate) % 0.5;
      view.setInt16(44 + 2 * i, 28_000 * Math.exp(-9 * gone) * Math.sin(2 * Math.PI * 220 * gone), true);
    }
    const carried = new DataTransfer();
    carried.items.add(new File([bytes], 'Beats.wav'));
    document
      .querySelector('.window')!
      .dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: carried }));
  });
  await run(page, 'key.first');
  await page.locator('.waveform').waitFor();
  for (let beat = 0; beat < 3; beat++) {
    for (let frame = 0; frame < 15; frame++) await run(page, 'key.stepOn');
    await run(page, 'marker.tap');
  }
  await page.waitForTimeout(500);
  await take(page, 'sound.jpg', handbook);
  await takeCamera(page);
  await takeReference(page);
}

/** A camera that goes round the character, seen from elsewhere. */
async function takeCamera(page: Page): Promise<void> {
  await run(page, 'view.camera.threeQuarter');
  await page.waitForTimeout(600);
  await run(page, 'camera.add');
  await run(page, 'camera.orbitLeft');
  await run(page, 'view.camera.left');
  await page.waitForTimeout(600);
  await page.evaluate(() => {
    window.limber!.viewport!.steer((view) => ({
      ...view,
      target: [1.2, 1.2, 1.6],
      yaw: view.yaw + 0.4,
      pitch: 0.25,
      distance: 10,
    }));
  });
  await page.waitForTimeout(500);
  await take(page, 'camera.jpg', handbook);
  await run(page, 'scene.deleteSelected');
}

/** Pictures in a row beside the character, which are those of the character itself a while later. */
async function takeReference(page: Page): Promise<void> {
  await run(page, 'view.camera.front');
  await run(page, 'key.first');
  await page.evaluate(async () => {
    const carried = new DataTransfer();
    for (const frame of [1, 2]) {
      const drawn = await (await fetch(await window.limber!.viewport!.thumbnail(window.limber!.pose!, 600))).blob();
      carried.items.add(new File([drawn], `footage-${frame}.png`));
      await window.limber!.run('key.last');
    }
    document
      .querySelector('.window')!
      .dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: carried }));
  });
  await page.getByRole('tab', { name: 'Character' }).click();
  for (const [name, value] of Object.entries({ Opacity: 0.8, Size: 0.8, Right: -0.4, Up: 0 })) {
    const slider = page.getByRole('tabpanel', { name: 'Character' }).getByRole('slider', { name, exact: true });
    await slider.fill(String(value));
    await slider.press('Enter');
  }
  await page.waitForTimeout(1000);
  await take(page, 'reference.jpg', handbook);
  await run(page, 'view.reference.remove');
  await takeCheck(page);
}

/** A jump ahead that hangs in the air, as the check finds it and once it is repaired, with the ways of the centre of mass. */
async function takeCheck(page: Page): Promise<void> {
  for (const shown of ['view.show.trails', 'view.show.ghosts']) await show(page, shown, false);
  await run(page, 'key.newClip');
  await run(page, 'pose.resetAll');
  await run(page, 'pose.unpinAll');
  await run(page, 'key.set');
  for (const [frames, up, ahead] of [
    [10, '0', '0'],
    [4, '50', '20'],
    [8, '0', '30'],
    [4, '-50', '20'],
    [14, '0', '0'],
  ] as const) {
    for (let frame = 0; frame < frames; frame++) await run(page, 'key.stepOn');
    await run(page, 'edit.selectAll');
    for (const [axis, centimetres] of [
      ['y', up],
      ['z', ahead],
    ] as const) {
      await run(page, 'pose.move');
      await page.keyboard.press(axis);
      await page.keyboard.type(centimetres);
      await page.keyboard.press('Enter');
    }
    await run(page, 'key.set');
  }
  await run(page, 'edit.deselect');
  await run(page, 'clip.check');
  const flight = page.getByRole('treegrid', { name: 'Issues' }).getByRole('row', { name: /free fall/ });
  await flight.click();
  await run(page, 'edit.deselect');
  await run(page, 'view.camera.left');
  await page.waitForTimeout(600);
  await page.evaluate(() => {
    window.limber!.viewport!.steer((view) => ({ ...view, target: [0, 1, 0.35], yaw: view.yaw + 0.5, pitch: 0.1, distance: 5 }));
  });
  await page.waitForTimeout(1000);
  await take(page, 'check.jpg', handbook);
  await flight.getByRole('button', { name: /^Let it fall freely/ }).click();
  await flight.waitFor({ state: 'detached' });
  // No tip over what comes to lie under the pointer.
  await page.mouse.move(0, 0);
  await run(page, 'key.first');
  for (let frame = 0; frame < 17; frame++) await run(page, 'key.stepOn');
  await page.waitForTimeout(1000);
  await take(page, 'repair.jpg', handbook);
}

/** Shows or hides something in the viewport, whether it was shown before or not. */
async function show(page: Page, command: string, shows = true): Promise<void> {
  const part = command.split('.').at(-1)!;
  const isShown = await page.evaluate((name) => window.limber!.studio.getState().session.view[name as 'trails'], part);
  if (isShown !== shows) await run(page, command);
}

/** Runs a command of the studio as the palette would. */
async function run(page: Page, command: string): Promise<void> {
  await page.evaluate((id) => window.limber!.run(id), command);
}

async function pullHandle(page: Page, [handle, right, down]: Pull, end: 'released' | 'held' = 'released'): Promise<void> {
  const { x, y } = await grabHandle(page, handle);
  await page.mouse.move(x + right, y + down, { steps: 10 });
  if (end === 'released') await page.mouse.up();
}

/** Presses on a handle; where that is, CSS pixels. */
async function grabHandle(page: Page, handle: HandleName): Promise<{ readonly x: number; readonly y: number }> {
  const canvas = await page.locator('.viewport-canvas').boundingBox();
  const at = await page.evaluate((name) => window.limber!.viewport!.handleOnScreen(name), handle);
  if (!canvas || !at) throw new Error(`the handle ${handle} is not on screen`);
  const [x, y] = [canvas.x + at.x, canvas.y + at.y];
  await page.mouse.move(x, y);
  await page.mouse.down();
  return { x, y };
}

async function take(page: Page, name: string, into = pictures): Promise<void> {
  const path = join(into, name);
  await page.screenshot({ path, type: 'jpeg', quality: into === pictures ? 90 : 72 });
  console.log(`${existsSync(path) ? 'Wrote' : 'Could not write'} ${relative(projectFolder, path)}.`);
}
