import { spawn } from 'node:child_process';

/** Asks the system to show an address in its browser. Where that does not work nothing happens: the address was printed. */
export function openInBrowser(url: string): void {
  const [command, parameters] = openCommand(process.platform, url);
  const child = spawn(command, parameters, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

function openCommand(platform: NodeJS.Platform, url: string): [command: string, parameters: string[]] {
  if (platform === 'win32') return ['cmd', ['/c', 'start', '""', url.replaceAll('&', '^&')]];
  return platform === 'darwin' ? ['open', [url]] : ['xdg-open', [url]];
}
