import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readStaticFile } from '../../electron/static-files.ts';

async function built(): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'limber-static-')), 'renderer');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), 'page');
  await writeFile(join(folder, 'assets', 'main.js'), 'script');
  await writeFile(join(folder, '..', 'secret.js'), 'secret');
  return folder;
}

test('A file of the built window is given with its kind', async () => {
  const folder = await built();
  expect(await readStaticFile(folder, '/')).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
  expect(await readStaticFile(folder, '/assets/main.js')).toMatchObject({ status: 200, bytes: Buffer.from('script') });
});

// One by one, since what is refused as an address must not even be looked for.
test.each([
  '/%00',
  '/assets/main.js%00',
  '/%00/../index.html',
  '/assets\\main.js',
  '/..%5csecret.js',
  '/assets%5c..%5c..%5csecret.js',
])('The address %s is refused as one, not looked for', async (address) => {
  expect(await readStaticFile(await built(), address)).toEqual({ status: 400 });
});

test.each(['/../secret.js', '/%2e%2e/secret.js', '/assets/..%2f..%2fsecret.js', '/%'])(
  'The address %s leads nowhere',
  async (address) => {
    expect(await readStaticFile(await built(), address)).toEqual({ status: 400 });
  },
);

test('What is not there, and a folder, are not found', async () => {
  const folder = await built();
  for (const address of ['/none.js', '/assets']) expect(await readStaticFile(folder, address)).toEqual({ status: 404 });
});
