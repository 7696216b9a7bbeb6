import type { PictureFormat } from '../../electron/contract.ts';
import type { Encoder, Film, Write } from './encoder.ts';

/** Starts the encoder of a film; each is loaded when it is used first. `canvas` is what every frame will be drawn on. */
export async function createEncoder(
  format: Exclude<PictureFormat, 'png'>,
  film: Film,
  canvas: OffscreenCanvas,
  write: Write,
): Promise<Encoder> {
  switch (format) {
    case 'webm':
    case 'mp4':
      return (await import('./video.ts')).encodeVideo(format, film, canvas, write);
    case 'gif':
      return (await import('./gif.ts')).encodeGif(film, write);
    case 'apng':
      return (await import('./apng.ts')).encodeApng(film, write);
    case 'zip':
      return (await import('./archive.ts')).encodeArchive(film, write);
    case 'frames':
      return (await import('./sequence.ts')).encodeSequence(film, write);
  }
}
