import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const PROGRAM = "'/opt/${sanitizedProductName}/${executable}'";
const LAUNCHER = "'/opt/${sanitizedProductName}/resources/bin/${executable}'";

/**
 * electron-builder's script for the end of an installation or a removal, with the launcher in the place of the program behind
 * `/usr/bin/limber`. Gives the path of the script, which is written into `folder`. Throws an `Error` where electron-builder's own has
 * become another.
 * @param {'after-install' | 'after-remove'} name
 * @param {string} folder
 */
export function linkedLauncher(name, folder) {
  const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
  const templates = join(dirname(builder.resolve('app-builder-lib/package.json')), 'templates', 'linux');
  const script = readFileSync(join(templates, `${name}.tpl`), 'utf8');
  if (!script.includes(PROGRAM)) throw new Error(`electron-builder's ${name}.tpl links nothing to ${PROGRAM} any more`);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.tpl`);
  writeFileSync(path, script.replaceAll(PROGRAM, LAUNCHER));
  return path;
}
