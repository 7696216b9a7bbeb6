// Builds everything into dist/: the window, Electron's main process and preload, the package of core, the mannequin,
// Blender's add-on, the notices of what is built in and a bill of materials.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type InlineConfig } from 'vite';
import {
  batchWorkerTarget,
  commandLineTarget,
  jobWorkerTarget,
  mainTarget,
  preloadTarget,
  projectFolder,
  rendererTarget,
  solverThreadTarget,
} from '../vite-targets.ts';
import { zipBlenderAddOn } from './blender-add-on.ts';
import { buildCore } from './core-package/build-core.ts';
import { headOfProgram, writeNotices } from './licences/notices.ts';
import { writeSbom } from './licences/sbom.ts';
import { collectPackages, readShippedPackages } from './licences/shipped-packages.ts';
import { copyAssets } from './starting/copy-assets.ts';
import { packWindow } from './starting/pack-window.ts';
import { digestOfSources, markBuilt } from './starting/built.ts';

const started = performance.now();
const digest = digestOfSources();
const dist = join(projectFolder, 'dist');
for (const folder of ['electron', 'assets']) rmSync(join(dist, folder), { recursive: true, force: true });

const shipped = collectPackages();
await Promise.all(
  [rendererTarget, mainTarget, jobWorkerTarget, preloadTarget, commandLineTarget, batchWorkerTarget, solverThreadTarget].map(
    (target) => build(collecting(target)),
  ),
);
copyAssets();
writeFileSync(join(dist, 'limber-blender.zip'), zipBlenderAddOn());
writeNoticesAndBill();
packWindow(join(dist, 'renderer'));
await buildCore(join(dist, 'core'));
markBuilt(digest);
console.log(`Built dist in ${((performance.now() - started) / 1000).toFixed(1)} s.`);

/** Workers are built by themselves, with plugins of their own. */
function collecting(target: InlineConfig): InlineConfig {
  const ownWorker = target.worker ?? {};
  return {
    ...target,
    plugins: [...(target.plugins ?? []), shipped.plugin],
    worker: { ...ownWorker, plugins: () => [shipped.plugin] },
  };
}

/** The notices lie with the window, which shows them; the bill of materials goes along with a release. */
function writeNoticesAndBill(): void {
  const packages = readShippedPackages(projectFolder, shipped.folders);
  const manifest = readJson('package.json');
  const motion = ['starter-poses.json', 'sample.json'].flatMap((name): string[] => readJson('renderer', 'assets', name).licences);
  writeFileSync(join(dist, 'renderer', 'third-party-notices.txt'), writeNotices(packages, headOfProgram(motion)));
  const product = { version: manifest.version, electron: manifest.devDependencies.electron };
  writeFileSync(join(dist, 'sbom.cdx.json'), writeSbom(product, packages));
}

function readJson(...path: readonly string[]) {
  return JSON.parse(readFileSync(join(projectFolder, ...path), 'utf8'));
}
