// Builds the package of core in a folder of its own and prints what it costs a page, as JSON. The benchmark asks: it is bundled itself.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCore } from './core-package/build-core.ts';
import { measureSizes } from './core-package/sizes.ts';

const folder = join(mkdtempSync(join(tmpdir(), 'limber-sizes-')), 'core');
try {
  await buildCore(folder);
  console.log(JSON.stringify(await measureSizes(folder)));
} finally {
  rmSync(join(folder, '..'), { recursive: true, force: true });
}
