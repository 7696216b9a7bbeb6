import {
  AppImageUpdater,
  MacUpdater,
  NsisUpdater,
  Provider,
  type AppUpdater,
  type ResolvedUpdateFileInfo,
  type UpdateInfo,
} from 'electron-updater';
import { dirname } from 'node:path';
import { download, type Fetch } from '../../services/updates/download.ts';
import type { PackageKind } from '../../services/updates/package-kind.ts';
import type { Release, ReleaseFile } from '../../services/updates/release.ts';
import { replaceProgram } from './replace-program.ts';

/** What the library knows of the program around it; tests put their own here. */
export type UpdaterApp = NonNullable<ConstructorParameters<typeof NsisUpdater>[1]>;

/** A file of a release whose signature was found to be good, and where it lies. */
export interface Wanted {
  readonly release: Release;
  readonly file: ReleaseFile;
  readonly address: string;
}

/** Tells the library of a release that was read before, so that it asks nobody itself. */
function providerOf({ release, file, address }: Wanted) {
  return class extends Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: unknown) {
      super(runtime as never);
    }

    async getLatestVersion(): Promise<UpdateInfo> {
      const { name, sha512, bytes } = file;
      return { version: release.version, files: [{ url: name, sha512, size: bytes }], path: name, sha512, releaseDate: '' };
    }

    resolveFiles({ files }: UpdateInfo): ResolvedUpdateFileInfo[] {
      return files.map((info) => ({ url: new URL(address), info }));
    }
  };
}

/** The library removes the present AppImage before it moves the new one there: whatever broke off in between would leave none. */
class ReplacingUpdater extends AppImageUpdater {
  protected override doInstall({ isForceRunAfter }: { readonly isForceRunAfter: boolean }): boolean {
    const present = process.env['APPIMAGE'];
    if (present === undefined || this.installerPath === null) return false;
    replaceProgram(present, this.installerPath);
    if (isForceRunAfter) void this.spawnLog(present, [], { ...process.env, APPIMAGE_SILENT_INSTALL: 'true' });
    return true;
  }
}

/** The library's updater of a kind of package, which does nothing by itself. */
export function libraryUpdater(kind: PackageKind, app?: UpdaterApp): AppUpdater {
  const updater = create(kind, app);
  updater.logger = null;
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.disableWebInstaller = true;
  // It would fetch other files first, which nobody signed.
  updater.disableDifferentialDownload = true;
  return updater;
}

function create(kind: PackageKind, app?: UpdaterApp): AppUpdater {
  if (kind === 'installer') return new NsisUpdater(null, app);
  // On a Mac the system's own updater installs, and the library knows it by Electron alone.
  if (kind === 'mac') return new MacUpdater(undefined, app);
  return new ReplacingUpdater(null, app);
}

/**
 * Fetches a file and gives the path where it lies, checked against its size and SHA-512. The library decides where that is, and remembers it for
 * the installation. Rejects with an `Error`, whose message is the end of a sentence.
 */
export async function fetchWith(
  updater: AppUpdater,
  { release, file, address }: Wanted,
  fetch: Fetch,
  onProgress: (share: number) => void,
): Promise<string> {
  updater.setFeedURL({ provider: 'custom', updateProvider: providerOf({ release, file, address }) });
  // What the library fetches with; its own would begin anew where the network breaks off. The folder above is not emptied by it.
  const executor = {
    async download(_address: URL, destination: string): Promise<string> {
      await download({ address, file, folder: dirname(dirname(destination)), fetch, onProgress }, destination);
      return destination;
    },
  };
  Object.assign(updater, { httpExecutor: executor });
  await updater.checkForUpdates();
  const [path] = await updater.downloadUpdate();
  if (path === undefined) throw new Error('there was nothing to fetch');
  return path;
}
