import { decode } from '@msgpack/msgpack';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBrowserKeys } from './browser-keys.ts';
import type { Answer, ContractEvents, EventName, Services } from '../contract.ts';
import { dispatch } from '../ipc.ts';
import { messageParts } from '../contract/message-parts.ts';
import { readStaticFile, SECURITY_HEADERS, type ReadSettings } from '../static-files.ts';

/** Answers a request for a file of the window. */
export type FileServer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface BrowserHostOptions {
  /** The folder of the built window, or what serves it from its sources, beside the messages of this server. */
  readonly window: string | ((server: Server) => Promise<FileServer>);
  readonly services: Services;
  /** The page that the address shows. Default: `/`, the studio. */
  readonly page?: string;
  /** Called when the last connection has ended: {@link BrowserHost.close} waits for it. */
  readonly closing?: () => Promise<void>;
  /** Default 0: any free one. */
  readonly port?: number;
  /** Larger requests are refused. Default 1.25 GiB: the largest character and its envelope. */
  readonly largestRequest?: number;
}

export interface BrowserHost {
  /** An address that opens the studio once: its ticket stands in the fragment, which browsers do not send. A new one after each use. */
  readonly url: string;
  readonly origin: string;
  /** `listener` hears when a page has used the address. */
  onOpened(listener: () => void): void;
  /** Whether a page is open that listens. */
  hasPage(): boolean;
  /** Tells every open window something. */
  emit<Name extends EventName>(name: Name, event: ContractEvents[Name]): void;
  /** Ends all connections, and resolves when nothing is being written any more. */
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
const MESSAGE_PATH = '/rpc/';
const EVENTS_PATH = '/events';
const SESSION_PATH = '/session';
const LARGEST_REQUEST = 1.25 * 2 ** 30;
const TAKEN_OVER: Answer = {
  ok: false,
  error: { message: 'Limber was opened in another tab of this browser, which has taken over: this tab can be closed' },
};
/** Milliseconds between signs of life on the stream of events. */
const HEARTBEAT = 20_000;

/**
 * Serves the window and the services to a browser of this machine: on the loopback address only, for requests that name this very
 * address as their host and origin, and from pages that exchanged a ticket for a session. Throws when the port is taken.
 */
export async function startBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const { window, services, page = '/', closing, port = 0, largestRequest = LARGEST_REQUEST } = options;
  const keys = createBrowserKeys();
  const openedListeners = new Set<() => void>();
  const streams = new Set<ServerResponse>();
  const takenOver = takeOvers();
  let origin = '';
  let sendFile: FileServer = () => {};

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', origin);
    if (!isMessage(pathname)) return sendFile(request, response);
    if (isFromElsewhere(request, origin)) return send(response, 403);
    if (pathname === SESSION_PATH) return openSession(request, response);
    if (!keys.isSession(bearerOf(request))) return send(response, 401);
    if (pathname === EVENTS_PATH) return openStream(response);
    if (request.method !== 'POST') return send(response, 405);
    const body = await readBody(request, largestRequest);
    if (!body) {
      response.setHeader('connection', 'close');
      return send(response, 413);
    }
    const name = decodeURIComponent(pathname.slice(MESSAGE_PATH.length));
    const parameters = decode(body);
    const reply = takenOver(request.headers['x-limber-window']) ? TAKEN_OVER : await dispatch(services, name, parameters);
    sendParts(response, 200, messageParts(reply), 'application/msgpack');
  }

  /** A ticket for a credential: 410 for one that was used, 401 for any other. */
  function openSession(request: IncomingMessage, response: ServerResponse): void {
    if (request.method !== 'POST') return send(response, 405);
    const exchanged = keys.exchange(bearerOf(request));
    if (exchanged.kind !== 'session') return send(response, exchanged.kind === 'used' ? 410 : 401);
    send(response, 200, Buffer.from(exchanged.credential));
    for (const listener of openedListeners) listener();
  }

  function openStream(response: ServerResponse): void {
    response.writeHead(200, { ...SECURITY_HEADERS, 'content-type': 'text/event-stream' });
    response.flushHeaders();
    streams.add(response);
    const heartbeat = setInterval(() => response.write(':\n\n'), HEARTBEAT);
    response.on('close', () => {
      clearInterval(heartbeat);
      streams.delete(response);
    });
  }

  const server = createServer((request, response) => {
    // A page elsewhere may make its own name point here; the browser still says which name it asked for.
    if (`http://${request.headers.host}` !== origin) return send(response, 403);
    answer(request, response).catch(() => (response.headersSent ? response.end() : send(response, 400)));
  });
  sendFile = typeof window === 'string' ? folderServer(window, services['settings.read']) : await window(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, resolve);
  });
  origin = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;

  return {
    get url() {
      return `${origin}${page}#ticket=${keys.ticket()}`;
    },
    origin,
    onOpened: (listener) => void openedListeners.add(listener),
    hasPage: () => streams.size > 0,
    emit(name, event) {
      for (const stream of streams) stream.write(`event: ${name}\ndata: ${JSON.stringify(event)}\n\n`);
    },
    async close() {
      const ended = new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
      });
      server.closeAllConnections();
      await ended;
      await closing?.();
    },
  };
}

