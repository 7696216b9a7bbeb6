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

/** What finding and installing touches outside this process; tests put their own machine here. */
export interface Machine {
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly isRoot: boolean;
  exists(path: string): boolean;
  aptGet(parameters: readonly string[]): void;
  installPlaywrights(): void;
}

const THIS_MACHINE: Machine = {
  environment: process.env,
  platform: process.platform,
  isRoot: process.getuid?.() === 0,
  exists: existsSync,
  aptGet(parameters) {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', [...parameters], { stdio: ['ignore', 'ignore', 'inherit'], env: environment });
  },
  installPlaywrights() {
    runTool('playwright', ['install', 'chromium']);
  },
};

/** Path of a Chromium: the one that LIMBER_CHROMIUM names, the system's, or Playwright's own; null where there is none. */
export function findBrowser(machine: Machine = THIS_MACHINE): string | null {
  const named = machine.environment['LIMBER_CHROMIUM'];
  const candidates = [...(named ? [named] : []), ...(SYSTEM_BROWSERS[machine.platform] ?? []), chromium.executablePath()];
  return candidates.find((path) => machine.exists(path)) ?? null;
}

/** {@link findBrowser}, after installing one where there is none: Debian's package as root, otherwise Playwright's. Says what it does. */
export function findOrInstallBrowser(
  machine: Machine = THIS_MACHINE,
  say: (sentence: string) => void = console.log,
): string | null {
  const found = findBrowser(machine);
  if (found !== null) return found;
  if (machine.platform === 'linux' && machine.isRoot && machine.exists('/usr/bin/apt-get')) {
    say('No Chromium was found: installing the package "chromium" with apt-get.');
    machine.aptGet(['update', '-qq']);
    machine.aptGet(['install', '-y', '-qq', 'chromium']);
    const installed = findBrowser(machine);
    if (installed !== null) return installed;
  }
  say("No Chromium was found: installing Playwright's with `playwright install chromium`.");
  machine.installPlaywrights();
  return findBrowser(machine);
}
