import { defineConfig } from '@playwright/test';
import { BROWSER_FLAGS, findBrowser } from '../build/scripts/browser.ts';
import { keepCompiled } from './helpers/compile-cache.ts';
import { LEFT_OUT } from './helpers/extent.ts';

keepCompiled();

const browser = findBrowser();

/** What only the desktop program does, in a stand-in for Electron. */
const DESKTOP = '**/desktop.spec.ts';

/** What the command line draws without a window, whichever shell carries the studio. */
const WINDOWLESS = '**/windowless.spec.ts';

/** Journeys on the packed program have a configuration of their own, `desktop.config.ts`. */
const PACKED = '**/journeys/desktop/**';

/** Pictures that are kept are drawn as a user sees them. */
const KEEPS_PICTURES = process.env['LIMBER_PICTURES'] !== undefined;

/** Journeys ask what a picture shows, not how smooth its edges are; smoothing them without a graphics card takes a fifth of their time. */
const PLAIN_PICTURES = KEEPS_PICTURES ? [] : ['--webgl-antialiasing-mode=none', '--disable-gpu-rasterization'];

export default defineConfig({
  testDir: 'journeys',
  testMatch: '**/*.spec.ts',
  ...LEFT_OUT,
  outputDir: '../test-results',
  // One page leaves a third of two cores unused; every journey has a folder, a host and a page of its own.
  workers: 2,
  fullyParallel: true,
  // A browser on a busy machine now and then orders events anew: such a journey is repeated once, and `npm test` names it.
  retries: process.env['CI'] ? 1 : 0,
  // For what hangs; a busy machine is no failure.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  use: {
    viewport: { width: 1120, height: 700 },
    // Half as many pixels each way: they are drawn without a graphics card, and hit tests, layouts and words do not depend on them.
    deviceScaleFactor: KEEPS_PICTURES ? 1 : 0.5,
    // Flights of the camera and transitions are waited for in real time; journeys that look at motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Snapshots of the page at every step would take a quarter of the time.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: { ...(browser === null ? {} : { executablePath: browser }), args: [...BROWSER_FLAGS, ...PLAIN_PICTURES] },
  },
  projects: [
    { name: 'browser', testIgnore: [DESKTOP, WINDOWLESS, PACKED] },
    { name: 'stand-in', testMatch: DESKTOP },
    { name: 'windowless', testMatch: WINDOWLESS },
  ],
});
