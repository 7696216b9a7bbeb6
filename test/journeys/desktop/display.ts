import { spawn, spawnSync } from 'node:child_process';

/** A display that nobody looks at, with a window manager, and somebody who types. */
export interface Display {
  /** As in the variable DISPLAY. */
  readonly name: string;
  /** Waits for a window whose title matches a regular expression, brings it to the front, and gives its id. */
  window(title: string): string;
  /** Whether the keyboard is in a dialog of the system, not in the program's window. */
  hasDialog(): boolean;
  /** Presses keys as xdotool names them, in the window that has the focus. */
  press(...keys: readonly string[]): void;
  type(text: string): void;
  /** Runs xdotool and gives what it printed. Throws when it fails. */
  run(...parameters: readonly string[]): string;
  /** Keeps a picture of the whole display, where ImageMagick is there to take it. */
  picture(path: string): void;
  stop(): void;
}

/** Room for a window at scale 2. */
const SCREEN = '2560x1600x24';
/** Milliseconds that a window may take to appear. */
const PATIENCE = 60_000;
/** Times that a window may close while it is looked at. */
const ATTEMPTS = 50;

export async function startDisplay(): Promise<Display> {
  // Open to every user of this machine: the administrator's journeys start the program as somebody else.
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp', '-ac'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const name = await new Promise<string>((found, failed) => {
    server.on('error', failed);
    server.stdio[3]!.once('data', (number: Buffer) => found(`:${number.toString('utf8').trim()}`));
  });
  const env = { ...process.env, DISPLAY: name };
  const manager = spawn('openbox', { env, stdio: 'ignore' });
  const run = (...parameters: readonly string[]): string => {
    for (let attempt = 1; ; attempt++) {
      const { status, stdout, stderr } = spawnSync('xdotool', parameters, { env, encoding: 'utf8', timeout: PATIENCE });
      if (status === 0) return stdout.trim();
      // A window that closes while xdotool looks at it, as menus and splash windows do.
      if (attempt === ATTEMPTS || !stderr.includes('BadWindow'))
        throw new Error(`xdotool ${parameters.join(' ')} failed: ${stderr}`);
    }
  };
  return {
    name,
    run,
    window(title) {
      const id = run('search', '--sync', '--onlyvisible', '--name', title).split('\n').at(-1)!;
      run('windowactivate', '--sync', id);
      return id;
    },
    hasDialog() {
      try {
        return !run('getactivewindow', 'getwindowname').endsWith('Limber');
      } catch {
        // No window is left.
        return false;
      }
    },
    press: (...keys) => void run('key', '--clearmodifiers', '--delay', '30', ...keys),
    type: (text) => void run('type', '--clearmodifiers', '--delay', '5', text),
    picture: (path) => void spawnSync('import', ['-window', 'root', path], { env }),
    stop() {
      manager.kill();
      server.kill();
    },
  };
}
