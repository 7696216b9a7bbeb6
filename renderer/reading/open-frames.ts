import { drawInto, type Frames } from './frames.ts';
import { checkMediaSize } from './media-size.ts';
import { openPicture } from './picture-file.ts';

/** Files with these names may hold a film. */
const FILMS = /\.(?:mp4|m4v|mov|webm|mkv|avi|mpe?g|wmv|ogv|flv)$/i;

export function isFilm(name: string): boolean {
  return FILMS.test(name);
}

/** A film, by its file. Rejects with one sentence where it is none that can be decoded here. */
export async function openFilm(file: Blob): Promise<Frames> {
  checkMediaSize(file.size, 'a film');
  const { readFilm } = await import('./film.ts');
  return readFilm(file);
}

/** Pictures that follow each other; `files` are asked for one by one. */
export function openPictures(files: readonly (() => Promise<Blob>)[]): Frames {
  return {
    count: files.length,
    times: null,
    async draw(index, canvas) {
      const bitmap = await openPicture(await files[index]!());
      drawInto(canvas, bitmap.width, bitmap.height, (context, width, height) => context.drawImage(bitmap, 0, 0, width, height));
      bitmap.close();
    },
    close: () => {},
  };
}
