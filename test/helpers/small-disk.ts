import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own, in memory. */
export interface SmallDisk {
  readonly folder: string;
  /** Makes it readable only, or writable again. */
  setReadOnly(readOnly: boolean): void;
  remove(): void;
}

/** Mounts a disk of so many bytes; prints why and gives null where that is not allowed (Linux, as the administrator only). */
export function mountSmallDisk(bytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'limber-disk-'));
  const refusal = process.platform === 'linux' ? mount(['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder]) : 'not on Linux';
  if (refusal !== null) {
    console.log(`SKIP a small disk cannot be mounted here: ${refusal}`);
    return null;
  }
  return {
    folder,
    setReadOnly: (readOnly) => void mount(['-o', `remount,${readOnly ? 'ro' : 'rw'}`, folder]),
    remove: () => void spawnSync('umount', ['-l', folder]),
  };
}

function mount(parameters: readonly string[]): string | null {
  const { status, stderr, error } = spawnSync('mount', parameters, { encoding: 'utf8' });
  return status === 0 ? null : (error?.message ?? stderr.trim());
}
