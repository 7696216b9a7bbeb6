/** Pictures that browsers show. */
const PICTURES = /\.(?:png|jpe?g|webp)$/i;
/** Pixels of the longer side that a picture is brought down to: what a screen shows. */
const LONGEST_SIDE = 1600;
const QUALITY = 0.85;

/** Whether a file's name is that of a picture. */
export function isPicture(name: string): boolean {
  return PICTURES.test(name);
}

/** Asks for a picture of this machine; null when none was chosen. */
export function choosePicture(): Promise<File | null> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = 'image/png, image/jpeg, image/webp';
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
}

/** The picture as a data URL, no larger than a screen. Throws an `Error` of one sentence when the file is none. */
export async function readPicture(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error('it is no picture that can be read (PNG, JPEG or WebP)');
  });
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(scale * bitmap.width));
  canvas.height = Math.max(1, Math.round(scale * bitmap.height));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this window cannot draw pictures');
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL('image/webp', QUALITY);
}
