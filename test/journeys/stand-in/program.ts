// Stands for Electron's program: runs the built main file of Limber with a module `electron` whose windows are pages of Chromium. Started by
// stand-in.ts, which sends it commands: `program.ts FOLDER BROWSER [parameters of Electron]`.
import { registerHooks } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { BROWSER_FLAGS } from '../../../build/scripts/browser.ts';
import { projectFolder } from '../../../build/vite-targets.ts';
import { standInElectron, type StandInState } from './electron-module.ts';

/** A command of the test, and the number under which it is answered. */
export interface Command {
  readonly id: number;
  readonly name: keyof typeof commands;
  readonly value: unknown;
}

interface MenuEntry {
  readonly id?: string;
  readonly label?: string;
  readonly submenu?: readonly MenuEntry[];
  readonly click?: () => void;
}

const [folder = '', executablePath = '', ...parameters] = process.argv.slice(2);
process.argv = ['electron', ...parameters];
Object.assign(process.versions, { electron: '0.0.0', chrome: '0.0.0' });

/** A port that was free a moment ago. */
const port = await new Promise<number>((found) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => found(typeof address === 'object' && address ? address.port : 0));
  });
});

const state: StandInState = {
  browser: chromium.launch({ executablePath, args: [...BROWSER_FLAGS, `--remote-debugging-port=${port}`] }),
  shown: () => void process.send?.({ endpoint: `http://127.0.0.1:${port}` }),
  parameters,
  projectFolder,
  folder,
  menu: null,
  revealed: [],
  windows: [],
};
const electron = standInElectron(state);
(globalThis as { standInElectron?: unknown }).standInElectron = electron;

const EXPORTS = Object.keys(electron).map((name) => `export const ${name} = globalThis.standInElectron.${name};`);
const ADDRESS = 'data:text/javascript,stand-in-electron';
registerHooks({
  resolve: (request, context, next) => (request === 'electron' ? { url: ADDRESS, shortCircuit: true } : next(request, context)),
  load: (url, context, next) =>
    url === ADDRESS ? { format: 'module', source: EXPORTS.join('\n'), shortCircuit: true } : next(url, context),
});

const entries = (menu: unknown): readonly MenuEntry[] => (menu as readonly MenuEntry[] | null) ?? [];
const flat = (menu: readonly MenuEntry[]): readonly MenuEntry[] => menu.flatMap((entry) => [entry, ...flat(entry.submenu ?? [])]);

const commands = {
  revealed: () => state.revealed,
  dragged: () => state.windows[0]?.webContents.dragged,
  title: () => state.windows[0]?.title,
  menu: () =>
    entries(state.menu).map(({ label, submenu = [] }) => ({
      label,
      items: submenu.map((entry) => entry.id ?? entry.label ?? ''),
    })),
  click(id: string) {
    const found = flat(entries(state.menu)).find((entry) => entry.id === id || entry.label === id);
    if (!found?.click) throw new Error(`the menu has no item "${id}"`);
    found.click();
  },
};

process.on('message', ({ id, name, value }: Command) => {
  const run = commands[name] as (value: unknown) => unknown;
  try {
    process.send?.({ id, value: run(value) ?? null });
  } catch (error) {
    process.send?.({ id, error: String(error) });
  }
});
// The test that started it is gone.
process.on('disconnect', () => electron.app.exit(0));

// A real Electron shows what it is on Linux; this one stands for a Mac, whose menu bar is the system's.
await state.browser;
Object.defineProperty(process, 'platform', { value: 'darwin' });
await import(pathToFileURL(join(projectFolder, 'dist', 'electron', 'main.js')).href);
