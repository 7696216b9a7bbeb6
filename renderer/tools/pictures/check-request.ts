import type { PictureCamera, PictureFormat, PictureRequest, PictureSubject } from '../../../electron/contract.ts';

/** Seconds. */
export const LONGEST_TURNTABLE = 3600;

/** Pixels a side: what every graphics card of the last years can draw. */
export const LARGEST_PICTURE = 8192;
export const SMALLEST_PICTURE = 16;
/** A GIF counts in hundredths of a second, and programs show its frames for two at the least. */
export const FASTEST_GIF = 50;
/** Frames of a film; beyond it there was a slip in its length. */
const MOST_FRAMES = 100_000;

const FILMS: readonly PictureFormat[] = ['mp4', 'webm', 'gif', 'apng', 'zip', 'frames'];
const COLOUR = /^#[0-9a-f]{6}$/i;

/** Whether it is one picture rather than a film. */
export function isStill(subject: PictureSubject): boolean {
  return subject !== 'clip' && subject !== 'turntable';
}

/** Whether a picture is taken through cameras of the scene. */
export function isOfScene(camera: PictureCamera): boolean {
  return camera === 'cuts' || camera.startsWith('scene:');
}

/** What a subject can be written as. */
export function formatsOf(subject: PictureSubject): readonly PictureFormat[] {
  return isStill(subject) ? ['png'] : FILMS;
}

/** Whether what is written as this format can be seen through. */
export function keepsAlpha(format: PictureFormat): boolean {
  return format !== 'mp4';
}

/** Throws an `Error` with one sentence where a request asks for what cannot be. */
export function checkPictureRequest({
  subject,
  format,
  width,
  height,
  background,
  fps,
  seconds = 0,
  count,
  camera,
  follows,
  turns,
}: PictureRequest): void {
  if (isOfScene(camera) && (follows || turns !== 0 || subject === 'turntable'))
    throw new Error('a camera of the scene goes where its keys say: it neither follows the hips nor goes round');
  if (!formatsOf(subject).includes(format))
    throw new Error(
      isStill(subject) ? 'one picture is written as PNG' : 'a film is written as MP4, WebM, GIF, APNG or numbered PNGs',
    );
  for (const side of [width, height]) {
    if (!Number.isInteger(side) || side < SMALLEST_PICTURE || side > LARGEST_PICTURE)
      throw new Error(
        `a picture is ${SMALLEST_PICTURE} to ${LARGEST_PICTURE} pixels wide and high, in whole pixels, got ${width} × ${height}`,
      );
  }
  if (format === 'mp4' && (width % 2 === 1 || height % 2 === 1))
    throw new Error(`an MP4 has an even number of pixels either way, got ${width} × ${height}`);
  if (background !== 'studio' && background !== 'transparent' && !COLOUR.test(background))
    throw new Error(`a background is studio, transparent or a colour such as #204060, got "${background}"`);
  if (background === 'transparent' && !keepsAlpha(format))
    throw new Error('an MP4 cannot be transparent: WebM, APNG, GIF and PNG can');
  if (fps !== undefined && !(fps > 0 && fps <= 240))
    throw new Error(`a film has more than 0 and at most 240 frames a second, got ${fps}`);
  if (format === 'gif' && fps !== undefined && fps > FASTEST_GIF)
    throw new Error(`a GIF shows at most ${FASTEST_GIF} frames a second, got ${fps}`);
  if (!(seconds >= 0 && seconds <= LONGEST_TURNTABLE)) throw new Error(`a turntable takes at most an hour, got ${seconds} s`);
  if (count !== undefined && !(Number.isInteger(count) && count >= 1 && count <= 1000))
    throw new Error(`a sheet has 1 to 1000 pictures, got ${count}`);
}

/** Throws an `Error` with one sentence where a film would be endless. */
export function checkFrameCount(frames: number): number {
  if (frames > MOST_FRAMES) throw new Error(`a film has at most ${MOST_FRAMES} frames, and this one would have ${frames}`);
  return frames;
}
