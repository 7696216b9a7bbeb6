import { checkRig } from '../humanoid/body/check-rig.ts';
import { checkClip } from './check-clip.ts';
import { checkObject } from '../math/check-values.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { log } from '../math/elementary.ts';
import { angleBetween } from '../math/quat.ts';
import { distance, vec3At } from '../math/vec3.ts';
import { forwardKinematics } from '../skeleton/forward-kinematics.ts';
import { restPose, rotationOf, weightIndex, type Pose } from '../skeleton/pose.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { keySize, poseOffset, type Clip, type Track } from './clip.ts';
import { frameTimes } from './joint-paths.ts';
import { sampleClip } from './sampling.ts';
import { finish, type Steps } from './steps.ts';
import { trackOf } from './track-keys.ts';

/** How near a clip with fewer keys must stay to the one it is made of. */
export interface SimplifyOptions {
  /** Metres that any joint may be elsewhere in the world, > 0. */
  readonly distance: number;
  /** Radians that any joint's rotation against its parent may differ, > 0. */
  readonly angle: number;
  /** How the clip goes between the keys that are left. Default: `cubic`. */
  readonly interpolation?: 'linear' | 'cubic';
}

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

/** The frames between two keyed ones: which of them is farthest off, and by how much. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly worst: number;
  /** In tolerances: above 1 is too far. */
  readonly error: number;
  readonly distance: number;
  readonly angle: number;
  /** Metres that all joints of all its frames are off, together. */
  readonly sum: number;
}

/**
 * The clip with whole poses keyed on as few frames as are needed: from its first and last frame on, the frame that is farthest off gets a key until every
 * frame is near enough (Douglas and Peucker 1973, on poses). Throws a `RangeError` when a tolerance is not above 0.
 */
export function simplifyClip(rig: Rig, clip: Clip, options: SimplifyOptions): SimplifiedClip {
  return finish(simplifySteps(rig, clip, options));
}

/** The same in steps. How far it is is an estimate: how much nearer the farthest frame is already. */
export function* simplifySteps(rig: Rig, clip: Clip, options: SimplifyOptions): Steps<SimplifiedClip> {
  checkRig(rig);
  checkClip(clip, 'the clip');
  checkObject(options, 'the options');
  const { interpolation = 'cubic' } = options;
  for (const [name, value] of [['distance', options.distance] as const, ['angle', options.angle] as const]) {
    if (!(value > 0 && Number.isFinite(value))) throw new RangeError(`the ${name} must be a finite number above 0, got ${value}`);
  }
  const { skeleton } = rig;
  const source = posesOf(skeleton, clip);
  const last = source.times.length - 1;
  let frames = [...new Set([0, last])];
  const build = (): Clip => ({ ...clip, tracks: clip.tracks.map((track) => keyed(track, frames, source, interpolation)) });
  const measure = createMeasure(skeleton, source, options);
  let built = build();
  let spans = frames.slice(1).map((to, i) => measure(built, frames[i]!, to));
  const largest = Math.max(1, ...spans.map((span) => span.error));
  let share = 0;
  for (;;) {
    const at = spans.reduce((most, span, i) => (span.error > spans[most]!.error ? i : most), 0);
    const worst = spans[at];
    if (!worst || worst.error <= 1) break;
    share = Math.max(share, 1 - log(worst.error) / log(largest));
    yield share;
    frames = frames.toSpliced(at + 1, 0, worst.worst);
    built = build();
    // A smooth way bends by the keys next to it too: so do the spans beside the one that was cut.
    const reach = interpolation === 'cubic' ? 1 : 0;
    const [low, high] = [Math.max(0, at - reach), Math.min(spans.length - 1, at + reach)];
    const fresh = frames.slice(low, high + 2).map((from, i) => measure(built, from, frames[low + i + 1]!));
    spans = spans.toSpliced(low, high - low + 1, ...fresh);
  }
  return {
    clip: built,
    keys: frames.length,
    distance: Math.max(0, ...spans.map((span) => span.distance)),
    angle: Math.max(0, ...spans.map((span) => span.angle)),
    meanDistance: spans.reduce((sum, span) => sum + span.sum, 0) / (skeleton.count * source.times.length),
  };
}

/** Weight by which an expression may differ: less is hardly seen. */
const SEEN_WEIGHT = 0.02;

/** What a clip shows on every frame. */
interface Frames {
  readonly times: readonly number[];
  readonly poses: readonly Pose[];
  /** World positions of all joints, 3 each, metres. */
  readonly positions: readonly Float64Array[];
}

function posesOf(skeleton: Skeleton, clip: Clip): Frames {
  const times = frameTimes(clip);
  const poses = times.map((time) => sampleClip(skeleton, clip, time));
  return { times, poses, positions: poses.map((pose) => forwardKinematics(skeleton, pose).positions) };
}

function keyed(track: Track, frames: readonly number[], { times, poses }: Frames, interpolation: Track['interpolation']): Track {
  const at = poseOffset(track.joint, poses[0]!);
  const size = keySize(track.joint);
  const keys = frames.map((frame) => ({ time: times[frame]!, value: [...poses[frame]!.subarray(at, at + size)] }));
  return trackOf({ ...track, interpolation }, keys);
}

/** A function that finds the frame between two keyed ones at which a clip is farthest off. */
function createMeasure(skeleton: Skeleton, source: Frames, options: SimplifyOptions) {
  const pose = restPose(skeleton);
  const world = forwardKinematics(skeleton, pose);
  return (clip: Clip, from: number, to: number): Span => {
    const found = { worst: from, error: 0, distance: 0, angle: 0, sum: 0 };
    for (let frame = from + 1; frame < to; frame++) {
      forwardKinematics(skeleton, sampleClip(skeleton, clip, source.times[frame]!, pose), world);
      const [original, places] = [source.poses[frame]!, source.positions[frame]!];
      let [away, turned] = [0, 0];
      for (let joint = 0; joint < skeleton.count; joint++) {
        const off = distance(vec3At(world.positions, joint), vec3At(places, joint));
        found.sum += off;
        away = Math.max(away, off);
        turned = Math.max(turned, angleBetween(rotationOf(pose, joint), rotationOf(original, joint)));
      }
      found.distance = Math.max(found.distance, away);
      found.angle = Math.max(found.angle, turned);
      let faded = 0;
      const { expressions = [] } = skeleton;
      for (let e = 0; e < expressions.length; e++) {
        const at = weightIndex(pose, e);
        faded = Math.max(faded, Math.abs(pose[at]! - original[at]!));
      }
      const error = Math.max(away / options.distance, turned / options.angle, faded / SEEN_WEIGHT);
      if (error <= found.error) continue;
      found.error = error;
      found.worst = frame;
    }
    return { from, to, ...found };
  };
}
