import type { Clip } from '../../animation/clip.ts';
import { withContacts } from '../../animation/holding/contact-spans.ts';
import { findContacts } from '../../animation/holding/find-contacts.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { liftPeople, type LiftedPerson } from '../../humanoid/picture/lift-person.ts';
import type { LimbExamples } from '../../humanoid/picture/limb-examples.ts';
import { personLengths } from '../../humanoid/picture/person-lengths.ts';
import { SMOOTH, smoothPeople, type FilmedFrame } from '../../humanoid/picture/smooth-people.ts';
import { smoothTracks } from '../../humanoid/picture/smooth-tracks.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { BodyPoint } from '../captures/landmark-names.ts';
import type { CompletePoints } from '../captures/landmark-tracks.ts';
import { motionOfPoints, type MotionSettings } from './motion-of-points.ts';
import { pointsOfPerson } from './points-of-person.ts';

/** What the frames of a film show, at rising times in seconds of the clip, and the clip that is made of them. */
export interface FilmSettings extends MotionSettings {
  readonly film: readonly FilmedFrame[];
  /** Frames of the clip. */
  readonly count: number;
}

/** The motion of a person in a film. */
export interface FilmMotion {
  /** Inside limits, with what stands held in its place. */
  readonly clip: Clip;
  /** Of each frame how surely parts were seen, 0 where nobody was, and which limbs may lean the other way. */
  readonly doubts: readonly Pick<LiftedPerson, 'sure' | 'doubts'>[];
}

/**
 * The motion of a film on a character: what is seen is smoothed without lag, given depth from the whole film, and brought onto the character by its directions. Feet that
 * stand carry it, and what stands is held. Throws a `RangeError` of one sentence where no frame shows anybody, or the character lacks an arm or a leg.
 */
export function motionOfFilm(rig: Rig, { film, count, ...settings }: FilmSettings, examples: LimbExamples): FilmMotion {
  if (!film.some(({ seen }) => seen)) throw new RangeError('the film must show somebody in one frame at least, got none');
  const times = Array.from({ length: count }, (_, frame) => frame / settings.fps);
  const seen = smoothPeople(film, times);
  const people = liftPeople(seen, times, personLengths(rig).lengths, examples);
  const points = smoothPoints(
    people.map((person, frame) => pointsOfPerson(seen[frame]!, person)),
    times,
  );
  const clip = motionOfPoints(rig, points, settings);
  return {
    clip: withContacts(clip, findContacts(rig, clip)),
    doubts: people.map(({ sure, doubts }) => ({ sure, doubts })),
  };
}

/** The points of all frames, smoothed: a limb whose depth is found anew comes there by a way. */
function smoothPoints(frames: readonly CompletePoints[], times: readonly number[]): CompletePoints[] {
  const names = [...frames[0]!.keys()];
  const rows = names.flatMap((name) => [0, 1, 2].map((c) => Float64Array.from(frames, (points) => points.get(name)![c]!)));
  const smooth = smoothTracks(times, new Float64Array(times.length).fill(1), rows, times, SMOOTH);
  return frames.map((_, f) => {
    const at = (row: number) => smooth[row]![f]!;
    return new Map(names.map((name, n): [BodyPoint, Vec3] => [name, [at(3 * n), at(3 * n + 1), at(3 * n + 2)]]));
  });
}
