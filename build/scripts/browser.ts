import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findSystemBrowser } from '../../electron/browser/browsers.mjs';
import { runTool } from './tools.ts';

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
  const ofSystem = findSystemBrowser(machine.platform, machine.environment, machine.exists);
  if (ofSystem !== null) return ofSystem;
  const own = chromium.executablePath();
  return machine.exists(own) ? own : null;
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
