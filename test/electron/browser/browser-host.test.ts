import { decode, encode } from '@msgpack/msgpack';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startBrowserHost, type BrowserHost, type BrowserHostOptions } from '../../../electron/browser/browser-host.ts';
import { freshServices, HERO } from '../services/fresh-services.ts';
import { eventually } from '../../helpers/eventually.ts';

const hosts: BrowserHost[] = [];
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
});

async function start(changes: Partial<BrowserHostOptions> = {}) {
  const base = await mkdtemp(join(tmpdir(), 'limber-host-'));
  const rendererFolder = join(base, 'renderer');
  await mkdir(join(rendererFolder, 'assets'), { recursive: true });
  await writeFile(join(rendererFolder, 'index.html'), '<!doctype html>');
  await writeFile(join(rendererFolder, 'assets', 'main.js'), 'export {};');
  await writeFile(join(base, 'secret.txt'), 'secret');
  const { services, folder } = await freshServices();
  const host = await startBrowserHost({ window: rendererFolder, services, ...changes });
  hosts.push(host);
  return { host, folder, rendererFolder };
}

/** A request as it stands: `fetch` would tidy the path and refuse to set some headers. */
function ask(
  host: BrowserHost,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body?: Uint8Array,
): Promise<{ status: number; body: Buffer; headers: NodeJS.Dict<string | string[]> }> {
  const { hostname, port } = new URL(host.origin);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks), headers: response.headers }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

const ticketOf = (host: BrowserHost): string => new URL(host.url).hash.replace('#ticket=', '');

const exchange = (host: BrowserHost, ticket: string, headers: Record<string, string> = {}) =>
  ask(host, '/session', { authorization: `Bearer ${ticket}`, ...headers }, 'POST');

const credentials = new WeakMap<BrowserHost, Promise<string>>();

/** What a page that was opened with the host's address says to be let in; one session a host. */
async function authorizationOf(host: BrowserHost): Promise<string> {
  const credential = credentials.get(host) ?? exchange(host, ticketOf(host)).then(({ body }) => body.toString());
  credentials.set(host, credential);
  return `Bearer ${await credential}`;
}

const message = async (host: BrowserHost, name: string, parameters: unknown, headers: Record<string, string> = {}) =>
  ask(host, `/rpc/${name}`, { authorization: await authorizationOf(host), ...headers }, 'POST', encode(parameters));

