import { existsSync } from 'node:fs';

/** Where systems keep Chromium and its relatives. */
const SYSTEM_BROWSERS = /** @type {Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>>} */ ({
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/opt/google/chrome/chrome',
    '/usr/bin/microsoft-edge',
    '/opt/microsoft/msedge/msedge',
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
});

/**
 * Path of a Chromium: the one that LIMBER_CHROMIUM names, or the system's; null where there is none.
 * @param {NodeJS.Platform} platform
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @param {(path: string) => boolean} exists
 * @returns {string | null}
 */
export function findSystemBrowser(platform, environment, exists = existsSync) {
  const named = environment['LIMBER_CHROMIUM'];
  return [...(named ? [named] : []), ...(SYSTEM_BROWSERS[platform] ?? [])].find((path) => exists(path)) ?? null;
}
