import { readdir, stat } from 'node:fs/promises';
import { posix } from 'node:path';
import type { Place } from '../contract.ts';
import { loginName } from '../files/project/user-state.ts';

/** What finding drives asks the system; tests put their own here. */
export interface VolumeSystem {
  readonly platform: NodeJS.Platform;
  readonly user: string;
  /** Names of what lies in a folder; empty where it cannot be read. */
  names(folder: string): Promise<readonly string[]>;
  /** The number of the device that a folder lies on; null where there is no such folder. */
  device(folder: string): Promise<number | null>;
}

/** What `--allow` takes in place of a folder for all of them; a folder of this name is `./drives`. */
export const ALL_DRIVES = 'drives';

/** Milliseconds that a drive has to answer: one on a network that is not there would keep everybody waiting. */
const PATIENCE = 1500;

export const THIS_SYSTEM: VolumeSystem = {
  platform: process.platform,
  user: loginName(),
  names: (folder) => readdir(folder).catch(() => []),
  device: (folder) =>
    stat(folder).then(
      (found) => (found.isDirectory() ? found.dev : null),
      () => null,
    ),
};

/** The drives of a Windows machine, and the volumes that are mounted on another, by the names that their users know. */
export async function findVolumes(system: VolumeSystem = THIS_SYSTEM): Promise<readonly Place[]> {
  const candidates = await candidatesOf(system);
  const found = await Promise.all(candidates.map(async (place) => ((await isVolume(place.folder, system)) ? [place] : [])));
  return found.flat();
}

async function candidatesOf({ platform, user, names }: VolumeSystem): Promise<readonly Place[]> {
  if (platform === 'win32')
    return 'CDEFGHIJKLMNOPQRSTUVWXYZ'.split('').map((letter) => ({ name: `${letter}:`, folder: `${letter}:\\` }));
  const parents = platform === 'darwin' ? ['/Volumes'] : [`/media/${user}`, `/run/media/${user}`, '/media', '/mnt'];
  const listed = await Promise.all(
    parents.map(async (parent) => (await names(parent)).map((name) => ({ name, folder: posix.join(parent, name) }))),
  );
  return platform === 'darwin' ? listed.flat() : [...listed.flat(), { name: '/mnt', folder: '/mnt' }];
}

/** A volume is another device than the folder around it; a Windows drive is one when it answers. */
async function isVolume(folder: string, { platform, device }: VolumeSystem): Promise<boolean> {
  const own = await inTime(device(folder));
  if (own === null) return false;
  return platform === 'win32' || own !== (await inTime(device(posix.dirname(folder))));
}

async function inTime(answer: Promise<number | null>): Promise<number | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
