import { protocol } from 'electron';
import { readStaticFile, SECURITY_HEADERS, type ReadSettings } from '../static-files.ts';

const SCHEME = 'app';
const HOST = 'limber';

/** Where the window is, in Electron. */
export const WINDOW_ADDRESS = `${SCHEME}://${HOST}/`;

/** Whether an address belongs to the program's own window. */
export function isOwnAddress(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === `${SCHEME}:` && url.host === HOST;
}

/** Gives the window's scheme the rights of https. Must be called before Electron is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true } },
  ]);
}

/** Serves the built window, in the look of `settings`, and nothing else, under {@link WINDOW_ADDRESS}. */
export function serveWindow(rendererFolder: string, settings: ReadSettings): void {
  protocol.handle(SCHEME, async (request) => {
    if (!isOwnAddress(request.url)) return answer(400);
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405);
    const file = await readStaticFile(rendererFolder, new URL(request.url).pathname, { settings });
    return file.status === 200 ? answer(200, file.bytes, file.type) : answer(file.status);
  });
}

function answer(status: number, bytes?: Uint8Array, type = 'text/plain'): Response {
  const body = bytes && new Uint8Array(bytes);
  return new Response(body ?? null, { status, headers: { ...SECURITY_HEADERS, 'content-type': type } });
}
