import { pngOf, type Encoder, type Film, type Write } from './encoder.ts';

/** Numbered PNGs, each a file of its own. */
export function encodeSequence(film: Film, write: Write): Encoder {
  let index = 0;
  return {
    codec: null,
    notes: [],
    add: async (canvas) => write(await pngOf(canvas), frameName(film, index++)),
    finish: async () => {},
    cancel: async () => {},
  };
}

/** `walk-0000.png`: names of equal length, so that every program sorts them as they are numbered. */
export function frameName({ name, count }: Pick<Film, 'name' | 'count'>, index: number): string {
  const digits = Math.max(4, String(count - 1).length);
  return `${name}-${String(index).padStart(digits, '0')}.png`;
}
