import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { KeptSettings } from '../../electron/contract.ts';
import { CONTENT_SECURITY_POLICY, readStaticFile, SECURITY_HEADERS } from '../../electron/static-files.ts';

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

test('A packed copy is given to those who take it, with the kind of the file, and the file where there is no copy', async () => {
  const folder = await built();
  await writeFile(join(folder, 'assets', 'main.js.gz'), 'packed');
  const asked = { type: 'text/javascript; charset=utf-8', bytes: Buffer.from('packed'), isPacked: true };
  expect(await readStaticFile(folder, '/assets/main.js', { takesPacked: true })).toMatchObject(asked);
  expect(await readStaticFile(folder, '/assets/main.js')).toMatchObject({ bytes: Buffer.from('script'), isPacked: false });
  expect(await readStaticFile(folder, '/', { takesPacked: true })).toMatchObject({
    bytes: new TextEncoder().encode('page'),
    isPacked: false,
  });
});

test('A page comes in the look that is set, and never packed; without settings as the program comes', async () => {
  const folder = await built();
  const page = '<!doctype html><html lang="en" data-theme="dark"><body></body></html>';
  await writeFile(join(folder, 'index.html'), page);
  await writeFile(join(folder, 'index.html.gz'), 'packed');
  const given = async (settings: KeptSettings) => {
    const file = await readStaticFile(folder, '/', { takesPacked: true, settings: () => settings });
    return file.status === 200 && !file.isPacked ? new TextDecoder().decode(file.bytes) : null;
  };
  expect(await given({ theme: 'light', scale: 1.5, sides: 'colourSafe' })).toBe(
    '<!doctype html><html lang="en" data-theme="light" data-sides="colourSafe" style="--scale: 1.5"><body></body></html>',
  );
  expect(await given({ theme: 'system' })).toContain('data-theme="system" data-sides="blueRed" style="--scale: 1"');
  expect(await given({})).toContain('data-theme="dark"');
  // What is written over stands in the page of the window.
  const source = join(import.meta.dirname, '..', '..', 'renderer', 'index.html');
  await writeFile(join(folder, 'index.html'), await readFile(source));
  expect(await given({ theme: 'neutral' })).toContain('data-theme="neutral"');
});

// Kinds as the registry of media types has them; scripts of a page run only with theirs.
test.each([
  ['main.css', 'text/css; charset=utf-8'],
  ['a.json', 'application/json'],
  ['a.wasm', 'application/wasm'],
  ['a.svg', 'image/svg+xml'],
  ['a.txt', 'text/plain; charset=utf-8'],
  ['a.png', 'image/png'],
  ['a.JPG', 'image/jpeg'],
  ['a.ico', 'image/x-icon'],
  ['a.woff2', 'font/woff2'],
  ['a.glb', 'model/gltf-binary'],
  ['a.other', 'application/octet-stream'],
])('The file %s is sent as %s', async (name, type) => {
  const folder = await built();
  await writeFile(join(folder, name), 'content');
  expect(await readStaticFile(folder, `/${name}`)).toMatchObject({ status: 200, type });
});

test('Nothing but what the program brings along is loaded, run, shown in frames or sent to', () => {
  const rules = Object.fromEntries(
    CONTENT_SECURITY_POLICY.split('; ').map((rule) => {
      const [name, ...sources] = rule.split(' ');
      return [name, sources];
    }),
  );
  expect(rules).toEqual({
    'default-src': ["'none'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'blob:', 'data:'],
    'media-src': ['blob:'],
    'connect-src': ["'self'", 'blob:', 'data:'],
    'worker-src': ["'self'", 'blob:'],
    'font-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  });
  expect(SECURITY_HEADERS).toMatchObject({
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
});

test('The page may use no device but the camera, no place, identity or payment, nor keep the screen awake', () => {
  const refused = SECURITY_HEADERS['permissions-policy']!.split(', ');
  const features =
    'accelerometer autoplay camera display-capture encrypted-media geolocation gyroscope hid identity-credentials-get idle-detection ' +
    'local-fonts magnetometer microphone midi payment publickey-credentials-get screen-wake-lock serial storage-access usb ' +
    'window-management xr-spatial-tracking';
  expect(refused).toEqual(features.split(' ').map((feature) => (feature === 'camera' ? 'camera=(self)' : `${feature}=()`)));
});
