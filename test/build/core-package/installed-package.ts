import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildCore, CORE_PACKAGE } from '../../../build/scripts/core-package/build-core.ts';
import { packPackage, runNpm } from '../../../build/scripts/core-package/pack.ts';
import type * as core from '../../../core/index.ts';
import { projectFolder } from '../../../build/vite-targets.ts';
import { examplesOf } from './examples.ts';

/** All that the tarball is made of. */
const SOURCES = ['core/**/*', 'docs/core/**/*', 'build/scripts/{core-package,licences}/**/*', 'LICENSE', 'package{,-lock}.json'];

/** A project that has nothing but the tarball of core, and its package in there. */
export interface InstalledPackage {
  readonly program: string;
  readonly installed: string;
  /** Runs a program of this text, or the one that is there, and returns what it prints, errors too. */
  run(name: string, text?: string | null, engine?: readonly string[]): string;
  /** What a program of its pages exports, such as the second one of docs/three.md: `three-2`. */
  loadExample(name: string): Promise<Readonly<Record<string, (...values: readonly unknown[]) => unknown>>>;
  /** The package itself, imported by this process. */
  load(): Promise<typeof core>;
  remove(): void;
}

/**
 * Installs the tarball in an empty project of the caller's own. It is built and packed once for each state of the sources and kept beside the
 * packages of the checkout, so that the test files share it.
 */
export async function installPackage(): Promise<InstalledPackage> {
  const tarball = await packedOnce();
  const program = mkdtempSync(join(tmpdir(), 'limber-core-'));
  writeFileSync(join(program, 'package.json'), '{ "name": "program", "private": true }');
  runNpm(program, 'install', tarball, '--offline', '--no-audit', '--no-fund');
  return {
    program,
    installed: join(program, 'node_modules', CORE_PACKAGE),
    run: (name, text = null, [engine = process.execPath, ...parameters] = []) => {
      if (text !== null) writeFileSync(join(program, name), text);
      const run = spawnSync(engine, [...parameters, name], { cwd: program, encoding: 'utf8', maxBuffer: 1e8 });
      return run.stdout + run.stderr;
    },
    loadExample: (name) => {
      const [, code = ''] = examplesOf(join(program, 'node_modules', CORE_PACKAGE)).find(([each]) => each === name) ?? [];
      writeFileSync(join(program, `${name}.mjs`), stripTypeScriptTypes(code));
      return import(pathToFileURL(join(program, `${name}.mjs`)).href);
    },
    load: () => import(pathToFileURL(join(program, 'node_modules', CORE_PACKAGE, 'index.js')).href) as Promise<typeof core>,
    remove: () => rmSync(program, { recursive: true, force: true }),
  };
}

async function packedOnce(): Promise<string> {
  const hash = createHash('sha256');
  for (const path of globSync(SOURCES, { cwd: projectFolder, withFileTypes: true }).filter((entry) => entry.isFile())) {
    const file = join(path.parentPath, path.name);
    hash.update(file).update(readFileSync(file));
  }
  const folder = join(projectFolder, 'node_modules', '.cache', 'core-package');
  const tarball = join(folder, `${hash.digest('hex').slice(0, 20)}.tgz`);
  if (existsSync(tarball)) return tarball;
  const work = mkdtempSync(join(tmpdir(), 'limber-pack-'));
  try {
    await buildCore(join(work, 'built'));
    const packed = packPackage(join(work, 'built'), work);
    mkdirSync(folder, { recursive: true });
    for (const old of readdirSync(folder).filter((name) => name.endsWith('.tgz'))) rmSync(join(folder, old), { force: true });
    // Of several that pack the same at once each puts down a whole file.
    copyFileSync(packed, `${tarball}.${process.pid}`);
    renameSync(`${tarball}.${process.pid}`, tarball);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return tarball;
}
