import type { Clip } from '../../../core/animation/clip.ts';
import { withMarkers } from '../../../core/animation/markers.ts';
import type { ReferenceData } from '../../../core/document/project-data.ts';
import type { MotionSettings } from '../../../core/formats/pictures/motion-of-points.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { personLengths } from '../../../core/humanoid/picture/person-lengths.ts';
import { readSeenPerson } from '../../../core/humanoid/picture/seen-person.ts';
import type { FilmedFrame } from '../../../core/humanoid/picture/smooth-people.ts';
import { createDetector } from '../../detecting/create-detector.ts';
import { solveFilm } from '../../detecting/solve-film.ts';
import { framesOf } from '../reference/reference-frames.ts';
import type { Studio } from '../studio.ts';
import { confidenceOf, doubtMarkers, motionDoubtsInWords } from './film-doubts.ts';
import { filmRange, type FilmRange } from './film-range.ts';
import { knownLimbs } from './known-limbs.ts';

/** A motion that a film gave. */
export interface FoundMotion {
  /** With contacts held, and markers where it is uncertain. */
  readonly clip: Clip;
  /** When it begins on the timeline that the film was read for, seconds. */
  readonly from: number;
  /** How surely each frame is known, 0 to 1. */
  readonly confidence: readonly number[];
  /** What of it is uncertain, in sentences. */
  readonly doubts: string;
}

/** Shares of the time when the detector is loaded, and when all frames are read. */
const LOADED = 0.1;
const READ = 0.95;
/** Share of the frames that must show a person. */
const LEAST_SEEN = 0.1;

/**
 * The motion of a person in a film, or in pictures that follow each other, as the character takes it: of the part of it that shows in the chosen range of the
 * timeline, seconds, else of all that is on the timeline. Every frame is read that shows there, by itself. An aborted `signal` rejects it as cancelled. Rejects with one
 * sentence where hardly a frame shows a person, or the character has no arms or legs.
 */
export async function findMotion(
  studio: Studio,
  rig: Rig,
  reference: ReferenceData,
  settings: MotionSettings & { readonly range: readonly [from: number, to: number] | null },
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<FoundMotion> {
  const { range: chosen, ...clip } = settings;
  const { areOwn } = personLengths(rig);
  const examples = await knownLimbs(studio, rig);
  const range = filmRange(reference, await framesOf(studio, reference.files), clip.fps, chosen);
  const film = await readFrames(studio, reference, range, onProgress, signal);
  const found = film.filter(({ seen }) => seen).length;
  if (found < 2 || found < LEAST_SEEN * film.length) throw new Error(tooFew(found, film.length));
  const { count, from } = range;
  const { clip: made, doubts } = await solveFilm({ rig, settings: { ...clip, film, count }, examples }, signal);
  const isSeen = Array.from({ length: count }, (_, frame) => {
    const time = (frame + 0.5) / clip.fps;
    return (film.findLast((each) => each.time <= time) ?? film[0]!).seen !== null;
  });
  return {
    clip: withMarkers(made, doubtMarkers(doubts, isSeen, clip.fps)),
    from,
    confidence: confidenceOf(doubts),
    doubts: motionDoubtsInWords(doubts, isSeen, areOwn),
  };
}

async function readFrames(
  studio: Studio,
  reference: ReferenceData,
  { read }: FilmRange,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<FilmedFrame[]> {
  const canvas = new OffscreenCanvas(1, 1);
  const film: FilmedFrame[] = [];
  const detector = await createDetector((share) => onProgress(LOADED * share), signal);
  try {
    for (const { index, time } of read) {
      // Asked for each time: another reference may have been shown meanwhile, whose frames took its place.
      const frames = await framesOf(studio, reference.files);
      await frames.draw(index, canvas);
      const aspect = canvas.width / canvas.height;
      const detection = await detector.detect(await createImageBitmap(canvas), film.length > 0, 1000 * time);
      film.push({ time, seen: detection && readSeenPerson(detection, aspect) });
      onProgress(LOADED + ((READ - LOADED) * film.length) / read.length);
    }
  } finally {
    detector.close();
  }
  return film;
}

function tooFew(found: number, count: number): string {
  const where = found === 0 ? 'the film' : `more than ${found} of its ${count} frames`;
  return `no person was found in ${where}: select a film that shows a whole person`;
}