/**
 * There is one journal, so there is one window: a page that was not heard of before takes over (and is offered the unsaved work),
 * and the pages before it are refused. Gives a function that tells whether a page has been taken over.
 */
function takeOvers(): (page: string | string[] | undefined) => boolean {
  const pages = new Set<string>();
  let present: string | null = null;
  return (page) => {
    if (typeof page !== 'string') return false;
    if (!pages.has(page)) present = page;
    pages.add(page);
    return page !== present;
  };
}

function isMessage(pathname: string): boolean {
  return pathname === EVENTS_PATH || pathname === SESSION_PATH || pathname.startsWith(MESSAGE_PATH);
}

/** Whether the browser says that another page asks. */
function isFromElsewhere({ headers }: IncomingMessage, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  return (headers.origin !== undefined && headers.origin !== origin) || (site !== undefined && site !== 'same-origin');
}

/** The key that a request brings, empty when it brings none. */
function bearerOf({ headers }: IncomingMessage): string {
  return /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
}

function folderServer(folder: string, settings: ReadSettings): FileServer {
  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return send(response, 405);
    const takesPacked = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    const { pathname } = new URL(request.url ?? '/', `http://${LOOPBACK}`);
    const file = await readStaticFile(folder, pathname, { takesPacked, settings });
    if (file.status !== 200) return send(response, file.status);
    if (file.isPacked) response.setHeader('content-encoding', 'gzip');
    send(response, 200, file.bytes, file.type);
  };
}

function send(response: ServerResponse, status: number, body: Uint8Array = new Uint8Array(0), type = 'text/plain'): void {
  sendParts(response, status, [body], type);
}

function sendParts(response: ServerResponse, status: number, parts: readonly Uint8Array[], type: string): void {
  const length = parts.reduce((sum, part) => sum + part.byteLength, 0);
  response.writeHead(status, { ...SECURITY_HEADERS, 'content-type': type, 'content-length': length });
  for (const part of parts) response.write(part);
  response.end();
}

/** The request's bytes, or null when there are more than `most`. */
async function readBody(request: IncomingMessage, most: number): Promise<Uint8Array | null> {
  const told = Number(request.headers['content-length'] ?? 0);
  if (told > most) return null;
  // Each part is put in its place as it comes: to join them at the end would hold everything else up.
  let bytes = new Uint8Array(told);
  let length = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    const end = length + chunk.byteLength;
    if (end > most) return null;
    if (end > bytes.byteLength) {
      const larger = new Uint8Array(Math.min(most, Math.max(2 * bytes.byteLength, end)));
      larger.set(bytes);
      bytes = larger;
    }
    bytes.set(chunk, length);
    length = end;
  }
  return bytes.subarray(0, length);
}
