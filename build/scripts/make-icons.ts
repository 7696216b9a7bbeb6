// `npm run icons`: draws the icons of the program and of the kinds of files that it opens, in the sizes and containers that Windows, macOS
// and Linux want.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { FILE_ICONS } from '../file-kinds.mjs';
import { projectFolder } from '../vite-targets.ts';
import { BROWSER_FLAGS, findOrInstallBrowser } from './browser.ts';
import { packIcns, packIco, type Picture } from './icon-files.ts';

const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const LINUX_SIZES = [16, 32, 48, 64, 128, 256, 512];

const folder = join(projectFolder, 'build', 'icons');
const executablePath = findOrInstallBrowser();
if (executablePath === null) throw new Error('a Chromium is needed to draw the icons');
const browser = await chromium.launch({ executablePath, args: [...BROWSER_FLAGS] });
try {
  const page = await browser.newPage();
  const pictures = await drawAll(page, join(projectFolder, 'renderer', 'icon.svg'), SIZES);
  mkdirSync(join(folder, 'linux'), { recursive: true });
  for (const { size, png } of pictures.filter((picture) => LINUX_SIZES.includes(picture.size)))
    writeFileSync(join(folder, 'linux', `${size}x${size}.png`), png);
  writeContainers(join(folder, 'icon'), pictures);
  for (const name of FILE_ICONS) {
    const drawn = await drawAll(page, join(folder, 'kinds', `${name}.svg`), LINUX_SIZES);
    writeContainers(join(folder, 'kinds', name), drawn);
    writeFileSync(join(folder, 'kinds', `${name}.png`), drawn.find(({ size }) => size === 256)!.png);
  }
} finally {
  await browser.close();
}
console.log('Wrote build/icons.');

function writeContainers(path: string, pictures: readonly Picture[]): void {
  writeFileSync(`${path}.ico`, packIco(pictures.filter(({ size }) => size <= 256)));
  writeFileSync(`${path}.icns`, packIcns(pictures));
}

async function drawAll(page: Page, drawing: string, sizes: readonly number[]): Promise<readonly Picture[]> {
  const source = `data:image/svg+xml;base64,${readFileSync(drawing).toString('base64')}`;
  const drawn: Picture[] = [];
  for (const size of sizes) drawn.push({ size, png: await draw(page, source, size) });
  return drawn;
}

async function draw(page: Page, source: string, size: number): Promise<Uint8Array> {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<body style="margin:0;background:transparent"><img src="${source}" width="${size}" height="${size}" alt="" style="display:block">`,
  );
  return page.screenshot({ omitBackground: true });
}
