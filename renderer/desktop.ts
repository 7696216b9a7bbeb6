import { decode } from '@msgpack/msgpack';
import type { Answer, ContractEvents, Desktop, EventName } from '../electron/contract.ts';
import { messageParts } from '../electron/contract/message-parts.ts';
import { blobInSlices } from './reading/blob-in-slices.ts';
import type { LocalReader } from './reading/local-reader.ts';
import { readingHere } from './reading/read-here.ts';
import { inOrder } from './send-in-order.ts';
import { nextTurn } from './next-turn.ts';

/** Brings messages to the host and its events back; Electron's preload puts one into the window. */
interface Carrier {
  call(name: string, parameters: readonly unknown[]): Promise<Answer>;
  listen(listener: (name: string, event: unknown) => void): () => void;
  pathOf(file: File): string | null;
}

type Listener = (event: never) => void;

const SESSION_KEY = 'limber.session';
const NO_ANSWER = 'Limber does not answer any more: start it again. Your work up to here can be recovered.';
/** Milliseconds before the stream of events is opened again after it broke; doubled after each failure up to the longest. */
const SHORTEST_DELAY = 1000;
const LONGEST_DELAY = 30_000;

/** Whether the menus stand outside the window: the desktop program on a Mac fills the system's bar, all others have Limber's. */
export function hasNativeMenus(mac: boolean): boolean {
  return mac && bridge() !== undefined;
}

function bridge(): Carrier | undefined {
  return (globalThis as { limberBridge?: Carrier }).limberBridge;
}

/**
 * The window's only door to the main process: through Electron's preload where there is one, else over the loopback to the browser host
 * that served this page. There `reader` reads dropped characters in the window itself; without one the host does.
 */
export function connectDesktop(reader: LocalReader | null = null): Desktop {
  const carrier = bridge() ?? loopbackCarrier(reader);
  const listeners = new Map<string, Set<Listener>>();
  let isListening = false;

  function listen(): void {
    if (isListening) return;
    isListening = true;
    carrier.listen((name, event) => {
      for (const listener of listeners.get(name) ?? []) listener(event as never);
    });
  }

  return {
    async call(name, ...parameters) {
      const answer = await carrier.call(name, parameters);
      if (!answer.ok) throw new Error(answer.error.message);
      return answer.value as never;
    },
    on<Name extends EventName>(name: Name, listener: (event: ContractEvents[Name]) => void) {
      const set = listeners.get(name) ?? new Set<Listener>();
      listeners.set(name, set.add(listener));
      listen();
      return () => void set.delete(listener);
    },
    pathOf: (file) => carrier.pathOf(file),
  };
}

function loopbackCarrier(reader: LocalReader | null): Carrier {
  const authorization = openSession().then((credential) => `Bearer ${credential}`);
  // Whoever calls is told; nobody has called yet.
  authorization.catch(() => {});
  /** Tells this page from one in another tab. */
  const page = crypto.randomUUID();

  async function call(name: string, parameters: readonly unknown[]): Promise<Answer> {
    // Writing down a hundred poses takes as long as showing them: the window answers between the two.
    await nextTurn();
    const body = await blobInSlices(messageParts(parameters));
    const response = await fetch(`/rpc/${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { authorization: await authorization, 'content-type': 'application/msgpack', 'x-limber-window': page },
      body,
    }).catch((error: unknown) => {
      throw new Error(NO_ANSWER, { cause: error });
    });
    if (!response.ok) throw new Error(explainStatus(response.status));
    return decode(new Uint8Array(await response.arrayBuffer())) as Answer;
  }

  return {
    call: inOrder(reader ? readingHere(reader, call) : call),
    listen(listener) {
      const stop = new AbortController();
      void keepListening(authorization, listener, stop.signal);
      return () => stop.abort();
    },
    // A browser does not tell.
    pathOf: () => null,
  };
}

/**
 * The credential for which the host takes the ticket of the address, once. It is kept for this tab, so that the page can be loaded again:
 * no other tab, and no other program on this machine, gets to see it. The ticket is taken out of what the address bar shows.
 */
async function openSession(): Promise<string> {
  const kept = sessionStorage.getItem(SESSION_KEY);
  const ticket = new URLSearchParams(location.hash.slice(1)).get('ticket');
  if (ticket === null) return kept ?? '';
  history.replaceState(null, '', location.pathname + location.search);
  const response = await fetch('/session', { method: 'POST', headers: { authorization: `Bearer ${ticket}` } }).catch(
    (error: unknown) => {
      throw new Error(NO_ANSWER, { cause: error });
    },
  );
  if (response.ok) {
    const credential = await response.text();
    sessionStorage.setItem(SESSION_KEY, credential);
    return credential;
  }
  // The same address was opened again in a tab that has its session.
  if (kept !== null) return kept;
  throw new Error(explainStatus(response.status));
}

function explainStatus(status: number): string {
  if (status === 410) {
    return 'This address was used already, and opens Limber only once. The window in which you started Limber shows a new one.';
  }
  if (status === 401 || status === 403) return 'this page was not opened by Limber: open the address that Limber printed last';
  if (status === 413) return 'the file is too large';
  return `Limber answered with status ${status}`;
}

async function keepListening(
  authorized: Promise<string>,
  listener: (name: string, event: unknown) => void,
  stop: AbortSignal,
): Promise<void> {
  const authorization = await authorized.catch(() => null);
  if (authorization === null) return;
  for (let delay = SHORTEST_DELAY; !stop.aborted; delay = Math.min(2 * delay, LONGEST_DELAY)) {
    try {
      const response = await fetch('/events', { headers: { authorization }, signal: stop });
      if (response.status === 401 || response.status === 403) return;
      delay = SHORTEST_DELAY;
      if (response.ok && response.body) await readEvents(response.body, listener);
    } catch {
      // The host ended or the page is going away: what was missed is not replayed.
    }
    if (!stop.aborted) await new Promise((resolve) => setTimeout(resolve, delay));
  }
}

/** Reads server-sent events: `event:` and `data:` lines, an empty line between events, lines that begin with `:` say nothing. */
async function readEvents(body: ReadableStream<Uint8Array>, listener: (name: string, event: unknown) => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const data = field('data');
      if (data !== undefined) listener(field('event') ?? 'message', JSON.parse(data));
    }
  }
}
