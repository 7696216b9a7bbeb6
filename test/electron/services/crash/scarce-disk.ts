import { open, type FileHandle } from 'node:fs/promises';
import { systemError } from '../../../helpers/faulty-disk.ts';

/** How much of a disk is free, in bytes; it may be changed at any time. */
export interface ScarceDisk {
  room: number;
}

type Write = (data: Uint8Array | string, ...more: unknown[]) => Promise<unknown>;

/**
 * Makes every file of this process lie on a disk with little room, whoever writes it: a write that does not fit takes what does, one that
 * finds no room at all is refused, as the system does.
 */
export async function makeDiskScarce(): Promise<ScarceDisk> {
  const disk: ScarceDisk = { room: Infinity };
  const probe = await open(import.meta.filename, 'r');
  const prototype = Object.getPrototypeOf(probe) as Record<'write' | 'writeFile' | 'appendFile', Write>;
  await probe.close();

  const write = prototype.write;
  prototype.write = function (this: FileHandle, data, ...more) {
    if (typeof data === 'string') throw new TypeError('expected bytes to write, got text');
    const [offset = 0, size = data.byteLength - Number(offset), ...rest] = more;
    const taken = Math.min(Number(size), disk.room);
    if (taken === 0 && size !== 0) return Promise.reject(systemError('ENOSPC'));
    disk.room -= taken;
    return Reflect.apply(write, this, [data, offset, taken, ...rest]);
  };
  for (const name of ['writeFile', 'appendFile'] as const) {
    const whole = prototype[name];
    prototype[name] = async function (this: FileHandle, data, ...more) {
      const bytes = typeof data === 'string' ? Buffer.from(data) : data;
      const taken = Math.min(bytes.byteLength, disk.room);
      disk.room -= taken;
      await Reflect.apply(whole, this, [bytes.subarray(0, taken), ...more]);
      if (taken < bytes.byteLength) throw systemError('ENOSPC');
    };
  }
  return disk;
}
