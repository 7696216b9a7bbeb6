import { DISK, type Disk } from '../../electron/files/storage/disk.ts';

/** What a disk was asked to do, in order: `write 100`, `sync`, `rename`. */
export interface FaultyDisk extends Disk {
  readonly log: string[];
}

export interface Faults {
  /** At most so many bytes are taken in one write, as systems may do. */
  readonly mostBytes?: number;
  /** Bytes that fit on it in all; writes that reach the end are cut short, later ones refused. Infinity by default. */
  room?: number;
  /** Thrown by each rename as long as it gives one, and by each removal. */
  readonly renameError?: () => Error | null;
  readonly removeError?: () => Error | null;
}

/** The real disk, with faults. Nothing ever waits. */
export function faultyDisk(faults: Faults): FaultyDisk {
  const log: string[] = [];
  return {
    log,
    async open(path, flags, mode) {
      const file = await DISK.open(path, flags, mode);
      return {
        async write(bytes, offset, length) {
          const { mostBytes = Infinity, room = Infinity } = faults;
          const taken = Math.min(length, mostBytes, room);
          if (taken === 0) throw systemError('ENOSPC');
          if (faults.room !== undefined) faults.room -= taken;
          log.push(`write ${taken}`);
          return file.write(bytes, offset, taken);
        },
        async sync() {
          log.push(flags === 'r' ? 'sync folder' : 'sync');
          await file.sync();
        },
        close: () => file.close(),
      };
    },
    async rename(from, to) {
      const error = faults.renameError?.();
      log.push(error ? 'rename refused' : 'rename');
      if (error) throw error;
      await DISK.rename(from, to);
    },
    async remove(path) {
      const error = faults.removeError?.();
      log.push(error ? 'removal refused' : 'remove');
      if (error) throw error;
      await DISK.remove(path);
    },
    async wait(milliseconds) {
      log.push(`wait ${milliseconds}`);
    },
  };
}

/** As Node throws them: the code stands in the message too. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: words of the system, write '/somewhere'`), { code, syscall: 'write', errno: -1 });
}
