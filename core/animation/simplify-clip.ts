import { spellOut } from '../math/check-values.ts';
import { checkFieldsOf, type FieldsOf } from '../math/near-names.ts';
import { checkRig } from '../humanoid/body/check-rig.ts';
import { checkPins } from '../humanoid/pulling/request/check-pull.ts';
import { checkClip } from './check-clip.ts';
import type { Pins } from '../humanoid/body/handles.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { angleBetween } from '../math/quat.ts';
import { distance, vec3At } from '../math/vec3.ts';
import { forwardKinematics } from '../skeleton/forward-kinematics.ts';
import { restPose, rotationOf, weightIndex, type Pose } from '../skeleton/pose.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { keySize, poseOffset, type Clip, type Interpolation, type Track } from './clip.ts';
import { frameTimes } from './joint-paths.ts';
import { withoutNeedlessKeys } from './needless-keys.ts';
import { playedClip } from './played-clip.ts';
import { clipKeyTimes, sampleClip } from './sampling.ts';
import { between, finish, type Steps } from './steps.ts';
import { fitTangents } from './tangents.ts';
import { trackOf, type Key } from './track-keys.ts';

/** How near a clip with fewer keys must stay to the one it is made of. */
export interface SimplifyOptions {
  /** Metres that any joint may be elsewhere in the world, > 0. */
  readonly distance: number;
  /** Radians that any joint's rotation against its parent may differ, > 0. */
  readonly angle: number;
  /** How the clip goes between the keys that are left: along fitted tangents, or straight. Default: `tangents`. */
  readonly between?: 'tangents' | 'linear';
  /** What a clip that keeps its pins between keys holds there. Default: nothing. */
  readonly pins?: Pins;
}

const SIMPLIFY_FIELDS: FieldsOf<SimplifyOptions> = { distance: true, angle: true, between: true, pins: true };

/** A clip whose poses are keyed on a few frames. */
export interface SimplifiedClip {
  readonly clip: Clip;
  /** Frames that have keys, of all joints each. */
  readonly keys: number;
  /** Metres and radians by which a joint differs on any frame, at most. */
  readonly distance: number;
  readonly angle: number;
  /** Metres by which a joint differs, on average over all joints and frames. */
  readonly meanDistance: number;
}

/** The way from one keyed frame to the next. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Of each track of the clip. */
  readonly ways: readonly Interpolation[];
}

/** How far the frames after one keyed one and up to the next are off. */
interface Difference {
  /** Of the frames between, in tolerances: above 1 is too far. */
  readonly error: number;
  /** Of the next keyed frame itself: what is held may move it. */
  readonly keyError: number;
  /** The frame that is farthest off. */
  readonly worst: number;
  readonly distance: number;
  readonly angle: number;
  /** Metres that all joints of all frames are off, together. */
  readonly sum: number;
}

/**
 * The clip with whole poses keyed on few frames: keys are poses that it plays with contacts and pins held, and from each the next stands as far on as the
 * frames between are still near enough, where the way between them is fitted to these. Contacts and layers stay; where what is held brings frames too far
 * off, further poses are keyed, and then those are left out that what is held makes needless. A clip that would not get fewer keyed frames stays as it
 * is. Throws a `RangeError` when a tolerance is not above 0.
 */
export function simplifyClip(rig: Rig, clip: Clip, options: SimplifyOptions): SimplifiedClip {
  return finish(simplifySteps(rig, clip, options));
}

