import { applyPalette, GIFEncoder, quantize, type Palette } from 'gifenc';
import { pixelsOf, type Encoder, type Film, type Write } from './encoder.ts';

/** Pixels that are at least this opaque are shown, others are holes: a GIF knows nothing between. */
const OPAQUE = 128;
/** One place of the palette is kept for "as it was", or for a hole. */
const COLOURS = 255;

/** A GIF that goes on for ever, with the colours of each frame its own. What did not change is left as it was. */
export function encodeGif(film: Film, write: Write): Encoder {
  const { width, height, fps, hasAlpha } = film;
  const gif = GIFEncoder();
  let before: Uint8ClampedArray | null = null;
  let index = 0;
  return {
    codec: null,
    notes: hasAlpha ? ['A GIF has no soft edges: what is less than half opaque is left out.'] : [],
    async add(canvas) {
      const pixels = pixelsOf(canvas);
      const palette = coloursOf(pixels);
      const indices = applyPalette(pixels, palette, 'rgb565');
      const free = palette.length;
      palette.push([0, 0, 0]);
      for (let i = 0; i < indices.length; i++) {
        const isSeen = pixels[4 * i + 3]! >= OPAQUE;
        if (!isSeen || (!hasAlpha && before && isSame(pixels, before, i))) indices[i] = free;
      }
      // Holes would show the frame before: with alpha each frame is cleared away before the next one.
      gif.writeFrame(indices, width, height, {
        palette,
        delay: 10 * hundredths(index, fps),
        transparent: true,
        transparentIndex: free,
        dispose: hasAlpha ? 2 : 1,
        repeat: 0,
      });
      before = pixels;
      index += 1;
    },
    async finish() {
      gif.finish();
      await write(gif.bytes());
    },
    cancel: async () => gif.reset(),
  };
}

/** Hundredths of a second that a frame stands: rounded so that no frame is ever more than half of one off its time. */
export function hundredths(index: number, fps: number): number {
  return Math.round((100 * (index + 1)) / fps) - Math.round((100 * index) / fps);
}

function coloursOf(pixels: Uint8ClampedArray): Palette {
  return quantize(pixels, COLOURS, { format: 'rgb565' });
}

function isSame(a: Uint8ClampedArray, b: Uint8ClampedArray, pixel: number): boolean {
  const at = 4 * pixel;
  return a[at] === b[at] && a[at + 1] === b[at + 1] && a[at + 2] === b[at + 2];
}
