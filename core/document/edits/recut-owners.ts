import type { CameraKey } from '../../animation/camera-motion.ts';
import type { Clip } from '../../animation/clip.ts';
import type { FrameKey } from '../../animation/keyed-frames.ts';
import { clipOfKeys, keysOfClip, placeIn } from '../../animation/keys-as-clip.ts';
import { carrierAt, type PropKey, type PropMotion, type CarrierChange } from '../../animation/prop-motion.ts';
import { isSameTime } from '../../animation/track-keys.ts';
import { frameSeenFrom, type Frame } from '../../math/frame.ts';
import { numberMotions } from '../motion-as-clip.ts';
import { motionInClip } from '../motion-in-clip.ts';
import type { ActorData, CameraData, MotionData, PropData } from '../project-data.ts';
import { motionOfProp, type PropFrames } from '../prop-frames.ts';
import { motionOfCamera } from '../shots.ts';
import { withMotion } from './motions.ts';
import type { Carrier } from '../../animation/carrier.ts';
import { angleBetween } from '../../math/quat.ts';
import { distance } from '../../math/vec3.ts';

/**
 * How the clip on the timeline is cut anew. What it does to the times of one who does something there it does to those of all: bodies, props with what carries
 * them, cameras, contacts, markers and sounds.
 */
export interface Recut {
  /** The clips that it is made of; the first is that on the timeline. */
  readonly sources: readonly Clip[];
  /** The new clip of one of them, of what `motionIn` says that it does in each of the sources. */
  readonly cut: (motionIn: (source: Clip) => Clip) => Clip;
  /** The source and its moment, seconds, that are shown at a time of the new clip. */
  readonly from: (time: number) => readonly [source: Clip, time: number];
  /** Where a moment of the clip on the timeline goes, seconds; before 0 where it is shown no more. */
  readonly to: (time: number) => number;
}

const NO_MOTION: MotionData = { tracks: [] };

/** An actor that is not worked on after its clip was cut anew. */
export function recutActor(actor: ActorData, { sources, cut }: Recut): ActorData {
  const motionOf = (source: Clip) => motionInClip(actor.motions, source.id);
  if (!sources.some(motionOf)) return actor;
  const { clipOf, motionOf: written } = numberMotions();
  const motion = written(cut((source) => clipOf(source, motionOf(source) ?? NO_MOTION)));
  return { ...actor, motions: withMotion(actor.motions, sources[0]!.id, motion ?? NO_MOTION, motion !== null) };
}

export function recutCamera(camera: CameraData, how: Recut): CameraData {
  const keys = recutKeys(
    how,
    (source) => motionOfCamera(camera, source.id).keys,
    { ...camera.rest, ...AT_REST },
    {
      numbersOf: (shot) => [...shot.position, shot.focalLength, shot.distance],
      keyOf: (numbers, { time, rotation, interpolation }): CameraKey => ({
        time,
        position: placeIn(numbers),
        rotation,
        focalLength: numbers[3]!,
        distance: numbers[4]!,
        interpolation,
      }),
    },
  );
  return keys ? { ...camera, motions: withMotion(camera.motions, how.sources[0]!.id, { keys }, keys.length > 0) } : camera;
}

/** A prop whose carriers change is keyed at `times`, those of the new clip's frames, where it moves: the space of each key depends on its time. */
export function recutProp(
  prop: PropData,
  how: Recut,
  times: readonly number[],
  framesIn: (clip: string) => PropFrames,
): PropData {
  const motion = how.sources.some((source) => motionOfProp(prop, source.id).changes.length > 0)
    ? throughCarriers(prop, how, times, framesIn)
    : betweenKeys(prop, how);
  if (!motion) return prop;
  const isSomething = motion.keys.length + motion.changes.length > 0;
  return { ...prop, motions: withMotion(prop.motions, how.sources[0]!.id, motion, isSomething) };
}

