import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { runTool } from './tools.ts';

/** Where systems keep Chromium and its relatives. */
const SYSTEM_BROWSERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/opt/google/chrome/chrome',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

/** Flags that make Chromium draw WebGL on any machine and talk to nobody. */
export const BROWSER_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** Path of a Chromium: the one that LIMBER_CHROMIUM names, the system's, or Playwright's own; null where there is none. */
export function findBrowser(): string | null {
  const named = process.env['LIMBER_CHROMIUM'];
  const candidates = [...(named ? [named] : []), ...(SYSTEM_BROWSERS[process.platform] ?? []), chromium.executablePath()];
  return candidates.find((path) => existsSync(path)) ?? null;
}

/** {@link findBrowser}, after installing one where there is none: Debian's package as root, otherwise Playwright's. Says what it does. */
export function findOrInstallBrowser(): string | null {
  const found = findBrowser();
  if (found !== null) return found;
  if (mayInstallPackages()) {
    console.log('No Chromium was found: installing the package "chromium" with apt-get.');
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const parameters of [
      ['update', '-qq'],
      ['install', '-y', '-qq', 'chromium'],
    ]) {
      spawnSync('apt-get', parameters, { stdio: ['ignore', 'ignore', 'inherit'], env: environment });
    }
    const installed = findBrowser();
    if (installed !== null) return installed;
  }
  console.log("No Chromium was found: installing Playwright's with `playwright install chromium`.");
  runTool('playwright', ['install', 'chromium']);
  return findBrowser();
}

function mayInstallPackages(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}
