/** A value as the text has it: numbers, texts, tuples and lists alike. */
export type UsdValue = number | string | readonly UsdValue[] | ReadonlyMap<number, UsdValue>;

/** A prim that was read: attributes by their names, without their types. */
export interface UsdRead {
  readonly kind: string;
  readonly name: string;
  readonly attributes: ReadonlyMap<string, UsdValue>;
  readonly children: readonly UsdRead[];
}

const TOKEN =
  /\s*(?:("(?:[^"\\]|\\.)*")|(@[^@]*@)|(<[^>]*>)|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(?![\w])|([A-Za-z_][\w:.]*(?:\[\])?)|([()[\]{}=,:]))/y;

/**
 * Reads what this program writes of the text format of USD, and nothing else: prims with metadata, attributes and time samples. Throws an `Error` of one sentence
 * at the first sign that it does not expect.
 */
export function readUsda(text: string): readonly UsdRead[] {
  if (!text.startsWith('#usda 1.0\n')) throw new Error('the exported file is no USD text');
  let at = '#usda 1.0'.length;
  let next = '';

  function advance(): string {
    const taken = next;
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found) at = TOKEN.lastIndex;
    else if (text.slice(at).trim() !== '') throw new Error(`the exported file cannot be read again at character ${at}`);
    next = found ? found[0].trim() : '';
    return taken;
  }

  function isNext(sign: string): boolean {
    if (next === '') throw new Error('the exported file ends too early');
    return next === sign;
  }

  function expect(sign: string): void {
    if (next !== sign) throw new Error(`the exported file has "${next.slice(0, 40)}" where "${sign}" should be`);
    advance();
  }

  function list(end: string): UsdValue[] {
    const values: UsdValue[] = [];
    advance();
    while (!isNext(end)) {
      values.push(value());
      if (next === ',') advance();
    }
    expect(end);
    return values;
  }

  function samples(): ReadonlyMap<number, UsdValue> {
    const all = new Map<number, UsdValue>();
    expect('{');
    while (!isNext('}')) {
      const time = Number(advance());
      expect(':');
      all.set(time, value());
      if (next === ',') advance();
    }
    expect('}');
    return all;
  }

  function value(): UsdValue {
    if (next === '(') return list(')');
    if (next === '[') return list(']');
    if (next === '{') return samples();
    const token = advance();
    if (/^["<@]/.test(token)) return token.slice(1, -1);
    const number = Number(token);
    if (Number.isNaN(number)) throw new Error(`the exported file has "${token.slice(0, 40)}" where a value should be`);
    return number;
  }

  /** Metadata say nothing here; they are read for their form. */
  function metadata(): void {
    if (!isNext('(')) return;
    advance();
    while (!isNext(')')) {
      while (!isNext('=')) advance();
      advance();
      value();
    }
    expect(')');
  }

  function prim(): UsdRead {
    expect('def');
    const [kind, name] = [advance(), advance().slice(1, -1)];
    metadata();
    expect('{');
    const attributes = new Map<string, UsdValue>();
    const children: UsdRead[] = [];
    while (!isNext('}')) {
      if (next === 'def') {
        children.push(prim());
        continue;
      }
      if (next === 'uniform') advance();
      advance();
      const attribute = advance();
      if (next !== '=') continue;
      advance();
      attributes.set(attribute, value());
      metadata();
    }
    expect('}');
    return { kind, name, attributes, children };
  }

  advance();
  metadata();
  const prims: UsdRead[] = [];
  while (next !== '') prims.push(prim());
  return prims;
}
