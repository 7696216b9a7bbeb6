import { app, type BrowserWindow } from 'electron';
import type { AppUpdater } from 'electron-updater';
import { rm } from 'node:fs/promises';
import type { Fetch } from '../../services/updates/download.ts';
import type { PackageKind } from '../../services/updates/package-kind.ts';
import type { UpdateInstaller } from '../../services/updates/updates.ts';
import { tryProgram } from './try-program.ts';

export interface InstallerPlace {
  readonly kind: PackageKind;
  readonly window: Pick<BrowserWindow, 'close'>;
  /** Where a file of a version lies. */
  readonly addressOf: (version: string, name: string) => string;
  readonly fetch: Fetch;
  /** Default: the library's for Electron, which is read only when it is needed. */
  readonly makeUpdater?: () => Promise<AppUpdater>;
}

/** An installer that begins once everything of the running program is written. */
export interface DesktopInstaller extends UpdateInstaller {
  /** Installs what is wanted; at once where nothing is. Called when the program would end, which waits for it. */
  finish(): Promise<void>;
}

/** Milliseconds that the system's own updater may take on a Mac. */
const HANDING_OVER = 300_000;

/** Replaces the running program with the help of electron-updater; null for kinds that are not replaced from inside. */
export function createUpdateInstaller({ kind, window, addressOf, fetch, makeUpdater }: InstallerPlace): DesktopInstaller | null {
  if (kind !== 'installer' && kind !== 'mac' && kind !== 'appImage') return null;
  let updater: Promise<AppUpdater> | null = null;
  let isWanted = false;
  const library = () => import('./library-updater.ts');
  const present = () => (updater ??= makeUpdater?.() ?? library().then(({ libraryUpdater }) => libraryUpdater(kind)));
  return {
    async fetch(release, file, onProgress) {
      const { fetchWith } = await library();
      const wanted = { release, file, address: addressOf(release.version, file.name) };
      const path = await fetchWith(await present(), wanted, fetch, onProgress);
      try {
        await tryProgram(kind, path);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
    installAndRestart() {
      // A window with unsaved work may stay open; the next time that it closes will do.
      isWanted = true;
      window.close();
    },
    async finish() {
      if (!isWanted) return;
      const ready = await present();
      // The program that is started would else hand over to this one.
      app.releaseSingleInstanceLock();
      if (kind === 'mac') await handOver(ready);
      else ready.quitAndInstall(true, true);
    },
  };
}

/**
 * On a Mac the system's updater (Squirrel) still has to unpack the program when it is told to install: it works within this process, and ends
 * it when it is done. Where it fails, or takes too long, the present program stays.
 */
function handOver(updater: AppUpdater): Promise<void> {
  return new Promise((done) => {
    updater.once('error', () => done());
    setTimeout(done, HANDING_OVER);
    updater.quitAndInstall();
  });
}
