import { posix } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { findVolumes, THIS_SYSTEM, type VolumeSystem } from '../../../electron/services/volumes.ts';

/** A machine whose folders lie on these devices; what is not named is not there. */
function machine(platform: NodeJS.Platform, devices: Readonly<Record<string, number>>): VolumeSystem {
  return {
    platform,
    user: 'ann',
    names: async (folder) =>
      Object.keys(devices).flatMap((path) => (posix.dirname(path) === folder ? [posix.basename(path)] : [])),
    device: async (folder) => devices[folder] ?? null,
  };
}

describe('the drives and mounted volumes', () => {
  test('of Windows are the letters that answer', async () => {
    expect(await findVolumes(machine('win32', { 'C:\\': 1, 'Z:\\': 2 }))).toEqual([
      { name: 'C:', folder: 'C:\\' },
      { name: 'Z:', folder: 'Z:\\' },
    ]);
  });

  test('of a Mac are those in /Volumes, without the one that it runs from', async () => {
    const devices = { '/Volumes': 1, '/Volumes/Macintosh HD': 1, '/Volumes/Ünïcode Disk': 2 };
    expect(await findVolumes(machine('darwin', devices))).toEqual([{ name: 'Ünïcode Disk', folder: '/Volumes/Ünïcode Disk' }]);
  });

  test('of Linux are what is mounted for the user, in /media or in /mnt, and no plain folder there', async () => {
    const devices = {
      '/': 1,
      '/media': 1,
      '/media/ann': 1,
      '/media/ann/STICK': 2,
      '/run/media/ann': 5,
      '/run/media/ann/Disk': 6,
      '/media/cdrom': 3,
      '/mnt': 1,
      '/mnt/d': 4,
      '/mnt/empty': 1,
    };
    const found = await findVolumes(machine('linux', devices));
    expect(found.map(({ folder }) => folder)).toEqual(['/media/ann/STICK', '/run/media/ann/Disk', '/media/cdrom', '/mnt/d']);
  });

  test('are found without one that does not answer', async () => {
    vi.useFakeTimers();
    try {
      const system = machine('win32', { 'C:\\': 1 });
      const device: VolumeSystem['device'] = (folder) =>
        folder === 'N:\\' ? new Promise<null>(() => {}) : system.device(folder);
      const found = findVolumes({ ...system, device });
      await vi.advanceTimersByTimeAsync(2000);
      expect((await found).map(({ name }) => name)).toEqual(['C:']);
    } finally {
      vi.useRealTimers();
    }
  });

  test('of this machine are folders', async () => {
    for (const { folder } of await findVolumes()) expect(await THIS_SYSTEM.device(folder)).not.toBeNull();
  });
});
