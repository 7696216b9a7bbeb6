import { expressionOf, expressionTrack, ROOT_TRACK, type Clip, type Track } from '../animation/clip.ts';
import { isSomething } from './motion-of-clip.ts';
import type { MotionData, TrackData } from './project-data.ts';
import { readTrack } from './read-clips.ts';

/** The motions of one actor as clips whose joints and expressions are numbered as they come up: what is done to their times asks for no rig. */
export interface NumberedMotions {
  /** The motion as a clip of this length and rate. Tracks that cannot be used are left out. */
  clipOf(timing: Clip, motion: MotionData): Clip;
  /** The motion of such a clip, however it was recut; null where it does nothing. */
  motionOf(clip: Clip): MotionData | null;
}

export function numberMotions(): NumberedMotions {
  const joints: string[] = [];
  const expressions: string[] = [];
  const jointOf = ({ joint }: TrackData) => (joint === null ? ROOT_TRACK : numberOf(joints, joint));
  const tracksOf = (tracks: readonly TrackData[]) => tracks.flatMap((track) => readTrack(track, jointOf(track)) ?? []);
  const written = (tracks: readonly Track[]) =>
    tracks.map(({ joint, ...track }): TrackData => ({ joint: joint === ROOT_TRACK ? null : joints[joint]!, ...track }));

  function clipOf({ id, name, duration, fps, loop }: Clip, motion: MotionData): Clip {
    const { expressions: faces = [], layers, tracks, ...rest } = motion;
    const read = faces.flatMap(
      ({ expression, ...track }) => readTrack(track, expressionTrack(numberOf(expressions, expression))) ?? [],
    );
    const bodily = tracksOf(tracks);
    return {
      ...rest,
      id,
      name,
      duration,
      fps,
      loop,
      ...(layers && { layers: layers.map((layer) => ({ ...layer, tracks: tracksOf(layer.tracks) })) }),
      tracks: [...read, ...bodily].sort((a, b) => a.joint - b.joint),
    };
  }

  function motionOf({ keepsPins, contacts, layers, tracks }: Clip): MotionData | null {
    const faces = tracks.filter(({ joint }) => expressionOf(joint) >= 0);
    const motion: MotionData = {
      ...(keepsPins && { keepsPins }),
      ...(contacts && { contacts }),
      ...(layers && { layers: layers.map((layer) => ({ ...layer, tracks: written(layer.tracks) })) }),
      tracks: written(tracks.filter((track) => !faces.includes(track))),
      ...(faces.length > 0 && {
        expressions: faces.map(({ joint, ...track }) => ({ expression: expressions[expressionOf(joint)]!, ...track })),
      }),
    };
    return isSomething(motion) ? motion : null;
  }

  return { clipOf, motionOf };
}

/** Where a name stands in a list, at whose end it is put where it is not there. */
function numberOf(names: string[], name: string): number {
  const at = names.indexOf(name);
  return at < 0 ? names.push(name) - 1 : at;
}
