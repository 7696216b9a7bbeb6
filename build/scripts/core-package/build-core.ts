import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { projectFolder } from '../../vite-targets.ts';
import { runTool } from '../tools.ts';
import { writeNotices } from '../licences/notices.ts';
import { collectPackages, readShippedPackages, type ShippedPackage } from '../licences/shipped-packages.ts';
import { publicName, readSubpaths } from './subpaths.ts';

const HEAD = `limber-core is free software under the MIT licence. Its modules contain parts of the following packages, each under its own licence.`;

/** The name that programs import the package by. */
export const CORE_PACKAGE = 'limber-core';

/** Builds the package of `core` in a folder: modules, one file of types, README, licence and manifest. */
export async function buildCore(folder: string): Promise<void> {
  const work = join(folder, '.work');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const packages = await writeModules(folder, work);
  await writeTypes(folder, work);
  rmSync(work, { recursive: true });
  writePages(folder);
  copyFileSync(join(projectFolder, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), writeNotices(packages, HEAD));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}

/** One module a subpath; what they share stands in modules beside them. Returns the packages of which they hold something. */
async function writeModules(folder: string, work: string): Promise<readonly ShippedPackage[]> {
  const shipped = collectPackages();
  const core = join(projectFolder, 'core').replaceAll('\\', '/');
  const input: Record<string, string> = { index: join(core, 'index.ts') };
  for (const { name, names } of readSubpaths()) {
    const lines = names.map((each) => `export { ${each.name} } from '${core}/${each.from}';\n`);
    input[name] = join(work, `${name}.ts`);
    writeFileSync(input[name], lines.join(''));
  }
  await build({
    input,
    platform: 'neutral',
    plugins: [shipped.plugin],
    resolve: { mainFields: ['module', 'main'] },
    logLevel: 'warn',
    output: {
      dir: folder,
      format: 'es',
      entryFileNames: '[name].js',
      chunkFileNames: 'shared/[name].js',
      sourcemap: true,
      // Apart from what is our own, what does something when it is loaded comes only to pages that use it.
      codeSplitting: {
        groups: ['fflate', '@babylonjs'].map((name) => ({
          name: name.replace('@', ''),
          test: new RegExp(`node_modules/${name}/`),
        })),
      },
    },
  });
  return readShippedPackages(projectFolder, shipped.folders);
}

/** Everything public in one `index.d.ts`; the subpaths' types are names of it, so that a type is the same wherever it comes from. */
async function writeTypes(folder: string, work: string): Promise<void> {
  const declarations = [
    '--noEmit',
    'false',
    '--declaration',
    '--emitDeclarationOnly',
    '--stripInternal',
    '--rewriteRelativeImportExtensions',
  ];
  const target = join(work, 'types');
  if (!runTool('tsc', ['-p', 'core', ...declarations, '--outDir', target]).succeeded) {
    throw new Error('the types of core could not be written: see the errors above');
  }
  await build({
    input: { index: join(target, 'index.d.ts') },
    plugins: [dts({ dtsInput: true, tsconfig: false })],
    external: ['zod'],
    logLevel: 'warn',
    output: { dir: folder, format: 'es', entryFileNames: '[name].ts' },
  });
  for (const { name, names } of readSubpaths()) {
    const list = names.map((each) => (each.name.startsWith('type ') ? `type ${publicName(each.name)}` : publicName(each.name)));
    writeFileSync(join(folder, `${name}.d.ts`), `export { ${list.join(', ')} } from './index.js';\n`);
  }
}

/** README and pages. Links between pages lead to where the sources are published: a registry has no folder beside its page. */
function writePages(folder: string): void {
  const docs = join(projectFolder, 'docs', 'core');
  mkdirSync(join(folder, 'docs'));
  for (const name of readdirSync(docs)) {
    const page = readFileSync(join(docs, name), 'utf8').replaceAll("'../../core/index.ts'", `'${CORE_PACKAGE}'`);
    writeFileSync(name === 'README.md' ? join(folder, name) : join(folder, 'docs', name), withWholeLinks(page));
  }
}

/** The page with links and pictures that work wherever it is shown. */
function withWholeLinks(page: string): string {
  const { homepage } = readManifest();
  return page.replaceAll(/(!?)\[([^\]]*)\]\((?!https?:|#)([^)]+)\)/g, (_, mark: string, words: string, way: string) => {
    const path = new URL(way, 'file:///docs/core/').pathname;
    return `${mark}[${words}](${homepage}/${mark === '!' ? 'raw' : 'blob'}/main${path})`;
  });
}

function readManifest(): Record<'version' | 'license' | 'author' | 'engines' | 'homepage', string> {
  return JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
}

function manifest(): object {
  const { version, license, author, engines, homepage } = readManifest();
  const entry = (name: string) => ({ types: `./${name}.d.ts`, default: `./${name}.js` });
  return {
    name: CORE_PACKAGE,
    version,
    description: 'Inverse kinematics, poses, limits, retargeting and pose libraries: the same bytes on every engine.',
    keywords: ['inverse-kinematics', 'ik', 'skeleton', 'retargeting', 'humanoid', 'robotics', 'animation'],
    license,
    author,
    homepage: `${homepage}/tree/main/docs/core`,
    repository: { type: 'git', url: `git+${homepage}.git`, directory: 'core' },
    bugs: `${homepage}/issues`,
    type: 'module',
    sideEffects: false,
    engines,
    types: './index.d.ts',
    main: './index.js',
    exports: {
      '.': entry('index'),
      ...Object.fromEntries(readSubpaths().map(({ name }) => [`./${name}`, entry(name)])),
      './package.json': './package.json',
    },
  };
}
