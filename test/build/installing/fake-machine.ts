import type { Machine } from '../../../build/scripts/installing/machine.mjs';

/** A machine of files in memory; paths are looked up with `/`. Programs answer to `--version` with what `programs` says. */
export function fakeMachine(
  options: Partial<Machine> & {
    readonly files?: Readonly<Record<string, string>>;
    readonly programs?: Readonly<Record<string, string>>;
  } = {},
): Machine {
  const { files = {}, programs = {}, ...rest } = options;
  const key = (path: string) => path.replaceAll('\\', '/');
  return {
    platform: 'linux',
    arch: 'x64',
    libc: 'glibc',
    nodeVersion: '20.19.0',
    nodePath: '/usr/bin/node',
    environment: {},
    exists: (path) => key(path) in files,
    read(path) {
      const text = files[key(path)];
      if (text === undefined) throw new Error(`ENOENT: ${path}`);
      return text;
    },
    realPath(path) {
      if (!(key(path) in files)) throw new Error(`ENOENT: ${path}`);
      return key(path);
    },
    versionOf: (program) => programs[key(program)] ?? null,
    ...rest,
  };
}