function throughCarriers(
  prop: PropData,
  { from }: Recut,
  times: readonly number[],
  framesIn: (clip: string) => PropFrames,
): PropMotion {
  const at = times.map((moment) => {
    const [source, exact] = from(moment);
    // What changes hands on a frame does so there, whatever is lost in working out its time.
    const frame = Math.round(exact * source.fps) / source.fps;
    const time = isSameTime(frame, exact) ? frame : exact;
    const frames = framesIn(source.id);
    const by = carrierAt(prop.rest, motionOfProp(prop, source.id), time);
    return { by, ...frameSeenFrom(frames.at(prop, time), frames.ofCarrier(by, time)) };
  });
  return motionThrough(times, at, prop.rest.by);
}

function betweenKeys(prop: PropData, how: Recut): PropMotion | null {
  const { position, rotation } = prop.rest;
  const keys = recutKeys(
    how,
    (source) => motionOfProp(prop, source.id).keys,
    { position, rotation, ...AT_REST },
    {
      numbersOf: ({ position: place }) => place,
      keyOf: (numbers, timed): PropKey => ({ position: placeIn(numbers), ...timed }),
    },
  );
  return keys && { keys, changes: [] };
}

/** How the keys of something are numbers, but for its rotation, and are made of them again. */
interface Numbered<Key extends FrameKey> {
  readonly numbersOf: (key: Key) => readonly number[];
  readonly keyOf: Parameters<typeof keysOfClip<Key>>[1];
}

const AT_REST = { time: 0, interpolation: 'linear' } as const;

/** The keys after the clip was cut anew of what stands at `still` where it has none; null where it has none in any source. */
function recutKeys<Key extends FrameKey>(
  { sources, cut }: Recut,
  keysIn: (source: Clip) => readonly Key[],
  still: Key,
  { numbersOf, keyOf }: Numbered<Key>,
): readonly Key[] | null {
  if (!sources.some((source) => keysIn(source).length > 0)) return null;
  const keysOf = (source: Clip) => (keysIn(source).length > 0 ? keysIn(source) : [still]);
  return keysOfClip(
    cut((source) => clipOfKeys(source, keysOf(source), numbersOf)),
    keyOf,
  );
}

/** Where a prop is at a moment, in the space of what carries it then. */
interface CarriedFrame extends Frame {
  readonly by: Carrier | null;
}

/** Metres and radians by which a prop must differ from one frame to the next to have moved. */
const MOVED = 1e-6;

/**
 * The motion of a prop that is so at each of these times, seconds, which rise from 0: with keys where it moves in the hands of its carrier, and at each change of
 * that, so that nothing depends on where it was before. `by` carries it where it rests.
 */
function motionThrough(times: readonly number[], at: readonly CarriedFrame[], by: Carrier | null): PropMotion {
  const isHeld = (i: number, j: number) => sameCarrier(at[i]!.by, at[j]!.by) && !isMoved(at[i]!, at[j]!);
  const keys: PropKey[] = [];
  const changes: CarrierChange[] = [];
  times.forEach((time, i) => {
    const { by: carrier, position, rotation } = at[i]!;
    if (!sameCarrier(carrier, at[i - 1] ? at[i - 1]!.by : by)) changes.push({ from: time, by: carrier });
    const goesOn = i === times.length - 1 || isHeld(i, i + 1);
    if (i === 0 || !isHeld(i - 1, i) || !goesOn) keys.push({ time, position, rotation, interpolation: 'linear' });
  });
  return { keys, changes };
}

function isMoved(a: Frame, b: Frame): boolean {
  return distance(a.position, b.position) > MOVED || angleBetween(a.rotation, b.rotation) > MOVED;
}

function sameCarrier(a: Carrier | null, b: Carrier | null): boolean {
  if (a === null || b === null) return a === b;
  if ('prop' in a || 'prop' in b) return 'prop' in a && 'prop' in b && a.prop === b.prop;
  return a.actor === b.actor && a.joint === b.joint;
}
