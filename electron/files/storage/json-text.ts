/** Deeper JSON than this is refused: no real file needs it, and readers that recurse would run out of stack. */
const MAX_DEPTH = 512;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Parses UTF-8 JSON text that must be an object. Throws an `Error` with one sentence that begins with `what`
 * ("the file's JSON") when it is not JSON, not an object, or nested too deeply.
 */
export function parseJsonObject(bytes: Uint8Array, what: string): Record<string, unknown> {
  if (depthOf(bytes) > MAX_DEPTH) throw new Error(`${what} is nested more than ${MAX_DEPTH} levels deep`);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new Error(`${what} cannot be read: ${error instanceof Error ? firstLine(error.message) : 'not JSON'}`, {
      cause: error,
    });
  }
  if (!isRecord(value)) throw new Error(`${what} must be an object, got ${Array.isArray(value) ? 'a list' : String(value)}`);
  return value;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function depthOf(bytes: Uint8Array): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (quoted) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    // `[` and `{` differ in one bit only, and so do `]` and `}`.
    else if ((byte & 0xdf) === 0x5b) deepest = Math.max(deepest, ++depth);
    else if ((byte & 0xdf) === 0x5d) depth--;
  }
  return deepest;
}

function firstLine(message: string): string {
  const line = message.split('\n', 1)[0]!;
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}
