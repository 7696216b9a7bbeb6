import { win32 } from 'node:path';
import { expect, test } from 'vitest';
import { extensionOf, withoutExtension } from '../../../../core/formats/text/file-name.ts';

const NAMES = [
  'hero.glb',
  'Hero.GLB',
  'a.b.vrm',
  'hero',
  '.glb',
  'hero.',
  'dir.x/hero',
  'dir.x\\hero',
  'dir/hero.bvh',
  'dir/.glb',
  '',
];

test.each(NAMES)('the extension of %j is what Node says', (name) => {
  expect(extensionOf(name)).toBe(win32.extname(name).toLowerCase());
});

test.each(['hero.glb', 'Hero.GLB', 'a.b.vrm', 'hero', '.glb', ''])('%j without its extension is what Node says', (name) => {
  expect(withoutExtension(name)).toBe(win32.basename(name, win32.extname(name)));
});
