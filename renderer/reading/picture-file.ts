/** Pictures that browsers show. */
const PICTURES = /\.(?:png|jpe?g|webp)$/i;

/** What of these a browser's dialog for files shows. */
export const PICTURE_TYPES = 'image/png, image/jpeg, image/webp';

/** Whether a file's name is that of a picture. */
export function isPicture(name: string): boolean {
  return PICTURES.test(name);
}

/** A picture that can be drawn. Rejects with one sentence when the file is none. */
export function openPicture(file: Blob): Promise<ImageBitmap> {
  return createImageBitmap(file).catch(() => {
    throw new Error('it is no picture that can be read: expected PNG, JPEG or WebP');
  });
}
