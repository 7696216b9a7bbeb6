import { createEncoder } from '../../encoding/create-encoder.ts';
import { encodeBase64 } from '../../../core/formats/text/base64.ts';

/** Square pictures, as PNG data URLs, one after another within `seconds`: an animated PNG as a data URL. */
export async function joinPictures(pictures: readonly string[], pixels: number, seconds: number): Promise<string> {
  const canvas = new OffscreenCanvas(pixels, pixels);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The pictures of the clip could not be joined here.');
  const film = {
    width: pixels,
    height: pixels,
    fps: pictures.length / seconds,
    count: pictures.length,
    hasAlpha: true,
    name: 'clip',
  };
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const encoder = await createEncoder('apng', film, canvas, async (bytes) => void parts.push(bytes.slice()));
  for (const picture of pictures) {
    const image = new Image();
    image.src = picture;
    await image.decode();
    // The pictures are see-through: nothing of the one before may be left.
    context.clearRect(0, 0, pixels, pixels);
    context.drawImage(image, 0, 0);
    await encoder.add(canvas);
  }
  await encoder.finish();
  return `data:image/png;base64,${encodeBase64(await new Blob(parts).bytes())}`;
}
