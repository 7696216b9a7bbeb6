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

/** Seconds to wait for another program that installs packages at the same time. */
const LOCK_SECONDS = 120;

export const THIS_MACHINE: Machine = {
  environment: process.env,
  platform: process.platform,
  isRoot: process.getuid?.() === 0,
  exists: existsSync,
  aptGet(parameters) {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['-o', `DPkg::Lock::Timeout=${LOCK_SECONDS}`, ...parameters], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: environment,
    });
  },
  installPlaywrights() {
    runTool('playwright', ['install', 'chromium']);
  },
};

/** Chromium without a window, as Debian packs it: it draws the same page in two thirds of the processor time. */
const SHELL = '/usr/bin/chromium-headless-shell';

/** Path of a Chromium: the one that LIMBER_CHROMIUM names, the system's, one without a window first, or Playwright's own; null where there is none. */
export function findBrowser(machine: Machine = THIS_MACHINE): string | null {
  if (takesShell(machine) && machine.exists(SHELL)) return SHELL;
  const ofSystem = findSystemBrowser(machine.platform, machine.environment, machine.exists);
  if (ofSystem !== null) return ofSystem;
  const own = chromium.executablePath();
  return machine.exists(own) ? own : null;
}

/** Whether the machine is one that may have the shell, and no other browser is named. */
function takesShell({ platform, environment, exists }: Machine): boolean {
  const named = environment['LIMBER_CHROMIUM'];
  return platform === 'linux' && !(named && exists(named));
}

/** {@link findBrowser}, after installing one where there is none or only one with a window: Debian's package as root, otherwise Playwright's. Says what it does. */
export function findOrInstallBrowser(
  machine: Machine = THIS_MACHINE,
  say: (sentence: string) => void = console.log,
): string | null {
  if (takesShell(machine) && !machine.exists(SHELL) && machine.isRoot && machine.exists('/usr/bin/apt-get')) {
    say('Installing the package "chromium-headless-shell" with apt-get: Chromium without a window, which draws faster.');
    machine.aptGet(['update', '-qq']);
    machine.aptGet(['install', '-y', '-qq', 'chromium-headless-shell']);
  }
  const found = findBrowser(machine);
  if (found !== null) return found;
  say("No Chromium was found: installing Playwright's with `playwright install chromium`.");
  machine.installPlaywrights();
  return findBrowser(machine);
}
