import { spawn } from 'node:child_process';

/** Asks the system to show an address in its browser. Where that does not work nothing happens: the address was printed. */
export function openInBrowser(url: string): void {
  const [command, parameters] = openCommand(process.platform, url);
  // A detached program of Windows would get a console of its own, which flashes up.
  const isWindows = process.platform === 'win32';
  const child = spawn(command, parameters, { stdio: 'ignore', detached: !isWindows, windowsHide: true });
  child.on('error', () => {});
  child.unref();
}

/** The command that shows an address, and its parameters. */
export function openCommand(platform: NodeJS.Platform, url: string): [command: string, parameters: string[]] {
  if (platform === 'win32') return ['cmd', ['/c', 'start', '""', url.replaceAll('&', '^&')]];
  return platform === 'darwin' ? ['open', [url]] : ['xdg-open', [url]];
}
