import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../vite-targets.ts';
import { runNpm } from './pack.ts';

/** An engine that runs JavaScript files: how its packages are called for Linux, macOS and Windows, and what comes before the file. */
export interface Engine {
  readonly name: string;
  readonly version: string;
  readonly packageOf: (platform: NodeJS.Platform, arch: string) => string;
  readonly program: string;
  readonly parameters: readonly string[];
}

const node = (version: string): Engine => ({
  name: 'Node',
  version,
  packageOf: (platform, arch) => `node-${platform === 'win32' ? 'win' : platform}-${arch}`,
  program: join('bin', 'node'),
  parameters: [],
});

/** The oldest of each range that `engines` of package.json allows. */
export const OLDEST_ENGINES: readonly Engine[] = [node('20.19.0'), node('22.12.0')];

/** The newest of these ranges, the line after them, and engines that are no Node. */
export const FURTHER_ENGINES: readonly Engine[] = [
  node('20.20.2'),
  node('22.23.3'),
  node('26.12.1'),
  {
    name: 'Deno',
    version: '2.9.6',
    packageOf: (platform, arch) => `@deno/${platform}-${arch === 'x64' ? 'x64' : 'arm64'}${platform === 'linux' ? '-glibc' : ''}`,
    program: 'deno',
    parameters: ['run', '--quiet', '--allow-read', '--node-modules-dir=manual'],
  },
  {
    name: 'Bun',
    version: '1.4.5',
    packageOf: (platform, arch) =>
      `@oven/bun-${platform === 'win32' ? 'windows' : platform}-${arch === 'x64' ? 'x64' : 'aarch64'}`,
    program: join('bin', 'bun'),
    parameters: ['run'],
  },
];

/** Where the program of an engine is: npm fetches it once, at its exact version. Where it cannot be had, one sentence says why. */
export function fetchEngine(engine: Engine): { readonly path: string } | { readonly path: null; readonly reason: string } {
  const { name, version, packageOf, program } = engine;
  const title = `${name} ${version}`;
  const folder = join(projectFolder, 'node_modules', '.cache', 'engines', `${name}-${version}`.toLowerCase());
  const path = join(folder, 'node_modules', 'engine', process.platform === 'win32' ? `${program}.exe` : program);
  try {
    if (!existsSync(path)) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'package.json'), '{ "private": true }');
      const spec = `engine@npm:${packageOf(process.platform, process.arch)}@${version}`;
      runNpm(folder, 'install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts', spec);
    }
  } catch (error) {
    return { path: null, reason: `${title} could not be fetched: ${String(error).trim().split('\n')[0]}` };
  }
  const { error, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return error === undefined && stdout.includes(version) ? { path } : { path: null, reason: `${title} does not start here` };
}
