import { lastUpTo } from '../../../core/math/last-up-to.ts';
import type { MediaFile, ReferenceData } from '../../../core/document/project-data.ts';
import type { Frames } from '../../reading/frames.ts';
import { isFilm, openFilm, openPictures } from '../../reading/open-frames.ts';
import type { Studio } from '../studio.ts';

/** References whose frames are held at once: undoing goes back and forth between two. */
const MOST_OPEN = 2;

interface Open {
  readonly key: string;
  readonly frames: Promise<Frames>;
}

/** What is held of each window's references, the one that was asked for last at the end. */
const opened = new WeakMap<Studio, readonly Open[]>();

/** The frames of these files, which lie beside the project or were kept. Rejects with one sentence. */
export function framesOf(studio: Studio, files: readonly MediaFile[]): Promise<Frames> {
  const key = keyOf(files);
  const known = opened.get(studio)?.find((each) => each.key === key);
  const frames = known?.frames ?? open(studio, files);
  hold(studio, { key, frames });
  return frames;
}

/** Keeps what was read of these files. */
export function keepFrames(studio: Studio, files: readonly MediaFile[], frames: Frames): void {
  hold(studio, { key: keyOf(files), frames: Promise.resolve(frames) });
}

function hold(studio: Studio, held: Open): void {
  const before = opened.get(studio) ?? [];
  const now = [...before.filter(({ key }) => key !== held.key), held].slice(-MOST_OPEN);
  for (const { frames } of before.filter((each) => now.every((other) => other.frames !== each.frames)))
    void frames.then(
      (left) => left.close(),
      () => {},
    );
  opened.set(studio, now);
  // What could not be read may be put back: it is tried again when it is asked for next.
  held.frames.catch(() => {
    const rest = opened.get(studio)?.filter((each) => each !== held);
    if (rest) opened.set(studio, rest);
  });
}

function keyOf(files: readonly MediaFile[]): string {
  return files.map(({ hash }) => hash).join(' ');
}

async function open(studio: Studio, files: readonly MediaFile[]): Promise<Frames> {
  const folder = studio.getState().document?.folder ?? null;
  const read = async (file: MediaFile): Promise<Blob> =>
    new Blob([(await studio.desktop.call('media.read', file, folder)) as Uint8Array<ArrayBuffer>]);
  const [first] = files;
  if (files.length === 1 && isFilm(first!.fileName)) return openFilm(await read(first!));
  return openPictures(files.map((file) => () => read(file)));
}

/** Seconds that a time may be before a frame begins which is meant: Matroska files round to milliseconds. */
const EARLY = 0.0006;

/** The frame that a reference shows at a time of the timeline, seconds: before it begins the first one, after its end the last one. */
export function shownFrame(
  { at, speed, fps }: ReferenceData,
  { count, times }: Pick<Frames, 'count' | 'times'>,
  time: number,
): number {
  const own = (time - at) * speed + EARLY;
  const index = times ? lastUpTo(times, own) : Math.floor(own * fps);
  return Math.min(Math.max(0, index), count - 1);
}

/** What the reference shows at the playhead, as a picture. Rejects with one sentence. */
export async function shownPicture(studio: Studio, reference: ReferenceData): Promise<Blob> {
  const frames = await framesOf(studio, reference.files);
  const canvas = new OffscreenCanvas(1, 1);
  await frames.draw(shownFrame(reference, frames, studio.getState().session.playback.time), canvas);
  return canvas.convertToBlob();
}
