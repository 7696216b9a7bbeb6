// Writes build/assets/mannequin.glb, the character that is shown when no file is given.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeMannequin } from '../mannequin/mannequin.ts';

const file = join(import.meta.dirname, '..', 'assets', 'mannequin.glb');
const bytes = makeMannequin();
writeFileSync(file, bytes);
console.log(`wrote ${file}, ${(bytes.length / 1024).toFixed(0)} kB`);
