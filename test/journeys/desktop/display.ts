import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
  /** What an area shows at this moment: four bytes a pixel, row by row. Nobody has to draw anything for it. */
  look(area: Area): Uint8Array;
  /** Keeps a picture of the whole display, where ImageMagick is there to take it. */
  picture(path: string): void;
  stop(): void;
}

/** A part of the display, in its pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Room for a window at scale 2. */
const SCREEN = '2560x1600x24';
/** Milliseconds that a window may take to appear. */
const PATIENCE = 60_000;
/** Times that a window may close while it is looked at. */
const ATTEMPTS = 50;

export async function startDisplay(): Promise<Display> {
  // Open to every user of this machine: the administrator's journeys start the program as somebody else.
  const memory = mkdtempSync(join(tmpdir(), 'limber-display-'));
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp', '-ac', '-fbdir', memory], {
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
    look: (area) => lookAt(join(memory, 'Xvfb_screen0'), area),
    picture: (path) => void spawnSync('import', ['-window', 'root', path], { env }),
    stop() {
      manager.kill();
      server.kill();
      rmSync(memory, { recursive: true, force: true });
    },
  };
}

/** Reads an area from the memory of the display, which lies in a file in the form of xwd: a head, a list of colours of twelve bytes each, pixels. */
function lookAt(memory: string, { x, y, width, height }: Area): Uint8Array {
  const file = openSync(memory, 'r');
  try {
    const head = Buffer.alloc(100);
    readSync(file, head, 0, head.length, 0);
    const [pixels, row] = [head.readUInt32BE(0) + 12 * head.readUInt32BE(76), head.readUInt32BE(48)];
    const seen = new Uint8Array(4 * width * height);
    for (let i = 0; i < height; i++) readSync(file, seen, 4 * width * i, 4 * width, pixels + row * (y + i) + 4 * x);
    return seen;
  } finally {
    closeSync(file);
  }
}
