import type { PlayMode } from '../../../core/animation/sampling.ts';
import type { SoundData } from '../../../core/document/project-data.ts';

/** A sound that is heard, with what its file holds. */
export interface HeardSound extends Pick<SoundData, 'at' | 'from' | 'volume'> {
  /** Where what is heard ends in its file, seconds. */
  readonly to: number;
  readonly buffer: AudioBuffer;
}

/** What is played of a timeline, and how. */
export interface Playing {
  /** Seconds on the timeline. */
  readonly range: readonly [from: number, to: number];
  /** Where it began. */
  readonly time: number;
  readonly direction: 1 | -1;
  /** Times the clip's own. */
  readonly speed: number;
  readonly mode: PlayMode;
}

/** A part of the file of a sound that is heard at a stretch. */
export interface Piece {
  readonly sound: HeardSound;
  /** Seconds after playback began, as they are on a clock. */
  readonly when: number;
  /** Seconds of the file, read backwards where `isBack`: then `offset` counts from its end. */
  readonly offset: number;
  readonly length: number;
  readonly isBack: boolean;
}

/** Seconds of the shortest piece: less cannot be heard. */
const SHORTEST = 1e-4;

/**
 * When the playhead goes along the range for the `number`-th time, from 0: seconds after playback began; null where it does not. The first time it may begin
 * in the middle.
 */
export function passStart({ range: [from, to], time, direction, speed, mode }: Playing, number: number): number | null {
  const length = to - from;
  if (!(length > 0) || (mode === 'once' && number > 0)) return null;
  const gone = direction > 0 ? time - from : to - time;
  return number === 0 ? 0 : (number * length - gone) / speed;
}

/** What is heard while the playhead goes along the range for the `number`-th time. */
export function piecesOfPass(sounds: readonly HeardSound[], playing: Playing, number: number): readonly Piece[] {
  const start = passStart(playing, number);
  if (start === null) return [];
  const { range, time, direction, speed, mode } = playing;
  const isBack = mode === 'pingPong' && (direction > 0 ? number % 2 === 1 : number % 2 === 0);
  const [from, to] = number > 0 ? range : isBack ? [range[0], time] : [time, range[1]];
  return sounds.flatMap((sound) => {
    const first = Math.max(from, sound.at);
    const last = Math.min(to, sound.at + sound.to - sound.from);
    if (last - first < SHORTEST) return [];
    const begins = isBack ? to - last : first - from;
    const inFile = sound.from + (isBack ? last : first) - sound.at;
    const offset = isBack ? sound.buffer.duration - inFile : inFile;
    return [{ sound, when: start + begins / speed, offset, length: last - first, isBack }];
  });
}
