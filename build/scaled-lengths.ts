import type { Plugin } from 'vite';

/** Pixels that a length of 1rem is while the interface scale is 1. */
const ROOT_SIZE = 16;
/** Lines of at most so many pixels stay as thin as they are at every scale. */
const HAIRLINE = 2;
const LENGTH = /(?<![\w.#]|\w-)(\d*\.?\d+)px\b/g;
const OWN_STYLES = /[\\/]renderer[\\/]styles[\\/][^\\/]+\.css$/;

/** Lengths in pixels as shares of the root's font size, so that they grow with it. */
export function scaleLengths(css: string): string {
  return css.replaceAll(LENGTH, (length, pixels: string) => {
    return Number(pixels) <= HAIRLINE ? length : `${Number((Number(pixels) / ROOT_SIZE).toFixed(5))}rem`;
  });
}

/** Lets the window's style sheets be written in pixels and shown at every interface scale. */
export function scaledLengths(): Plugin {
  return {
    name: 'scaled-lengths',
    enforce: 'pre',
    transform: { filter: { id: OWN_STYLES }, handler: (code) => ({ code: scaleLengths(code), map: null }) },
  };
}
