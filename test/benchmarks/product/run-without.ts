import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Runs a program of this folder in a process of its own, with the sources as they stand without a mechanism; gives what it prints. */
export function runWithout(root: string, program: string, args: readonly string[], without: string): string {
  const here = join(root, 'test', 'benchmarks', 'product');
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--import', join(here, 'replace-source.ts'), join(here, program), ...args],
    { cwd: root, env: { ...process.env, LIMBER_WITHOUT: without }, encoding: 'utf8', maxBuffer: 2 ** 30 },
  );
  if (status !== 0) throw new Error(`${program} without "${without}" did not run: ${stderr}`);
  return stdout;
}
