// Loaded before the program: reads one source as it stands without the mechanism that the environment names.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { PRODUCT_MECHANISMS } from './mechanisms.ts';
import { RETARGET_MECHANISMS } from './retarget-mechanisms.ts';
import type { SourceWithout } from './source-without.ts';

const all: readonly SourceWithout[] = [...PRODUCT_MECHANISMS, ...RETARGET_MECHANISMS];
const wanted = all.find(({ name }) => name === process.env['LIMBER_WITHOUT']);

if (wanted) {
  const file = pathToFileURL(wanted.file).href;
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (url !== file) return loaded;
      const text = Buffer.from(loaded.source as Uint8Array).toString('utf8');
      return { ...loaded, source: text.replace(wanted.from, () => wanted.to) };
    },
  });
}
