/**
 * Values on their way between page and main process, as text. What structured cloning carries and the studio sends: plain objects, arrays,
 * numbers that JSON lacks, missing values, typed arrays. Both functions are also sent into the page as their source, so that they use
 * nothing from outside.
 */
export function pack(value: unknown): string {
  const encode = (bytes: Uint8Array): string => {
    let text = '';
    for (let i = 0; i < bytes.length; i += 32_768) text += String.fromCharCode(...bytes.subarray(i, i + 32_768));
    return btoa(text);
  };
  const replace = (given: unknown): unknown => {
    if (given === undefined) return { $: 'undefined' };
    if (typeof given === 'number' && !Number.isFinite(given)) return { $: 'number', text: String(given) };
    if (typeof given === 'function' || typeof given === 'symbol') throw new TypeError('An object could not be cloned.');
    if (ArrayBuffer.isView(given)) {
      const bytes = new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
      // A Buffer of Node arrives as the plain array that it is.
      const name = given.constructor.name === 'Buffer' ? 'Uint8Array' : given.constructor.name;
      return { $: name, text: encode(bytes) };
    }
    if (Array.isArray(given)) return given.map(replace);
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(Object.entries(given).map(([key, inner]) => [key, replace(inner)]));
  };
  return JSON.stringify(replace(value));
}

export function unpack(text: string): unknown {
  const restore = (given: unknown): unknown => {
    if (Array.isArray(given)) return given.map(restore);
    if (typeof given !== 'object' || given === null) return given;
    const { $: kind, text: inner = '' } = given as { $?: string; text?: string };
    if (kind === undefined) return Object.fromEntries(Object.entries(given).map(([key, each]) => [key, restore(each)]));
    if (kind === 'undefined') return undefined;
    if (kind === 'number') return Number(inner);
    const bytes = Uint8Array.from(atob(inner), (letter) => letter.charCodeAt(0));
    const make = (globalThis as unknown as Record<string, new (buffer: ArrayBuffer) => unknown>)[kind];
    if (!make) throw new Error(`there is no ${kind}`);
    return new make(bytes.buffer);
  };
  return restore(JSON.parse(text));
}