describe('the browser host', () => {
  test('has its ticket where browsers do not send it, and another one in each run', async () => {
    const { host } = await start();
    expect(host.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(host.url).toBe(`${host.origin}/#ticket=${ticketOf(host)}`);
    expect(Buffer.from(ticketOf(host), 'base64url')).toHaveLength(32);
    expect(ticketOf((await start()).host)).not.toBe(ticketOf(host));
  });

  test('has closed only when the services behind it have, and lets nobody in meanwhile', async () => {
    const order: string[] = [];
    const reached = async (origin: string) =>
      fetch(origin).then(
        () => 'open',
        () => 'closed',
      );
    const { host } = await start({
      closing: async () => {
        order.push(await reached(host.origin));
        order.push('written');
      },
    });
    hosts.pop();
    await host.close();
    expect([...order, 'ended']).toEqual(['closed', 'written', 'ended']);
  });

  // Elsewhere only 127.0.0.1 of these addresses is this machine.
  test.skipIf(process.platform === 'darwin')('listens on one loopback address only, on none that others can reach', async () => {
    const { host } = await start();
    const port = Number(new URL(host.origin).port);
    const others = Object.values(networkInterfaces()).flatMap((found) => (found ?? []).map(({ address }) => address));
    const reached = async (address: string) =>
      new Promise((resolve) => {
        const socket = connect({ host: address, port }, () => resolve(true));
        socket.on('error', () => resolve(false));
      });
    expect(await reached('127.0.0.1')).toBe(true);
    for (const address of ['127.0.0.2', ...others.filter((other) => other !== '127.0.0.1')])
      expect(await reached(address), address).toBe(false);
  });

  test('takes a ticket once, tells those who listen, and has a new one then', async () => {
    const { host } = await start();
    const opened = vi.fn();
    host.onOpened(opened);
    const first = ticketOf(host);
    const session = await exchange(host, first);
    expect(session.status).toBe(200);
    expect(opened).toHaveBeenCalledTimes(1);
    const again = await exchange(host, first);
    expect([again.status, again.body.byteLength]).toEqual([410, 0]);
    expect((await exchange(host, 'x'.repeat(43))).status).toBe(401);
    expect((await ask(host, '/session', {}, 'POST')).status).toBe(401);
    expect(opened).toHaveBeenCalledTimes(1);
    const second = await exchange(host, ticketOf(host));
    expect(second.status).toBe(200);
    const keys = [first, ticketOf(host), session.body.toString(), second.body.toString()];
    expect(new Set(keys).size).toBe(4);
    for (const key of keys.slice(2)) {
      expect(Buffer.from(key, 'base64url')).toHaveLength(32);
      expect((await message(host, 'app.info', [], { authorization: `Bearer ${key}` })).status).toBe(200);
    }
  });

  test('takes no ticket for a session, and no session for a ticket', async () => {
    const { host } = await start();
    expect((await message(host, 'app.info', [], { authorization: `Bearer ${ticketOf(host)}` })).status).toBe(401);
    const [, credential = ''] = (await authorizationOf(host)).split(' ');
    expect((await exchange(host, credential)).status).toBe(401);
  });

  test.each([{ origin: 'http://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { host: 'evil.example' }])(
    'gives no session to another page (%j), and its ticket stays good',
    async (headers) => {
      const { host } = await start();
      expect((await exchange(host, ticketOf(host), headers as Record<string, string>)).status).toBe(403);
      expect((await ask(host, '/session', { authorization: `Bearer ${ticketOf(host)}` })).status).toBe(405);
      expect((await exchange(host, ticketOf(host))).status).toBe(200);
    },
  );

  test('serves the page that was opened last, and tells the one before it', async () => {
    const { host } = await start();
    const call = async (page: string) =>
      decode((await message(host, 'app.info', [], { 'x-limber-window': page })).body) as { ok: boolean };
    expect(await call('first')).toMatchObject({ ok: true });
    expect(await call('second')).toMatchObject({ ok: true });
    expect(await call('first')).toMatchObject({ ok: false, error: { message: expect.stringContaining('has taken over') } });
    expect(await call('second')).toMatchObject({ ok: true });
  });

  test('gives signs of life to a page that listens, and none to one that went away', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const { host } = await start();
      const authorization = await authorizationOf(host);
      const { hostname, port } = new URL(host.origin);
      let heard = '';
      const request = httpRequest({ hostname, port, path: '/events', headers: { authorization } });
      request.on('error', () => {});
      request.on('response', (response) => response.on('data', (chunk: Buffer) => (heard += chunk.toString())));
      request.end();
      await eventually(() => expect(vi.getTimerCount()).toBe(1));
      vi.advanceTimersByTime(45_000);
      await eventually(() => expect(heard).toBe(':\n\n:\n\n'));
      request.destroy();
      await eventually(() => expect(vi.getTimerCount()).toBe(0));
    } finally {
      vi.useRealTimers();
    }
  });

  test('carries bytes both ways unchanged @all', async () => {
    const { host } = await start();
    const { status, body } = await message(host, 'character.openBytes', ['dropped.glb', HERO]);
    expect(status).toBe(200);
    const answer = decode(body) as { ok: true; value: { name: string; bytes: Uint8Array } };
    expect(answer.value.name).toBe('dropped');
    expect(Buffer.compare(answer.value.bytes, HERO)).toBe(0);
  });

  test('brings refusals as sentences', async () => {
    const { host } = await start();
    const { status, body } = await message(host, 'project.open', ['/etc']);
    expect(status).toBe(200);
    expect(decode(body)).toMatchObject({
      ok: false,
      error: { message: '"/etc" is outside the folders that were opened to Limber' },
    });
  });

  test('serves the window with headers that keep everything else out', async () => {
    const { host } = await start();
    const page = await ask(host, '/');
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'");
    expect(page.headers['content-security-policy']).not.toContain(" 'unsafe-eval'");
    expect(page.headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'permissions-policy': expect.stringMatching(/\bcamera=\(self\).*\bgeolocation=\(\).*\bmicrophone=\(\).*\busb=\(\)/),
    });
    expect((await ask(host, '/assets/main.js')).headers['content-type']).toContain('text/javascript');
  });

  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..\\secret.txt',
    '/..%5csecret.txt',
    '/assets/%00.js',
    '//etc/passwd',
    '/%2fetc/passwd',
    '/%',
    '/assets',
  ])('gives no file for %s', async (path) => {
    const { host } = await start();
    const { status, body } = await ask(host, path);
    expect([400, 404]).toContain(status);
    expect(body.toString()).toBe('');
  });

  test.each<[string, Record<string, string>, number]>([
    ['no token', { authorization: '' }, 401],
    ['another token', { authorization: `Bearer ${'x'.repeat(43)}` }, 401],
    ['a shorter token', { authorization: 'Bearer x' }, 401],
    ['another origin', { origin: 'http://evil.example' }, 403],
    ['the origin "null"', { origin: 'null' }, 403],
    ['the same name with another port', { origin: 'http://127.0.0.1:1' }, 403],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another host', { host: 'evil.example' }, 403],
    ['a host that resolves here', { host: 'localhost:1' }, 403],
  ])('refuses a message with %s', async (_, headers, status) => {
    const { host } = await start();
    expect((await message(host, 'app.info', [], headers)).status).toBe(status);
    expect((await ask(host, '/events', { authorization: await authorizationOf(host), ...headers })).status).toBe(status);
  });

  test('sends the packed copy of a file to a browser that unpacks it', async () => {
    const { host, rendererFolder } = await start();
    await writeFile(join(rendererFolder, 'assets', 'main.js.gz'), gzipSync('export {};'));
    const packed = await ask(host, '/assets/main.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.body).toString()).toBe('export {};');
    const plain = await ask(host, '/assets/main.js');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body.toString()).toBe('export {};');
  });

  test('refuses even files to a page that reached it under another name', async () => {
    const { host } = await start();
    expect((await ask(host, '/', { host: 'evil.example' })).status).toBe(403);
  });

  test('accepts its own origin', async () => {
    const { host } = await start();
    const { status } = await message(host, 'app.info', [], { origin: host.origin, 'sec-fetch-site': 'same-origin' });
    expect(status).toBe(200);
  });

  test('refuses other methods, what is too large and what is no message', async () => {
    const { host } = await start({ largestRequest: 1000 });
    const authorization = await authorizationOf(host);
    expect((await ask(host, '/rpc/app.info', { authorization })).status).toBe(405);
    expect((await ask(host, '/', {}, 'POST')).status).toBe(405);
    expect((await message(host, 'character.openBytes', ['x', new Uint8Array(2000)])).status).toBe(413);
    expect((await ask(host, '/rpc/app.info', { authorization }, 'POST', new Uint8Array([0xc1]))).status).toBe(400);
    expect((await ask(host, '/rpc/%', { authorization }, 'POST', encode([]))).status).toBe(400);
    expect((await message(host, 'app.info', [])).status).toBe(200);
  });

  test('refuses a body that grows beyond the bound without saying its length', async () => {
    const { host } = await start({ largestRequest: 1000 });
    const { hostname, port } = new URL(host.origin);
    const authorization = await authorizationOf(host);
    const status = await new Promise<number>((resolve, reject) => {
      const headers = { authorization, 'transfer-encoding': 'chunked' };
      const request = httpRequest({ hostname, port, path: '/rpc/app.info', method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      request.on('error', reject);
      request.write(new Uint8Array(600));
      request.end(new Uint8Array(600));
    });
    expect(status).toBe(413);
  });

  test('tells a port that is taken', async () => {
    const { host } = await start();
    await expect(start({ port: Number(new URL(host.origin).port) })).rejects.toThrow('EADDRINUSE');
  });
});

describe('a window that is served from its sources', () => {
  test('gets the requests for files, at the address of the messages, and no others', async () => {
    const asked: string[] = [];
    const { host } = await start({
      window: async (server) => {
        expect(server.listening).toBe(false);
        return (request, response) => {
          asked.push(request.url ?? '');
          response.end('fresh');
        };
      },
    });
    expect((await ask(host, '/main.tsx?t=1')).body.toString()).toBe('fresh');
    expect((await ask(host, '/rpc/app.info', {}, 'POST')).status).toBe(401);
    expect((await ask(host, '/main.tsx', { host: 'limber.example' })).status).toBe(403);
    expect(asked).toEqual(['/main.tsx?t=1']);
  });
});
