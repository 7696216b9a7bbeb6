import type { BrowserWindow } from 'electron';
import type { AppUpdater } from 'electron-updater';
import { rm } from 'node:fs/promises';
import type { PackageKind } from '../../services/updates/package-kind.ts';
import type { UpdateInstaller } from '../../services/updates/updates.ts';
import { tryProgram } from './try-program.ts';

export interface InstallerPlace {
  readonly kind: PackageKind;
  readonly window: Pick<BrowserWindow, 'once' | 'close'>;
  /** Where a file of a version lies. */
  readonly addressOf: (version: string, name: string) => string;
  /** Default: the library's for Electron, which is read only when it is needed. */
  readonly makeUpdater?: () => Promise<AppUpdater>;
}

/** Replaces the running program with the help of electron-updater; null for kinds that are not replaced from inside. */
export function createUpdateInstaller({ kind, window, addressOf, makeUpdater }: InstallerPlace): UpdateInstaller | null {
  if (kind !== 'installer' && kind !== 'mac' && kind !== 'appImage') return null;
  let updater: Promise<AppUpdater> | null = null;
  let isWanted = false;
  const library = () => import('./library-updater.ts');
  const present = () => (updater ??= makeUpdater?.() ?? library().then(({ libraryUpdater }) => libraryUpdater(kind)));
  return {
    async fetch(release, file, onProgress) {
      const { fetchWith } = await library();
      const wanted = { release, file, address: addressOf(release.version, file.name) };
      const path = await fetchWith(await present(), wanted, onProgress);
      try {
        await tryProgram(kind, path);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
    installAndRestart() {
      // A window with unsaved work may stay open; the next time that it closes will do.
      if (!isWanted) window.once('closed', () => void present().then((ready) => ready.quitAndInstall(true, true)));
      isWanted = true;
      window.close();
    },
  };
}
