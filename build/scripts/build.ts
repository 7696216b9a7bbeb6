// Builds everything into dist/: the window, Electron's main process and preload, the core library with its types, the mannequin.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { coreTarget, jobWorkerTarget, mainTarget, preloadTarget, projectFolder, rendererTarget } from '../vite-targets.ts';
import { digestOfSources, markBuilt } from './starting/built.ts';
import { runTool } from './tools.ts';

const started = performance.now();
const digest = digestOfSources();
const dist = join(projectFolder, 'dist');
for (const folder of ['electron', 'core', 'assets']) rmSync(join(dist, folder), { recursive: true, force: true });

await Promise.all([rendererTarget, mainTarget, jobWorkerTarget, preloadTarget, coreTarget].map((target) => build(target)));
mkdirSync(join(dist, 'assets'), { recursive: true });
copyFileSync(join(projectFolder, 'build', 'assets', 'mannequin.glb'), join(dist, 'assets', 'mannequin.glb'));
copyFileSync(join(projectFolder, 'build', 'icons', 'linux', '256x256.png'), join(dist, 'assets', 'icon.png'));
writeCoreTypes();
markBuilt(digest);
console.log(`Built dist in ${((performance.now() - started) / 1000).toFixed(1)} s.`);

function writeCoreTypes(): void {
  const parameters = [
    '-p',
    'core',
    '--noEmit',
    'false',
    '--declaration',
    '--emitDeclarationOnly',
    '--outDir',
    join('dist', 'core'),
  ];
  if (!runTool('tsc', parameters).succeeded) throw new Error('the types of dist/core could not be written: see the errors above');
}
