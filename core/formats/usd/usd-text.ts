import { differentNames } from '../../math/different-names.ts';
import type { Matrix } from '../gltf/matrix.ts';

/** Numbers of the text format of USD: the shortest text of single precision, since that is what its fields hold. */
export function usdNumber(value: number): string {
  const short = Number(Math.fround(value).toPrecision(9));
  return Object.is(short, -0) ? '0' : String(short);
}

/** `(x, y, z)` of each element of a flat list. */
export function usdTuples(values: ArrayLike<number>, size: number): string {
  const parts: string[] = [];
  for (let i = 0; i + size <= values.length; i += size) {
    const numbers: string[] = [];
    for (let c = 0; c < size; c++) numbers.push(usdNumber(values[i + c]!));
    parts.push(`(${numbers.join(', ')})`);
  }
  return `[${parts.join(', ')}]`;
}

export function usdNumbers(values: ArrayLike<number>): string {
  return `[${Array.from(values, usdNumber).join(', ')}]`;
}

/** Quaternions x y z w as USD has them: w first. */
export function usdQuats(values: ArrayLike<number>): string {
  const turned = new Float64Array(values.length);
  for (let i = 0; i < values.length; i += 4) {
    turned[i] = values[i + 3]!;
    for (let c = 0; c < 3; c++) turned[i + 1 + c] = values[i + c]!;
  }
  return usdTuples(turned, 4);
}

/** A matrix whose columns stand one after another; USD multiplies from the other side, so that its rows are these columns. In full precision. */
export function usdMatrix(m: Matrix): string {
  const row = (at: number) => `(${m.slice(at, at + 4).join(', ')})`;
  return `( ${row(0)}, ${row(4)}, ${row(8)}, ${row(12)} )`;
}

export function usdText(text: string): string {
  // eslint-disable-next-line no-control-regex
  return `"${text.replace(/["\\]/g, '\\$&').replace(/[\u0000-\u001F]/g, ' ')}"`;
}

/** Gives each name an identifier of its own: letters, digits and underscores, none twice, and none of those that are `known`. */
export function usdIdentifiers(known: readonly string[] = []): (name: string) => string {
  const differing = differentNames({ between: '_', taken: known });
  return (name) => differing(name.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d|$)/, '_'));
}

/** Lines moved in by one step. */
export function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `    ${line}`);
}

/** A prim with its metadata and what stands in it. */
export function usdPrim(kind: string, name: string, metadata: readonly string[], inside: readonly string[]): string[] {
  const head = `def ${kind} "${name}"`;
  return [...(metadata.length > 0 ? [`${head} (`, ...indented(metadata), ')'] : [head]), '{', ...indented(inside), '}'];
}
