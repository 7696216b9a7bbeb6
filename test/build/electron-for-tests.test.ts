import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Machine } from '../../build/scripts/browser.ts';
import { bringDisplay } from '../../build/scripts/desktop/display-packages.ts';
import { chooseElectron } from '../../build/scripts/desktop/electron-for-tests.ts';
import { checkIntegrity } from '../../build/scripts/desktop/pinned-electron.ts';

/** Where Debian has what the journeys need. */
const PACKAGE_OF: Readonly<Record<string, string>> = {
  '/usr/bin/Xvfb': 'xvfb',
  '/usr/bin/openbox': 'openbox',
  '/usr/bin/xdotool': 'xdotool',
  '/usr/bin/gio': 'libglib2.0-bin',
  '/usr/bin/update-mime-database': 'shared-mime-info',
};

/** A Debian where apt-get brings what it is asked for, if it brings anything. */
function debian({ isRoot, brings }: { readonly isRoot: boolean; readonly brings: boolean }) {
  const installed = new Set<string>();
  const done: string[] = [];
  const machine: Machine = {
    environment: {},
    platform: 'linux',
    isRoot,
    exists: (path) => path === '/usr/bin/apt-get' || installed.has(PACKAGE_OF[path] ?? ''),
    aptGet(parameters) {
      done.push(parameters.join(' '));
      if (brings && parameters[0] === 'install') for (const name of parameters) installed.add(name);
    },
    installPlaywrights: () => {},
  };
  const missingLibraries = () => (installed.has('libnss3') ? [] : ['libnss3.so']);
  return { machine, done, bring: () => bringDisplay('electron', machine, missingLibraries, () => {}) };
}

describe('the Electron of the desktop journeys', () => {
  const nowhere = async () => ({ path: null, reason: "Electron's program is not here" });
  const pinned = async () => '/pinned';
  const fails = async () => {
    throw new Error('there is no npm to fetch it with');
  };

  test('is that of package.json, else the one that is named, else the pinned one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'limber-electrons-'));
    const unpacked = (name: string) => {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'version'), 'v1.0.0');
      return { path: join(folder, name, 'electron') };
    };
    const [mine, other] = [unpacked('own'), unpacked('named')];
    const [own, named] = [async () => mine, () => other];
    expect(await chooseElectron({ own, named, pinned })).toBe(join(folder, 'own'));
    expect(await chooseElectron({ own: nowhere, named, pinned })).toBe(join(folder, 'named'));
    rmSync(folder, { recursive: true });
    expect(await chooseElectron({ own: nowhere, named: () => null, pinned })).toBe('/pinned');
  });

  test('is missing with a sentence where none of them can be had', async () => {
    const misnamed = () => ({ path: null, reason: 'LIMBER_ELECTRON names "/x", which is not there' });
    await expect(chooseElectron({ own: nowhere, named: misnamed, pinned })).rejects.toThrow('names "/x", which is not there');
    await expect(chooseElectron({ own: nowhere, named: () => null, pinned: fails })).rejects.toThrow(
      "Electron's program is not here, and the one for tests cannot be had: there is no npm to fetch it with",
    );
  });
});

describe('the display of the desktop journeys', () => {
  test('is installed by the administrator, with the libraries that Electron lacks, and only once', () => {
    const { done, bring } = debian({ isRoot: true, brings: true });
    bring();
    expect(done).toEqual([
      'update -qq',
      'install -y -qq --no-install-recommends xvfb openbox xdotool libglib2.0-bin shared-mime-info libnss3',
    ]);
    bring();
    expect(done).toHaveLength(2);
  });

  test('is asked for in a sentence where it cannot be installed', () => {
    const wanted =
      'there is no display to run it on; install it with "sudo apt-get install xvfb openbox xdotool libglib2.0-bin shared-mime-info libnss3"';
    expect(debian({ isRoot: false, brings: true }).bring).toThrow(wanted);
    expect(debian({ isRoot: true, brings: false }).bring).toThrow(wanted);
  });
});

describe('the pinned Electron', () => {
  test('is used only if it is the one that was pinned', () => {
    const bytes = new TextEncoder().encode('Electron');
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    expect(() => checkIntegrity(bytes, integrity)).not.toThrow();
    bytes[0]! ^= 1;
    expect(() => checkIntegrity(bytes, integrity)).toThrow('the registry sent another');
  });
});
