import { describe, expect, test } from 'vitest';
import { findBrowser, findOrInstallBrowser, type Machine } from '../../build/scripts/browser.ts';

const SHELL = '/usr/bin/chromium-headless-shell';

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

  test('is one without a window before one with a window, unless another is named', () => {
    const files = ['/usr/bin/chromium', SHELL, '/opt/mine'];
    expect(findBrowser(machine({ files }).made)).toBe(SHELL);
    expect(findBrowser(machine({ files, environment: { LIMBER_CHROMIUM: '/opt/mine' } }).made)).toBe('/opt/mine');
  });

  test('is not installed where there is one', () => {
    for (const options of [
      { files: [SHELL, '/usr/bin/apt-get'], isRoot: true },
      { files: ['/usr/bin/chromium', '/usr/bin/apt-get'] },
      { files: ['/usr/bin/chromium'], isRoot: true },
      { files: ['/opt/mine', '/usr/bin/apt-get'], isRoot: true, environment: { LIMBER_CHROMIUM: '/opt/mine' } },
    ]) {
      const { made, done } = machine(options);
      expect(findOrInstallBrowser(made)).toBe(options.files[0]);
      expect(done).toEqual([]);
    }
  });

  test("comes with Debian's package for root, also beside one with a window, and that is said", () => {
    for (const files of [['/usr/bin/apt-get'], ['/usr/bin/apt-get', '/usr/bin/chromium']]) {
      const { made, done } = machine({ files, isRoot: true, apt: SHELL });
      const said: string[] = [];
      expect(findOrInstallBrowser(made, (sentence) => said.push(sentence))).toBe(SHELL);
      expect(done).toEqual(['apt-get update -qq', 'apt-get install -y -qq chromium-headless-shell']);
      expect(said).toEqual([
        'Installing the package "chromium-headless-shell" with apt-get: Chromium without a window, which draws faster.',
      ]);
    }
  });

  test('is the one with a window where apt-get does not have the other', () => {
    const { made } = machine({ files: ['/usr/bin/apt-get', '/usr/bin/chromium'], isRoot: true });
    expect(findOrInstallBrowser(made, () => {})).toBe('/usr/bin/chromium');
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