/** The same in steps. */
export function* simplifySteps(rig: Rig, clip: Clip, options: SimplifyOptions): Steps<SimplifiedClip> {
  checkRig(rig);
  checkClip(clip, 'the clip');
  checkFieldsOf(options, SIMPLIFY_FIELDS, 'the options');
  for (const [name, value] of [['distance', options.distance] as const, ['angle', options.angle] as const]) {
    if (!(Number.isFinite(value) && value > 0))
      throw new RangeError(`the ${name} must be a finite number above 0, got ${spellOut(value)}`);
  }
  const pins = options.pins ?? {};
  checkPins(pins, 'the pins');
  const { skeleton } = rig;
  const { layers, ...plain } = clip;
  const source = framesOf(skeleton, playedClip(rig, plain, pins));
  const last = source.times.length - 1;
  const measure = createMeasure(skeleton, source, options);
  const isNear = ({ from, to, ways }: Stretch) => {
    const tracks = source.tracks.map((track, t) => endsOf(track, from, to, ways[t]!));
    return measure(from, to, { ...plain, tracks }, 1).error <= 1;
  };
  const stretchOf = stretchFitting(source, options);
  const seen = (stretches: readonly Stretch[]) => {
    const simple = { ...plain, tracks: source.tracks.map((track, t) => keyed(track, stretches, t)) };
    const shown = playedClip(rig, simple, pins);
    return { simple, first: measure(-1, 0, shown), found: stretches.map(({ from, to }) => measure(from, to, shown)) };
  };
  let stretches = yield* between(0, FITTING, longestStretches(last, stretchOf, isNear));
  for (;;) {
    yield FITTING;
    const { first, found } = seen(stretches);
    const tooFar = stretchesToDivide(stretches, first, found);
    if (tooFar.size === 0) break;
    stretches = stretches.flatMap((stretch, i) => {
      if (!tooFar.has(i)) return [stretch];
      const { from, to } = stretch;
      const { worst } = found[i]!;
      const at = worst > from ? worst : (from + to) >> 1;
      return [stretchOf(from, at), stretchOf(at, to)];
    });
  }
  const stretchesOf = (frames: readonly number[]) => frames.slice(1).map((to, i) => stretchOf(frames[i]!, to));
  const farAt = (frames: readonly number[]) => {
    const { first, found } = seen(stretchesOf(frames));
    const moved = [first, ...found].flatMap(({ keyError }, key) => (keyError > 1 ? [frames[key]!] : []));
    return [...moved, ...found.flatMap(({ error, worst }) => (error > 1 ? [worst] : []))];
  };
  const frames = yield* between(FITTING, 1, withoutNeedlessKeys([0, ...stretches.map(({ to }) => to)], farAt));
  const before = keyedFrames(clip);
  if (before <= frames.length) return { clip, keys: before, distance: 0, angle: 0, meanDistance: 0 };
  const { simple, first, found } = seen(stretchesOf(frames));
  const all = [first, ...found];
  return {
    clip: { ...simple, ...(layers && { layers }) },
    keys: frames.length,
    distance: Math.max(...all.map((each) => each.distance)),
    angle: Math.max(...all.map((each) => each.angle)),
    meanDistance: all.reduce((sum, each) => sum + each.sum, 0) / (skeleton.count * source.times.length),
  };
}

/** How many frames of a clip have a key of any joint. */
export function keyedFrames(clip: Clip): number {
  return new Set(clipKeyTimes(clip).map((time) => Math.round(time * clip.fps))).size;
}

/** Numbers of the stretches that need another key: those with a frame too far off, and one near each key that what is held moves too far. */
function stretchesToDivide(stretches: readonly Stretch[], first: Difference, found: readonly Difference[]): ReadonlySet<number> {
  const divided = new Set([...found.keys()].filter((i) => found[i]!.error > 1));
  const moved = [first, ...found].flatMap(({ keyError }, key) => (keyError > 1 ? [key] : []));
  const hasFrames = ({ from, to }: Stretch) => to - from > 1;
  const divideWithin = (reach: number) => {
    for (const key of moved) {
      const before = stretches.slice(0, key).findLastIndex((stretch, i) => key - i <= reach && hasFrames(stretch));
      const after = stretches.findIndex((stretch, i) => i >= key && i - key < reach && hasFrames(stretch));
      const near = [before, after].filter((i) => i >= 0);
      if (near.length === 0 || near.some((i) => divided.has(i))) continue;
      divided.add(near.reduce((a, b) => (found[b]!.error > found[a]!.error ? b : a)));
    }
  };
  divideWithin(1);
  // A key with keys on the frames beside it: what moves it is farther away.
  if (divided.size === 0) divideWithin(Infinity);
  return divided;
}

/** Share of the work that is done when all stretches are found; what remains is to see what contacts and pins make of them. */
const FITTING = 0.7;

/** Frames that are tried first. */
const FIRST_REACH = 4;

/** From each frame the longest stretch that is near enough: twice as far as before while it is, then by halving. */
function* longestStretches(
  last: number,
  stretchOf: (from: number, to: number) => Stretch,
  isNear: (stretch: Stretch) => boolean,
): Steps<readonly Stretch[]> {
  const stretches: Stretch[] = [];
  for (let from = 0; from < last; from = stretches.at(-1)!.to) {
    let longest = stretchOf(from, from + 1);
    let tooFar = last + 1;
    const attempt = (to: number) => {
      const tried = stretchOf(from, to);
      if (isNear(tried)) longest = tried;
      else tooFar = to;
    };
    for (let reach = FIRST_REACH; longest.to < last && tooFar > last; reach *= 2) attempt(Math.min(from + reach, last));
    while (tooFar - longest.to > 1) attempt((longest.to + tooFar) >> 1);
    stretches.push(longest);
    yield longest.to / last;
  }
  return stretches;
}

