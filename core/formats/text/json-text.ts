import { decodeUtf8 } from './utf8.ts';

/** Deeper JSON than this is refused: no real file needs it, and readers that recurse would run out of stack. */
const MAX_DEPTH = 512;

/**
 * What one JSON text may ask for, so that what is made of it takes less than 2 GB whatever it holds. A parser that runs out of memory ends the
 * whole program, on whatever thread it runs.
 */
export interface JsonBudget {
  /** Bytes of the text. */
  readonly bytes: number;
  /** Numbers, texts, lists and objects in it, together. */
  readonly values: number;
  /** Fields of its objects, together: each may take ten times what a number takes. */
  readonly fields: number;
}

/** Enough for two million keys of a clip: ten minutes of every joint of a body in every frame. */
const USUAL_BUDGET: JsonBudget = { bytes: 1 << 27, values: 1 << 24, fields: 1 << 22 };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
/** `[` and `{`. */
const OPENING = [0x5b, 0x7b];

/**
 * Parses UTF-8 JSON text that must be an object. Throws an `Error` with one sentence that begins with `what`
 * ("the file's JSON") when it is not JSON, not an object, nested too deeply, or more than `budget` allows, which is seen before it is parsed.
 */
export function parseJsonObject(bytes: Uint8Array, what: string, budget: JsonBudget = USUAL_BUDGET): Record<string, unknown> {
  checkJsonBudget(bytes, what, budget);
  let value: unknown;
  try {
    value = JSON.parse(decodeUtf8(bytes));
  } catch (error) {
    throw new Error(`${what} cannot be read: ${whereItStops(error)}`, { cause: error });
  }
  if (!isRecord(value)) throw new Error(`${what} must be an object, got ${nameOf(value)}`);
  return value;
}

/** Throws an `Error` with one sentence that begins with `what` when a JSON text is more than can be read. */
export function checkJsonBudget(bytes: Uint8Array, what: string, budget: JsonBudget = USUAL_BUDGET): void {
  checkBytes(bytes.byteLength, budget.bytes, what);
  if (isSurelyWithin(bytes, budget)) return;
  const { depth, values, fields } = measure(bytes);
  if (depth > MAX_DEPTH) throw new Error(`${what} is nested more than ${MAX_DEPTH} levels deep`);
  if (values > budget.values) throw new Error(`${what} holds ${values} values, more than the ${budget.values} that can be read`);
  if (fields > budget.fields) throw new Error(`${what} holds ${fields} fields, more than the ${budget.fields} that can be read`);
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

/** What most files are, seen without looking at each byte: a value, a field and a level take a byte each. */
function isSurelyWithin(bytes: Uint8Array, { values, fields }: JsonBudget): boolean {
  if (bytes.length >= Math.min(values, fields)) return false;
  return OPENING.every((bracket) => {
    let count = 0;
    for (let at = bytes.indexOf(bracket); at >= 0 && count <= MAX_DEPTH / 2; at = bytes.indexOf(bracket, at + 1)) count++;
    return count <= MAX_DEPTH / 2;
  });
}

/** How deep the text is nested, and how many values and fields it has at most. */
function measure(bytes: Uint8Array): { depth: number; values: number; fields: number } {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  let fields = 0;
  let quoted = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (quoted) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (byte === COMMA) values++;
    else if (byte === COLON) fields++;
    // `[` and `{` differ in one bit only, and so do `]` and `}`.
    else if ((byte & 0xdf) === 0x5b) {
      values++;
      deepest = Math.max(deepest, ++depth);
    } else if ((byte & 0xdf) === 0x5d) depth--;
  }
  return { depth: deepest, values, fields };
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
