import { describe, expect, test } from 'vitest';
import { findBrowser, findOrInstallBrowser, type Machine } from '../../build/scripts/browser.ts';

/** A machine that has the given files, where each way to install brings one more. */
function machine(
  options: Partial<Machine> & { readonly files?: readonly string[]; readonly apt?: string; readonly playwright?: RegExp },
) {
  const files = new Set(options.files);
  const done: string[] = [];
  let isPlaywrightThere = false;
  const made: Machine = {
    environment: {},
    platform: 'linux',
    isRoot: false,
    exists: (path) => files.has(path) || (isPlaywrightThere && (options.playwright?.test(path) ?? false)),
    aptGet(parameters) {
      done.push(`apt-get ${parameters.join(' ')}`);
      if (options.apt && parameters[0] === 'install') files.add(options.apt);
    },
    installPlaywrights() {
      done.push('playwright install');
      isPlaywrightThere = true;
    },
    ...options,
  };
  return { made, done };
}

describe('the browser of the journeys', () => {
  test('is the one that LIMBER_CHROMIUM names, before the system has its say', () => {
    const { made } = machine({ files: ['/opt/mine', '/usr/bin/chromium'], environment: { LIMBER_CHROMIUM: '/opt/mine' } });
    expect(findBrowser(made)).toBe('/opt/mine');
  });

  test("is the system's Chromium or one of its relatives", () => {
    expect(findBrowser(machine({ files: ['/usr/bin/google-chrome'] }).made)).toBe('/usr/bin/google-chrome');
    const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    expect(findBrowser(machine({ files: [mac], platform: 'darwin' }).made)).toBe(mac);
  });

  test('is not installed where there is one', () => {
    const { made, done } = machine({ files: ['/usr/bin/chromium'], isRoot: true });
    expect(findOrInstallBrowser(made)).toBe('/usr/bin/chromium');
    expect(done).toEqual([]);
  });

  test("comes with Debian's package for root, and that is said", () => {
    const { made, done } = machine({ files: ['/usr/bin/apt-get'], isRoot: true, apt: '/usr/bin/chromium' });
    const said: string[] = [];
    expect(findOrInstallBrowser(made, (sentence) => said.push(sentence))).toBe('/usr/bin/chromium');
    expect(done).toEqual(['apt-get update -qq', 'apt-get install -y -qq chromium']);
    expect(said).toEqual(['No Chromium was found: installing the package "chromium" with apt-get.']);
  });

  test("is Playwright's for everyone else, and where apt-get had none", () => {
    for (const options of [
      { files: ['/usr/bin/apt-get'] },
      { files: ['/usr/bin/apt-get'], isRoot: true },
      { platform: 'win32' as const },
    ]) {
      const { made, done } = machine({ ...options, playwright: /ms-playwright/ });
      expect(findOrInstallBrowser(made, () => {})).toMatch(/ms-playwright/);
      expect(done.at(-1)).toBe('playwright install');
    }
  });

  test('is null where nothing could be installed', () => {
    expect(findOrInstallBrowser(machine({}).made, () => {})).toBeNull();
  });
});
