// `npm run api-pages`: writes the reference of everything public in core, from its docstrings, to dist/api. The program that does it reads an older
// compiler than this project's, so npm fetches both into a folder of their own.
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../vite-targets.ts';
import { buildCore } from './core-package/build-core.ts';
import { runNpm } from './core-package/pack.ts';

const TYPEDOC = 'typedoc@0.28.20';
const COMPILER = 'typescript@6.0.3';

const dist = join(projectFolder, 'dist');
const folder = join(dist, 'core');
await buildCore(folder);
rmSync(join(dist, 'api'), { recursive: true, force: true });
const options = [
  '--out',
  join(dist, 'api'),
  '--readme',
  join(folder, 'README.md'),
  '--name',
  'limber-core',
  '--excludeExternals',
  '--skipErrorChecking',
];
const program = [
  'typedoc',
  '--entryPoints',
  join(folder, 'index.d.ts'),
  '--tsconfig',
  join(projectFolder, 'build', 'api-pages.json'),
  ...options,
];
console.log(runNpm(tmpdir(), 'exec', '--yes', `--package=${TYPEDOC}`, `--package=${COMPILER}`, '--', ...program));
console.log(join(dist, 'api', 'index.html'));
