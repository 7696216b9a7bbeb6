import { join } from 'node:path';

/** Path of the figure that Limber brings along. */
export const MANNEQUIN = join(import.meta.dirname, '..', '..', 'build', 'assets', 'mannequin.glb');
