import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { UNSANDBOXED } from './packed.ts';

/** The library with which electron-builder packs; it is installed with it. */
interface Asar {
  extractAll(archive: string, folder: string): void;
  createPackage(folder: string, archive: string): Promise<void>;
}
const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
const { extractAll, createPackage } = createRequire(builder.resolve('app-builder-lib/package.json'))('@electron/asar') as Asar;

/** How a version of the program differs from the packed one. */
export interface Version {
  readonly version: string;
  readonly homepage: string;
  readonly releaseKeys: readonly string[];
  /** Whether its preload is damaged, so that its window stays empty. */
  readonly isBroken?: boolean;
}

/** Makes single files of the packed program in `folder`, for one version after the other. */
export interface AppImages {
  make(path: string, version: Version): Promise<void>;
}

/**
 * What builds AppImages is not on the npm registry. Here a script stands for their runtime and AppRun: it unpacks the program that it carries
 * into a folder of its own, says where it lies itself, and puts `--no-sandbox` first where the system refuses the sandbox. Electron itself is
 * not carried but linked.
 */
export async function appImages(packed: string, folder: string): Promise<AppImages> {
  const sources = join(folder, 'unpacked');
  extractAll(join(packed, 'resources', 'app.asar'), sources);
  return {
    async make(path, { isBroken = false, ...named }) {
      const own = await mkdtemp(join(folder, 'version-'));
      await cp(sources, own, { recursive: true });
      const manifest = JSON.parse(await readFile(join(own, 'package.json'), 'utf8')) as object;
      await writeFile(join(own, 'package.json'), JSON.stringify({ ...manifest, ...named }));
      if (isBroken) await writeFile(join(own, 'dist', 'electron', 'preload.cjs'), 'throw new Error("damaged");');
      await createPackage(own, `${own}.asar`);
      await mkdir(join(folder, 'mounted'), { recursive: true });
      const script = runtime(packed, join(folder, 'mounted'));
      await writeFile(path, Buffer.concat([Buffer.from(script), await readFile(`${own}.asar`)]), { mode: 0o755 });
      await rm(own, { recursive: true });
    },
  };
}

function runtime(packed: string, mounts: string): string {
  const lines = [
    '#!/bin/sh',
    `here=$(mktemp -d "${mounts}/XXXXXX")`,
    `cp -al "${packed}/." "$here" 2>/dev/null || cp -a "${packed}/." "$here"`,
    'rm "$here/resources/app.asar"',
    'tail -n +9 "$0" > "$here/resources/app.asar"',
    'export APPIMAGE="$(readlink -f "$0")" APPDIR="$here"',
    `exec "$here/limber" ${UNSANDBOXED.join(' ')} --remote-debugging-port=0 "$@"`,
    'exit',
  ];
  return `${lines.join('\n')}\n`;
}
