import * as core from '../../../core/index.ts';
import { RIGHT } from '../../helpers/right-arguments.ts';

/**
 * Calls every public function with right arguments and tells of each what came of it: the bytes of what it returned as one number, or its refusal.
 * What it needs of the tests is bundled with it; `core` is the package.
 */
export function callEverything(functions: readonly (readonly [name: string, types: readonly (string | null)[]])[]): string[] {
  return functions.map(([name, types]) => {
    const call = (core as Readonly<Record<string, unknown>>)[name] as (...values: readonly unknown[]) => unknown;
    try {
      return `${name} ${digest(call(...types.map((type) => (type === null ? undefined : RIGHT[type]))))}`;
    } catch (error) {
      return `${name} ${String(error)}`;
    }
  });
}

/** FNV-1a over all numbers, words and names of fields of a value. */
function digest(value: unknown): number {
  let hash = 0x811c9dc5;
  const take = (byte: number) => void (hash = Math.imul(hash ^ byte, 0x01000193) >>> 0);
  const seen = new Set<unknown>();
  const visit = (part: unknown): void => {
    if (typeof part === 'number') for (const byte of new Uint8Array(Float64Array.of(part).buffer)) take(byte);
    else if (typeof part !== 'object' || part === null)
      for (const letter of typeof part === 'function' ? '' : String(part)) take(letter.charCodeAt(0));
    else if (!seen.has(part)) {
      seen.add(part);
      const isList = part instanceof Map || part instanceof Set || ArrayBuffer.isView(part);
      if (isList) for (const entry of part as Iterable<unknown>) visit(entry);
      else
        for (const key of Object.keys(part)) {
          visit(key);
          visit((part as Record<string, unknown>)[key]);
        }
    }
  };
  visit(value);
  return hash;
}
