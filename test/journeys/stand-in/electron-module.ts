import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { preventable } from '../../helpers/preventable.ts';
import { PageWindow } from './page-window.ts';

/** What the stand-in was started with, and what the test told it to answer. */
export interface StandInState {
  readonly browser: Promise<Browser>;
  /** Called when a window has loaded its page. */
  readonly shown: () => void;
  readonly parameters: readonly string[];
  readonly projectFolder: string;
  /** Where `app.getPath` leads. */
  readonly folder: string;
  menu: unknown;
  /** Files that were shown in the file manager. */
  readonly revealed: string[];
  readonly windows: PageWindow[];
}

type Handler = (event: unknown, ...values: readonly unknown[]) => unknown;

/** The module `electron` of the stand-in: what Limber's main process uses of it, with the order of calls that Electron insists on. */
export function standInElectron(state: StandInState) {
  const handlers = new Map<string, Handler>();
  const listeners = new Map<string, Handler>();
  let answerScheme: ((request: Request) => Promise<Response>) | null = null;
  let isReady = false;
  const beforeReady = (what: string) => {
    if (isReady) throw new Error(`${what} must be called before the app is ready`);
  };
  const afterReady = (what: string) => {
    if (!isReady) throw new Error(`${what} can only be used after the app is ready`);
  };

  class App extends EventEmitter {
    readonly commandLine = {
      hasSwitch: (name: string) => state.parameters.some((each) => each === `--${name}` || each.startsWith(`--${name}=`)),
    };
    readonly #paths = new Map<string, string>();
    enableSandbox = () => beforeReady('app.enableSandbox()');
    setAppUserModelId = () => {};
    requestSingleInstanceLock = () => true;
    addRecentDocument = () => {};
    readonly isPackaged = false;
    getVersion = () => '0.0.0';
    getAppPath = () => state.projectFolder;
    setPath = (name: string, path: string) => void this.#paths.set(name, path);
    getPath(name: string): string {
      const path = this.#paths.get(name) ?? join(state.folder, name);
      mkdirSync(path, { recursive: true });
      return path;
    }
    async whenReady(): Promise<void> {
      await state.browser;
      isReady = true;
    }
    quit(): void {
      const event = preventable();
      this.emit('will-quit', event);
      if (!event.defaultPrevented) this.exit(0);
    }
    exit(code: number): void {
      void state.browser.then((browser) => browser.close()).finally(() => process.exit(code));
    }
  }
  const app = new App();

  class BrowserWindow extends PageWindow {
    constructor(options: ConstructorParameters<typeof PageWindow>[0]) {
      afterReady('BrowserWindow');
      super(options, state.browser, {
        async invoke(channel, event, values) {
          const handler = handlers.get(channel);
          if (!handler) throw new Error(`No handler registered for '${channel}'`);
          // Electron clones what goes over: functions and class instances would be refused.
          return structuredClone(await handler(event, ...values));
        },
        send: (channel, event, values) => void listeners.get(channel)?.(event, ...values),
        answer: async (request) => (answerScheme ? answerScheme(request) : new Response(null, { status: 404 })),
        created: (contents) => void app.emit('web-contents-created', {}, contents),
        closed: () => void app.emit('window-all-closed'),
      });
      state.windows.push(this);
      this.once('ready-to-show', state.shown);
    }
  }

  const nobodyAnswers = (name: string) => () => {
    throw new Error(`${name} is tried on the packed program`);
  };

  return {
    app,
    BrowserWindow,
    ipcMain: {
      handle: (channel: string, handler: Handler) => void handlers.set(channel, handler),
      on: (channel: string, listener: Handler) => void listeners.set(channel, listener),
    },
    protocol: {
      registerSchemesAsPrivileged: () => beforeReady('protocol.registerSchemesAsPrivileged()'),
      handle(_scheme: string, handler: (request: Request) => Promise<Response>) {
        afterReady('protocol.handle()');
        answerScheme = handler;
      },
    },
    session: {
      get defaultSession() {
        afterReady('session.defaultSession');
        const nothing = () => {};
        return { setPermissionRequestHandler: nothing, setPermissionCheckHandler: nothing, setDevicePermissionHandler: nothing };
      },
    },
    dialog: Object.fromEntries(
      ['showOpenDialog', 'showSaveDialog', 'showMessageBox', 'showMessageBoxSync', 'showErrorBox'].map((name) => [
        name,
        nobodyAnswers(name),
      ]),
    ),
    Menu: {
      buildFromTemplate: (template: unknown) => template,
      setApplicationMenu: (menu: unknown) => {
        state.menu = menu;
      },
    },
    net: { fetch: () => Promise.reject(new Error('net::ERR_INTERNET_DISCONNECTED')) },
    shell: { openExternal: async () => {}, showItemInFolder: (path: string) => void state.revealed.push(path) },
    screen: { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] },
  };
}
