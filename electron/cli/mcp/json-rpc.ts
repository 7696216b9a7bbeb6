/** What stands in a line of the Model Context Protocol, which is JSON-RPC 2.0 with its parameters by name. */
export type Line =
  | { readonly kind: 'message'; readonly message: object }
  /** Several messages at once, whose answers go back as one. */
  | { readonly kind: 'batch'; readonly lines: readonly Line[] }
  | { readonly kind: 'refused'; readonly answer: Refusal };

/** The answer to what is no message. */
export interface Refusal {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/** Messages of a batch at most. */
const MOST_MESSAGES = 1000;

export function readLine(text: string): Line {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return refused(null, 'the line is not JSON', PARSE_ERROR);
  }
  if (!Array.isArray(said)) return readMessage(said);
  if (said.length === 0) return refused(null, 'the batch is empty');
  if (said.length > MOST_MESSAGES) return refused(null, `the batch has more than ${MOST_MESSAGES} messages`);
  return { kind: 'batch', lines: said.map(readMessage) };
}

function readMessage(said: unknown): Line {
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return refused(null, 'a message is an object');
  const { jsonrpc, id, method, params, result, error } = said as Readonly<Record<string, unknown>>;
  const hasId = typeof id === 'string' || typeof id === 'number';
  const named = hasId ? id : null;
  if (jsonrpc !== '2.0') return refused(named, 'expected "jsonrpc": "2.0"');
  if (id !== undefined && !hasId) return refused(null, 'an id is a text or a number');
  if (method === undefined) {
    const isAnswer = hasId && (result === undefined) !== (error === undefined);
    return isAnswer ? { kind: 'message', message: said } : refused(named, 'a message has a method, or is an answer');
  }
  if (typeof method !== 'string') return refused(named, 'a method is a text');
  if (params !== undefined && (typeof params !== 'object' || params === null || Array.isArray(params)))
    return refused(named, 'parameters are given by name, in an object');
  return { kind: 'message', message: said };
}

export function refused(id: Refusal['id'], message: string, code: number = INVALID_REQUEST): Line & { readonly kind: 'refused' } {
  return { kind: 'refused', answer: { jsonrpc: '2.0', id, error: { code, message } } };
}
