// `npm run pack-core`: builds the package of core in dist/core, packs it into dist/limber-core-VERSION.tgz, which npm installs, and prints what it costs
// a page. With `--try` it is also compiled by TypeScript 5 and run by Deno, which npm fetches.
import { join } from 'node:path';
import { projectFolder } from '../vite-targets.ts';
import { buildCore } from './core-package/build-core.ts';
import { packPackage } from './core-package/pack.ts';
import { measureSizes } from './core-package/sizes.ts';
import { tryElsewhere } from './core-package/try-elsewhere.ts';

const dist = join(projectFolder, 'dist');
const folder = join(dist, 'core');
await buildCore(folder);
for (const { name, minified, gzip } of await measureSizes(folder)) {
  console.log(
    `${name.padEnd(24)} ${(minified / 1000).toFixed(1).padStart(7)} kB minified ${(gzip / 1000).toFixed(1).padStart(7)} kB gzip`,
  );
}
const tarball = packPackage(folder, dist);
console.log(tarball);
if (process.argv.includes('--try')) {
  tryElsewhere(tarball);
  console.log('TypeScript 5 and Deno take it');
}
