import { app, net, shell, type BrowserWindow } from 'electron';
import type { Application } from '../../application.ts';
import type { UpdateState } from '../../contract.ts';
import type { Fetch } from '../../services/updates/download.ts';
import { packageKindOf } from '../../services/updates/package-kind.ts';
import { createUpdates, type Updates } from '../../services/updates/updates.ts';
import { createUpdateInstaller } from './update-installer.ts';

/** Milliseconds between two looks for a later version, while the program runs and the user wants it. */
const BETWEEN_LOOKS = 24 * 60 * 60 * 1000;

/** Later versions, and how one that is wanted is installed when the program ends. */
interface DesktopUpdates {
  readonly updates: Updates;
  /** As `finish` of the installer. */
  finish(): Promise<void>;
}

/** Later versions for the desktop program, whose releases lie at its home page. `changed` hears of every step. */
export function createDesktopUpdates(
  { version, homepage, releaseKeys }: Application,
  dataFolder: string,
  window: BrowserWindow,
  changed: (state: UpdateState) => void,
): DesktopUpdates {
  const kind = packageKindOf({ platform: process.platform, environment: process.env, isPackaged: app.isPackaged });
  // The system's proxy and certificates hold for Chromium's own network.
  const fetch: Fetch = (address, options) => net.fetch(address, options);
  const installer = createUpdateInstaller({
    kind,
    window,
    fetch,
    addressOf: (found, name) => `${homepage}/releases/download/v${found}/${name}`,
  });
  const updates = createUpdates({
    version,
    architecture: process.arch,
    kind,
    address: `${homepage}/releases/latest/download`,
    keys: releaseKeys,
    dataFolder,
    fetch,
    installer,
    openPage: (found) => void shell.openExternal(`${homepage}/releases/tag/v${found}`),
    changed,
  });
  return { updates, finish: async () => installer?.finish() };
}

/** Looks once a character is shown, and every day from then on: both do nothing where the user did not switch it on. */
export function lookRegularly(updates: Updates): () => void {
  let timer: NodeJS.Timeout | null = null;
  return () => {
    if (timer) return;
    void updates.look();
    timer = setInterval(() => void updates.look(), BETWEEN_LOOKS);
    timer.unref();
  };
}
