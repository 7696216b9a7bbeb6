import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startBrowserHost, type BrowserHost } from '../../electron/browser/browser-host.ts';
import { connectDesktop } from '../../renderer/desktop.ts';
import { freshServices, HERO, type FreshServices } from '../electron/services/fresh-services.ts';
import { eventually } from '../helpers/eventually.ts';

afterEach(() => vi.unstubAllGlobals());

describe('over the loopback', () => {
  let host: BrowserHost;
  let fresh: FreshServices;
  const storage = new Map<string, string>();

  beforeEach(async () => {
    fresh = await freshServices();
    host = await startBrowserHost({ window: await mkdtemp(join(tmpdir(), 'limber-')), services: fresh.services });
    storage.clear();
    openPage(new URL(host.url).hash);
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(new URL(path, host.origin), init));
  });
  afterEach(() => host.close());

  function openPage(hash: string) {
    vi.stubGlobal('location', { hash, pathname: '/', search: '' });
    vi.stubGlobal('history', { replaceState: vi.fn() });
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
    });
  }

  test('calls reach the services and come back', async () => {
    const desktop = connectDesktop();
    expect(await desktop.call('app.info')).toMatchObject({ version: '1.2.3', host: 'browser' });
    const opened = await desktop.call('character.openBytes', 'hero.glb', HERO);
    expect(opened.bytes).toBeInstanceOf(Uint8Array);
    expect(Buffer.compare(opened.bytes, HERO)).toBe(0);
    expect(desktop.pathOf(new File([], 'hero.glb'))).toBeNull();
  });

  test('a refusal is an error with its sentence', async () => {
    await expect(connectDesktop().call('project.open', '/etc')).rejects.toThrow(
      /^"\/etc" is outside the folders that were opened to Limber$/,
    );
  });

  test('the ticket leaves the address bar, and what it was exchanged for survives a reload', async () => {
    const { hash } = new URL(host.url);
    await connectDesktop().call('app.info');
    expect(history.replaceState).toHaveBeenCalledWith(null, '', '/');
    expect([...storage.values()].join()).not.toContain(hash.replace('#ticket=', ''));
    openPage('');
    expect(await connectDesktop().call('recent.list')).toEqual([]);
  });

  test('a page without a ticket is told what to do', async () => {
    openPage('');
    await expect(connectDesktop().call('app.info')).rejects.toThrow('open the address that Limber printed');
  });

  test('an address that was used is refused with a sentence in another tab, and not in its own', async () => {
    const { hash } = new URL(host.url);
    await connectDesktop().call('app.info');
    openPage(hash);
    expect(await connectDesktop().call('recent.list')).toEqual([]);
    storage.clear();
    openPage(hash);
    const late = connectDesktop();
    late.on('menu.command', () => {});
    await expect(late.call('app.info')).rejects.toThrow('This address was used already, and opens Limber only once.');
    openPage(new URL(host.url).hash);
    expect(await connectDesktop().call('recent.list')).toEqual([]);
  });

  test('a page in another tab takes over, and the page before it is told', async () => {
    const first = connectDesktop();
    await first.call('app.info');
    const second = connectDesktop();
    expect(await second.call('recent.list')).toEqual([]);
    await expect(first.call('journal.close')).rejects.toThrow('opened in another tab of this browser, which has taken over');
    expect(await second.call('recent.list')).toEqual([]);
  });

  test('a host that ended is told', async () => {
    const desktop = connectDesktop();
    await host.close();
    await expect(desktop.call('app.info')).rejects.toThrow('does not answer any more: start it again');
    host = await startBrowserHost({ window: '/', services: fresh.services });
  });

  test('events arrive, in order and whole, until one stops listening', async () => {
    const desktop = connectDesktop();
    const heard: string[] = [];
    const stop = desktop.on('app.openFile', ({ path }) => heard.push(path));
    desktop.on('menu.command', ({ id }) => heard.push(`menu ${id}`));
    await eventually(() => {
      host.emit('app.openFile', { path: '/first' });
      expect(heard).not.toEqual([]);
    });
    host.emit('app.openFile', { path: '/a\nb – ü' });
    host.emit('menu.command', { id: 'edit.undo' });
    host.emit('app.openFile', { path: '/c' });
    await eventually(() => expect(heard.filter((path) => path !== '/first')).toEqual(['/a\nb – ü', 'menu edit.undo', '/c']));
    stop();
    host.emit('app.openFile', { path: '/d' });
    host.emit('menu.command', { id: 'last' });
    await eventually(() => expect(heard.at(-1)).toBe('menu last'));
    expect(heard).not.toContain('/d');
  });
});

describe('through the Electron preload', () => {
  test('calls, refusals, events and paths go through its bridge', async () => {
    let tell: (name: string, event: unknown) => void = () => {};
    vi.stubGlobal('limberBridge', {
      call: vi.fn(async (name: string, parameters: unknown) =>
        name === 'app.info' ? { ok: true, value: parameters } : { ok: false, error: { message: 'refused' } },
      ),
      listen: (listener: typeof tell) => {
        tell = listener;
        return () => {};
      },
      pathOf: (file: File) => `/dropped/${file.name}`,
    });
    const desktop = connectDesktop();
    expect(await desktop.call('app.info')).toEqual([]);
    await expect(desktop.call('recent.list')).rejects.toThrow(/^refused$/);
    expect(desktop.pathOf(new File([], 'hero.glb'))).toBe('/dropped/hero.glb');
    const heard = vi.fn();
    desktop.on('menu.command', heard);
    tell('app.openFile', { path: '/x' });
    tell('menu.command', { id: 'edit.undo' });
    expect(heard.mock.calls).toEqual([[{ id: 'edit.undo' }]]);
  });
});
