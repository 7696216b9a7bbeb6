// `npm run icons`: draws renderer/icon.svg in the sizes and containers that Windows, macOS and Linux want.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { projectFolder } from '../vite-targets.ts';
import { BROWSER_FLAGS, findOrInstallBrowser } from './browser.ts';
import { packIcns, packIco, type Picture } from './icon-files.ts';

const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const LINUX_SIZES = [16, 32, 48, 64, 128, 256, 512];

const drawing = readFileSync(join(projectFolder, 'renderer', 'icon.svg'), 'utf8');
const folder = join(projectFolder, 'build', 'icons');
const pictures = await drawAll();

mkdirSync(join(folder, 'linux'), { recursive: true });
for (const { size, png } of pictures.filter((picture) => LINUX_SIZES.includes(picture.size))) {
  writeFileSync(join(folder, 'linux', `${size}x${size}.png`), png);
}
writeFileSync(join(folder, 'icon.ico'), packIco(pictures.filter(({ size }) => size <= 256)));
writeFileSync(join(folder, 'icon.icns'), packIcns(pictures));
console.log('Wrote build/icons.');

async function drawAll(): Promise<readonly Picture[]> {
  const executablePath = findOrInstallBrowser();
  if (executablePath === null) throw new Error('a Chromium is needed to draw the icons');
  const browser = await chromium.launch({ executablePath, args: [...BROWSER_FLAGS] });
  try {
    const page = await browser.newPage();
    const drawn: Picture[] = [];
    for (const size of SIZES) drawn.push({ size, png: await draw(page, size) });
    return drawn;
  } finally {
    await browser.close();
  }
}

async function draw(page: Page, size: number): Promise<Uint8Array> {
  await page.setViewportSize({ width: size, height: size });
  const source = `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;
  await page.setContent(
    `<body style="margin:0;background:transparent"><img src="${source}" width="${size}" height="${size}" alt="" style="display:block">`,
  );
  return page.screenshot({ omitBackground: true });
}
