import { join } from 'node:path';

/** Has Node keep what it compiled: threads and commands that tests start from the sources start in 40 % of the processor time then. */
export function keepCompiled(): void {
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'compiled');
}
