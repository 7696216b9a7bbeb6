// `npm run mannequin`: writes the built-in character, build/assets/mannequin.glb.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { figureParts } from '../mannequin/figure.ts';
import { figureJoints } from '../mannequin/joints.ts';
import { writeFigure } from '../mannequin/write-figure.ts';
import { projectFolder } from '../vite-targets.ts';

const folder = join(projectFolder, 'build', 'assets');
const bytes = writeFigure(figureJoints(), figureParts());
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'mannequin.glb'), bytes);
console.log(`Wrote build/assets/mannequin.glb, ${bytes.byteLength} bytes.`);
