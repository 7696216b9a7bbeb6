// `npm run motion-table`: writes what in-betweens are learned from, renderer/public/motion-table.bin, from the captured takes beside the checkout.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fitMotions, LENGTHS } from '../motion-table/fit-motions.ts';
import { takesIn } from '../motion-table/takes.ts';
import { writeMotionTable } from '../motion-table/write-motion-table.ts';
import { projectFolder } from '../vite-targets.ts';

/** Seconds at the beginning of each take that are no motion: the first frame is a T-pose. */
const CALIBRATION = 1 / 30;

const takes = [...takesIn(join(projectFolder, '..', 'shared', 'data', 'train'), CALIBRATION)];
const bytes = writeMotionTable(LENGTHS.map((frames) => fitMotions(takes, frames)));
writeFileSync(join(projectFolder, 'renderer', 'public', 'motion-table.bin'), bytes);
console.log(`Learned from ${takes.length} takes: ${bytes.byteLength} bytes.`);
