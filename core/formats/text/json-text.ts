import { decodeUtf8 } from './utf8.ts';

/** Deeper JSON than this is refused: no real file needs it, and readers that recurse would run out of stack. */
const MAX_DEPTH = 512;

/** What one JSON text may ask for. What is made of it takes up to a few hundred bytes a value, whatever the text is made of. */
export interface JsonBudget {
  /** Bytes of the text. */
  readonly bytes: number;
  /** Numbers, texts, lists and objects in it, together. */
  readonly values: number;
}

/** Enough for an hour of keys of a whole body. */
const USUAL_BUDGET: JsonBudget = { bytes: 1 << 28, values: 1 << 24 };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/**
 * Parses UTF-8 JSON text that must be an object. Throws an `Error` with one sentence that begins with `what`
 * ("the file's JSON") when it is not JSON, not an object, nested too deeply, or more than `budget` allows, which is seen before it is parsed.
 */
export function parseJsonObject(bytes: Uint8Array, what: string, budget: JsonBudget = USUAL_BUDGET): Record<string, unknown> {
  checkBytes(bytes.byteLength, budget.bytes, what);
  const { depth, values } = measure(bytes);
  if (depth > MAX_DEPTH) throw new Error(`${what} is nested more than ${MAX_DEPTH} levels deep`);
  if (values > budget.values) throw new Error(`${what} holds ${values} values, more than the ${budget.values} that can be read`);
  let value: unknown;
  try {
    value = JSON.parse(decodeUtf8(bytes));
  } catch (error) {
    throw new Error(`${what} cannot be read: ${whereItStops(error)}`, { cause: error });
  }
  if (!isRecord(value)) throw new Error(`${what} must be an object, got ${nameOf(value)}`);
  return value;
}

/** Throws an `Error` with one sentence that begins with `what` when there are more than `most` bytes. */
export function checkBytes(count: number, most: number, what: string): void {
  if (count <= most) return;
  const megabytes = (bytes: number) => `${Math.ceil(bytes / (1 << 20))} MB`;
  throw new Error(`${what} has ${megabytes(count)}, more than the ${megabytes(most)} that can be read`);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How deep the text is nested, and how many values it has at most. */
function measure(bytes: Uint8Array): { depth: number; values: number } {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  let quoted = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (quoted) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (byte === COMMA) values++;
    // `[` and `{` differ in one bit only, and so do `]` and `}`.
    else if ((byte & 0xdf) === 0x5b) {
      values++;
      deepest = Math.max(deepest, ++depth);
    } else if ((byte & 0xdf) === 0x5d) depth--;
  }
  return { depth: deepest, values };
}

/** Where a text stops being JSON, which the error of `JSON.parse` tells at its end. */
function whereItStops(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? [];
  if (line !== undefined) return `it is not JSON at line ${line}, column ${column}`;
  return message.includes('end of JSON') ? 'its end is missing' : 'it is not JSON';
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a text';
  return String(value);
}
