// `npm run package -- [--linux] [--mac] [--win] [--dir]`: builds, then packs installers for this or the named systems into release/.
import { join } from 'node:path';
import { runNode, runTool } from './tools.ts';

const built = runNode([join('build', 'scripts', 'build.ts')]);
const parameters = ['--config', join('build', 'electron-builder.config.mjs'), '--publish', 'never', ...process.argv.slice(2)];
process.exitCode = built.succeeded && runTool('electron-builder', parameters).succeeded ? 0 : 1;
