import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Runs npm in a folder, silently; returns what it printed. */
export function runNpm(folder: string, ...parameters: readonly string[]): string {
  const isWindows = process.platform === 'win32';
  const run = spawnSync(isWindows ? 'npm.cmd' : 'npm', ['--silent', ...parameters], {
    cwd: folder,
    encoding: 'utf8',
    shell: isWindows,
  });
  if (run.status !== 0) throw new Error(`npm ${parameters[0]} failed: ${run.stderr}`);
  return run.stdout.trim();
}

/** Packs the package in `folder` into a tarball in `into`; returns its path. */
export function packPackage(folder: string, into: string): string {
  return join(into, runNpm(into, 'pack', folder, '--pack-destination', into).split('\n').at(-1)!);
}
