import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { preventable } from '../../helpers/preventable.ts';
import { pack, unpack } from './packing.ts';
import { DELIVER, preloadWorld, SEND } from './preload-world.ts';

/** Chromium knows no scheme of ours: the window's address stands under one of its own, and is told to the program as what it is. */
const OWN = 'app://limber/';
const SHOWN = 'https://limber.invalid/';

interface Handlers {
  /** Answers `ipcRenderer.invoke`; rejects for a channel that nobody handles. */
  invoke(channel: string, event: object, values: readonly unknown[]): Promise<unknown>;
  send(channel: string, event: object, values: readonly unknown[]): void;
  /** Answers requests for the program's own scheme. */
  answer(request: Request): Promise<Response>;
  created(contents: EventEmitter): void;
  closed(): void;
}

interface Options {
  readonly width: number;
  readonly height: number;
  readonly webPreferences: {
    readonly preload: string;
    readonly sandbox: boolean;
    readonly contextIsolation: boolean;
    readonly nodeIntegration: boolean;
  };
}

/** The page's side of a window. */
export class PageContents extends EventEmitter {
  page: Page | null = null;
  readonly dragged: string[] = [];
  openHandler: (details: { readonly url: string }) => { readonly action: string } = () => ({ action: 'allow' });
  setWindowOpenHandler(handler: PageContents['openHandler']): void {
    this.openHandler = handler;
  }
  send(...message: readonly unknown[]): void {
    void this.page?.evaluate(
      ([name, text]) => (window as unknown as Record<string, (text: string) => void>)[name!]!(text!),
      [DELIVER, pack(message)],
    );
  }
  reload(): void {
    void this.page?.reload();
  }
  /** Electron demands a picture that is there. */
  startDrag({ file, icon }: { readonly file: string; readonly icon: string }): void {
    if (!existsSync(icon)) throw new Error('Must specify non-empty `icon` option');
    this.dragged.push(file);
  }
  forcefullyCrashRenderer(): void {
    this.emit('render-process-gone', {}, { reason: 'killed' });
  }
}

/** A window whose inside is a page of a real Chromium. */
export class PageWindow extends EventEmitter {
  readonly webContents = new PageContents();
  readonly #options: Options;
  readonly #browser: Promise<Browser>;
  readonly #handlers: Handlers;
  #isDestroyed = false;
  title = '';

  constructor(options: Options, browser: Promise<Browser>, handlers: Handlers) {
    super();
    const { sandbox, contextIsolation, nodeIntegration } = options.webPreferences;
    if (!sandbox || !contextIsolation || nodeIntegration) throw new Error('only sandboxed windows without Node are stood in for');
    this.#options = options;
    this.#browser = browser;
    this.#handlers = handlers;
    handlers.created(this.webContents);
  }

  async loadURL(address: string): Promise<void> {
    const { width, height, webPreferences } = this.#options;
    const browser = await this.#browser;
    const context = await browser.newContext({ viewport: { width, height } });
    await context.exposeBinding(SEND, ({ frame, page }, text: string) => {
      const senderFrame = { url: frame.url().replace(SHOWN, OWN), parent: frame === page.mainFrame() ? null : {} };
      return this.#hear({ senderFrame }, text);
    });
    await context.addInitScript({ content: preloadWorld(readFileSync(webPreferences.preload, 'utf8')) });
    await this.#route(context);
    const page = await context.newPage();
    this.webContents.page = page;
    page.on('popup', (popup) => {
      if (this.webContents.openHandler({ url: popup.url() }).action === 'deny') void popup.close();
    });
    page.on('crash', () => this.webContents.emit('render-process-gone', {}, { reason: 'crashed' }));
    await page.goto(address.replace(OWN, SHOWN));
    this.emit('ready-to-show');
  }

  async #route(context: BrowserContext): Promise<void> {
    await context.route('**/*', async (route, request) => {
      const url = request.url();
      if (!url.startsWith(SHOWN)) {
        const event = preventable({ url, isMainFrame: request.frame().parentFrame() === null });
        if (request.isNavigationRequest()) this.webContents.emit('will-navigate', event);
        return route.abort();
      }
      const answer = await this.#handlers.answer(new Request(url.replace(SHOWN, OWN), { method: request.method() }));
      const body = Buffer.from(await answer.arrayBuffer());
      return route.fulfill({ status: answer.status, headers: Object.fromEntries(answer.headers), body });
    });
  }

  async #hear(event: object, text: string): Promise<string> {
    const [kind, channel, values] = unpack(text) as [string, string, unknown[]];
    if (kind === 'send') {
      this.#handlers.send(channel, event, values);
      return pack({});
    }
    try {
      return pack({ value: await this.#handlers.invoke(channel, event, values) });
    } catch (error) {
      return pack({ error: String(error) });
    }
  }

  close(): void {
    const event = preventable({});
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    void this.webContents.page?.close();
    this.emit('closed');
    this.#handlers.closed();
  }

  isDestroyed = () => this.#isDestroyed;
  isMinimized = () => false;
  isMaximized = () => false;
  getNormalBounds = () => ({ x: 0, y: 0, width: this.#options.width, height: this.#options.height });
  setTitle(title: string): void {
    this.title = title;
  }
  setDocumentEdited = () => {};
  show = () => {};
  focus = () => {};
  restore = () => {};
  maximize = () => {};
}
