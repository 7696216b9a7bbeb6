import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import type { Services } from './contract.ts';
import { isInside } from './files/storage/is-inside.ts';
import { pageInLook } from './window-page.ts';

/** A file of the built window, or why there is none: 400 for an address that leads out of the folder, 404 for no such file. */
export type StaticFile =
  | { readonly status: 200; readonly bytes: Uint8Array; readonly type: string; readonly isPacked: boolean }
  | { readonly status: 400 | 404 };

/** What the name of a file's packed copy, made by gzip, ends with. */
export const PACKED = '.gz';

/** What the name of a page ends with. */
const PAGE = '.html';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.glb': 'model/gltf-binary',
};

/**
 * Nothing but the program's own files: no remote content, no `eval`. Styles may stand in elements because the widgets and panels need
 * them there; pictures, films and workers may come from memory because characters bring their textures along, and animators what they pose by.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  'media-src blob:',
  "connect-src 'self' blob: data:",
  "worker-src 'self' blob:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The window asks for no sensor, place or payment, and may not, nor may anything that it shows. Only the page itself may ask for the camera. Babylon looks for gamepads. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=${feature === 'camera' ? '(self)' : '()'}`)
  .join(', ');

/** Sent with every answer, whichever host gives it. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': PERMISSIONS_POLICY,
  'cache-control': 'no-store',
};

/** Tells what the user set. */
export type ReadSettings = Services['settings.read'];

interface StaticFileOptions {
  /** Whether the packed copy of a file is given where there is one, with `isPacked`. Default false. */
  readonly takesPacked?: boolean;
  /** What the user set: pages are given in this look. Default: as the program comes. */
  readonly settings?: ReadSettings;
}

/** The file of `folder` that the path of an address names (`/` is `index.html`); never one outside the folder. */
export async function readStaticFile(folder: string, pathname: string, options: StaticFileOptions = {}): Promise<StaticFile> {
  const { takesPacked = false, settings = async () => ({}) } = options;
  const decoded = decode(pathname);
  if (decoded === null || decoded.includes('\0') || decoded.includes('\\')) return { status: 400 };
  const path = resolve(folder, `.${decoded === '/' ? '/index.html' : decoded}`);
  if (!isInside(resolve(folder), path)) return { status: 400 };
  const type = TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
  if (extname(path) === PAGE) {
    const page = await readIfThere(path);
    return page ? { status: 200, bytes: pageInLook(page, await settings()), type, isPacked: false } : { status: 404 };
  }
  const packed = takesPacked ? await readIfThere(path + PACKED) : null;
  if (packed) return { status: 200, bytes: packed, type, isPacked: true };
  const bytes = await readIfThere(path);
  return bytes ? { status: 200, bytes, type, isPacked: false } : { status: 404 };
}

async function readIfThere(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch {
    return null;
  }
}

function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}
