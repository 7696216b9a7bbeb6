import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Asks the system to show an address in its browser. Everybody on this machine can read with which arguments programs run, so the browser is
 * given a page that only the user can read, and that leads on to the address. Gives what removes the page again. Where the browser does not
 * open nothing happens: the address was printed.
 */
export function openInBrowser(url: string): () => void {
  const page = writeLeadingPage(url);
  const [command, parameters] = openCommand(process.platform, page.path);
  // A detached program of Windows would get a console of its own, which flashes up.
  const isWindows = process.platform === 'win32';
  const child = spawn(command, parameters, { stdio: 'ignore', detached: !isWindows, windowsHide: true });
  child.on('error', () => {});
  child.unref();
  return page.remove;
}

/** A page in a folder of its own that leads on to an address; both can be read by the user only. */
export function writeLeadingPage(url: string): { readonly path: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'limber-open-'));
  const path = join(folder, 'limber.html');
  const address = url.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const page = `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${address}">
<title>Limber</title>
<a href="${address}">Open Limber</a>
`;
  writeFileSync(path, page, { mode: 0o600, flag: 'wx' });
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The command that shows a page or an address, and its parameters. */
export function openCommand(platform: NodeJS.Platform, page: string): [command: string, parameters: string[]] {
  if (platform === 'win32') return ['cmd', ['/c', 'start', '""', page.replaceAll('&', '^&')]];
  return platform === 'darwin' ? ['open', [page]] : ['xdg-open', [page]];
}