/** Weight by which an expression may differ: less is hardly seen. */
const SEEN_WEIGHT = 0.02;

/** What a clip shows on every frame. */
interface Frames {
  readonly times: readonly number[];
  readonly poses: readonly Pose[];
  /** World positions of all joints, 3 each, metres. */
  readonly positions: readonly Float64Array[];
  /** The clip's tracks with a key on every frame. */
  readonly tracks: readonly Track[];
}

function framesOf(skeleton: Skeleton, clip: Clip): Frames {
  const times = frameTimes(clip);
  const poses = times.map((time) => sampleClip(skeleton, clip, time));
  const tracks = clip.tracks.map(({ joint }): Track => {
    const [at, size] = [poseOffset(joint, poses[0]!), keySize(joint)];
    const keys = poses.map((pose, frame) => ({ time: times[frame]!, value: [...pose.subarray(at, at + size)] }));
    return trackOf({ joint, interpolation: 'linear' }, keys);
  });
  return { times, poses, positions: poses.map((pose) => forwardKinematics(skeleton, pose).positions), tracks };
}

/** A function that fits the way from one frame to another, once. */
function stretchFitting({ tracks }: Frames, options: SimplifyOptions): (from: number, to: number) => Stretch {
  const fitted = new Map<string, Stretch>();
  return (from, to) => {
    const known = fitted.get(`${from} ${to}`);
    if (known) return known;
    const isStraight = options.between === 'linear' || to - from < 2;
    const ways = tracks.map(({ joint, values }) => (isStraight ? 'linear' : fitTangents(joint, values, from, to)));
    const stretch: Stretch = { from, to, ways };
    fitted.set(`${from} ${to}`, stretch);
    return stretch;
  };
}

/** The track between two of its frames alone, gone through in this way. */
function endsOf({ joint, times, values }: Track, from: number, to: number, interpolation: Interpolation): Track {
  const size = keySize(joint);
  const ends = [from, to].flatMap((frame) => values.slice(size * frame, size * (frame + 1)));
  return { joint, interpolation, times: [times[from]!, times[to]!], values: ends };
}

/** The track with keys at the ends of the stretches alone. */
function keyed({ joint, times, values }: Track, stretches: readonly Stretch[], t: number): Track {
  const size = keySize(joint);
  const frames = [0, ...stretches.map(({ to }) => to)];
  const keys = frames.map((frame, k): Key => {
    const interpolation = stretches[k]?.ways[t];
    const value = values.slice(size * frame, size * (frame + 1));
    return { time: times[frame]!, value, ...(interpolation && { interpolation }) };
  });
  return trackOf({ joint, interpolation: 'linear' }, keys);
}

/** A function that says how far the frames of a clip after one and up to another are off, as far as an error that is enough. */
function createMeasure(skeleton: Skeleton, source: Frames, options: SimplifyOptions) {
  const pose = restPose(skeleton);
  const world = forwardKinematics(skeleton, pose);
  const { expressions = [] } = skeleton;
  return (from: number, to: number, clip: Clip, enough = Infinity): Difference => {
    let [error, keyError, worst, most, angle, sum] = [0, 0, from, 0, 0, 0];
    for (let frame = from + 1; frame <= to && error <= enough; frame++) {
      forwardKinematics(skeleton, sampleClip(skeleton, clip, source.times[frame]!, pose), world);
      const [original, places] = [source.poses[frame]!, source.positions[frame]!];
      let [away, turned, faded] = [0, 0, 0];
      for (let joint = 0; joint < skeleton.count; joint++) {
        const off = distance(vec3At(world.positions, joint), vec3At(places, joint));
        sum += off;
        away = Math.max(away, off);
        turned = Math.max(turned, angleBetween(rotationOf(pose, joint), rotationOf(original, joint)));
      }
      for (let e = 0; e < expressions.length; e++) {
        const at = weightIndex(pose, e);
        faded = Math.max(faded, Math.abs(pose[at]! - original[at]!));
      }
      most = Math.max(most, away);
      angle = Math.max(angle, turned);
      const here = Math.max(away / options.distance, turned / options.angle, faded / SEEN_WEIGHT);
      if (frame === to) keyError = here;
      if (frame === to || here <= error) continue;
      error = here;
      worst = frame;
    }
    return { error, keyError, worst, distance: most, angle, sum };
  };
}
