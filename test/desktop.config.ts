import { defineConfig } from '@playwright/test';
import { LEFT_OUT } from './helpers/extent.ts';

/** The journeys on the packed program: a real Electron, on a display of its own. */
export default defineConfig({
  testDir: 'journeys/desktop',
  testMatch: '**/*.spec.ts',
  ...LEFT_OUT,
  outputDir: '../test-results/desktop',
  globalSetup: './journeys/desktop/set-up.ts',
  // Every journey has a folder and a program of its own, every worker a display.
  workers: 2,
  fullyParallel: true,
  retries: process.env['CI'] ? 1 : 0,
  // For what hangs; a busy machine is no failure.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  projects: [{ name: 'desktop' }],
});
