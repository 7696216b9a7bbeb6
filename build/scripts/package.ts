// `npm run package -- [--linux] [--mac] [--win] [--dir]`: builds, then packs installers for this or the named systems into release/, and
// puts the bill of materials, the notices and the checksums beside them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../vite-targets.ts';
import { finishRelease } from './packaging/finish-release.ts';
import { runNode, runTool } from './tools.ts';

const given = process.argv.slice(2);
const built = runNode([join('build', 'scripts', 'build.ts')]);
const parameters = ['--config', join('build', 'electron-builder.config.mjs'), '--publish', 'never', ...given];
const packed = built.succeeded && runTool('electron-builder', parameters).succeeded;
if (packed && !given.includes('--dir')) {
  const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
  await finishRelease(join(projectFolder, 'release'), projectFolder, version);
}
process.exitCode = packed ? 0 : 1;
