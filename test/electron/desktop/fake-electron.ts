import { EventEmitter } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { preventable } from '../../helpers/preventable.ts';

type Handler = (...parameters: never[]) => unknown;

class FakeContents extends EventEmitter {
  readonly sent: unknown[][] = [];
  windowOpenHandler: ((details: { url: string }) => unknown) | null = null;
  reload = vi.fn();
  forcefullyCrashRenderer = vi.fn();
  send(...message: unknown[]) {
    this.sent.push(message);
  }
  setWindowOpenHandler(handler: (details: { url: string }) => unknown) {
    this.windowOpenHandler = handler;
  }
}

/** A window that loads nothing and remembers what was asked of it. */
export class FakeWindow extends EventEmitter {
  readonly webContents = new FakeContents();
  readonly options: Record<string, unknown> & { webPreferences: Record<string, unknown> };
  address = '';
  title = '';
  edited = false;
  destroyed = false;
  show = vi.fn();
  focus = vi.fn();
  restore = vi.fn();
  maximize = vi.fn();
  constructor(options: FakeWindow['options']) {
    super();
    this.options = options;
    fake.windows.push(this);
    fake.app.emit('web-contents-created', {}, this.webContents);
  }
  async loadURL(address: string) {
    this.address = address;
  }
  setTitle(title: string) {
    this.title = title;
  }
  setDocumentEdited(edited: boolean) {
    this.edited = edited;
  }
  isDestroyed() {
    return this.destroyed;
  }
  isMinimized() {
    return true;
  }
  isMaximized() {
    return false;
  }
  getNormalBounds() {
    return { x: 10, y: 20, width: 1000, height: 700 };
  }
  close() {
    const event = preventable();
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }
  destroy() {
    if (this.destroyed) return;
    this.destroyed = true;
    fake.app.emit('window-all-closed');
  }
}

class FakeApp extends EventEmitter {
  hasLock = true;
  isPackaged = false;
  quit = vi.fn();
  exit = vi.fn();
  relaunch = vi.fn();
  enableSandbox = vi.fn();
  releaseSingleInstanceLock = vi.fn();
  commandLine = { hasSwitch: (name: string) => process.argv.includes(`--${name}`) };
  addRecentDocument = vi.fn();
  setAppUserModelId = vi.fn();
  setPath = vi.fn();
  requestSingleInstanceLock() {
    return this.hasLock;
  }
  async whenReady() {}
  getAppPath() {
    return join(import.meta.dirname, '..', '..', '..');
  }
  getVersion() {
    return '9.9.9';
  }
  getPath(name: string) {
    return join(fake.base, name);
  }
}

function fresh() {
  return {
    base: mkdtempSync(join(tmpdir(), 'limber-electron-')),
    app: new FakeApp(),
    windows: [] as FakeWindow[],
    handlers: new Map<string, Handler>(),
    listeners: new Map<string, Handler>(),
    protocols: new Map<string, (request: { url: string; method: string }) => Promise<Response>>(),
    schemes: [] as { scheme: string; privileges: Record<string, boolean> }[],
    permissions: {} as { request?: Handler; check?: Handler; device?: Handler },
    menus: [] as unknown[],
    exposed: new Map<string, unknown>(),
    displays: [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
  };
}

/** What the code under test did to Electron; {@link resetFakeElectron} makes a new one. */
export let fake = fresh();

export function resetFakeElectron(): void {
  fake = fresh();
  for (const mock of Object.values(electron.dialog)) mock.mockReset();
}

/** Stands for the module `electron`. */
export const electron = {
  get app() {
    return fake.app;
  },
  BrowserWindow: FakeWindow,
  ipcMain: {
    handle: (channel: string, handler: Handler) => fake.handlers.set(channel, handler),
    on: (channel: string, listener: Handler) => fake.listeners.set(channel, listener),
  },
  ipcRenderer: { invoke: vi.fn(), send: vi.fn(), on: vi.fn(), off: vi.fn() },
  contextBridge: { exposeInMainWorld: (name: string, value: unknown) => fake.exposed.set(name, value) },
  net: { fetch: vi.fn() },
  shell: { openExternal: vi.fn(), showItemInFolder: vi.fn() },
  webUtils: { getPathForFile: vi.fn() },
  protocol: {
    registerSchemesAsPrivileged: (schemes: typeof fake.schemes) => fake.schemes.push(...schemes),
    handle: (scheme: string, handler: (request: { url: string; method: string }) => Promise<Response>) =>
      fake.protocols.set(scheme, handler),
  },
  session: {
    defaultSession: {
      setPermissionRequestHandler: (handler: Handler) => (fake.permissions.request = handler),
      setPermissionCheckHandler: (handler: Handler) => (fake.permissions.check = handler),
      setDevicePermissionHandler: (handler: Handler) => (fake.permissions.device = handler),
    },
  },
  dialog: {
    showErrorBox: vi.fn(),
    showMessageBox: vi.fn(),
    showMessageBoxSync: vi.fn(),
    showOpenDialog: vi.fn(),
    showSaveDialog: vi.fn(),
  },
  Menu: {
    buildFromTemplate: (template: unknown) => template,
    setApplicationMenu: (menu: unknown) => fake.menus.push(menu),
  },
  screen: { getAllDisplays: () => fake.displays },
};
