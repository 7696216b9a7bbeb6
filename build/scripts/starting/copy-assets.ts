import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../vite-targets.ts';

/** Copies the files that the hosts give out as they are: the mannequin and the icon. */
export function copyAssets(): void {
  const folder = join(projectFolder, 'dist', 'assets');
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(projectFolder, 'build', 'assets', 'mannequin.glb'), join(folder, 'mannequin.glb'));
  copyFileSync(join(projectFolder, 'build', 'icons', 'linux', '256x256.png'), join(folder, 'icon.png'));
}
