import { checkNumberFields } from '../math/check-numbers.ts';
import { spellOut } from '../math/check-values.ts';
import { checkPoses } from '../skeleton/pose.ts';
import { checkFieldsOf } from '../math/near-names.ts';
import { checkRig } from '../humanoid/body/check-rig.ts';
import { checkClip } from './check-clip.ts';
import { hypot } from '../math/elementary.ts';
import type { HumanoidBone } from '../humanoid/body/bones.ts';
import { legLength } from '../humanoid/body/leg-length.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import type { Pose } from '../skeleton/pose.ts';
import type { Clip } from './clip.ts';
import { frameTimes, jointPaths, posesAt } from './joint-paths.ts';

/** Bones that can stand on the floor. */
export const PLANTABLE_BONES = ['leftFoot', 'leftToes', 'rightFoot', 'rightToes'] as const satisfies readonly HumanoidBone[];

export type PlantableBone = (typeof PLANTABLE_BONES)[number];

/** A stretch of frames in which a foot's or toes' joint stands still near the floor. */
export interface Contact {
  /** The foot or the toes. */
  readonly bone: PlantableBone;
  /** The joint that stands for the bone. */
  readonly joint: number;
  /** First and last frame, both included. */
  readonly first: number;
  readonly last: number;
}

/** When a foot counts as planted. Lengths are shares of the leg (thigh and shin), so that dwarfs and giants are judged alike. */
export interface ContactSettings {
  /** Height above the lowest that the feet come to within a second, in leg lengths. Default 0.065. */
  readonly height?: number;
  /** Speed below which a foot becomes planted, leg lengths a second. Default 0.22. */
  readonly slow?: number;
  /** Speed above which a planted foot lifts off, leg lengths a second. Default 0.38. */
  readonly fast?: number;
  /** Distance from where it was set down at which a planted foot counts as moved on, leg lengths. Default 0.09. */
  readonly drift?: number;
  /** Height above the lowest since it was set down at which a planted foot counts as lifted, leg lengths. Default 0.025. */
  readonly rise?: number;
  /** Shortest contact, seconds; in a shorter motion all of it. Default 0.1. */
  readonly shortest?: number;
}

/** What holds where nothing else is said. */
export const CONTACT_SETTINGS: Readonly<Required<ContactSettings>> = {
  height: 0.065,
  slow: 0.22,
  fast: 0.38,
  drift: 0.09,
  rise: 0.025,
  shortest: 0.1,
};

/** Seconds over which speed is measured: longer than capture noise, shorter than a step. */
const SPEED_WINDOW = 0.05;
/** Seconds of lifting that do not end a contact. */
const SHORTEST_GAP = 0.05;
/** Seconds that a foot has at least to go from one place to another. */
const SHORTEST_MOVE = 0.15;
/** Seconds before and after a frame in which the feet show where the floor is: captured floors drift, and stairs rise. */
export const FLOOR_WINDOW = 1;

/** The planted feet of a clip, at its own frame rate: feet and toes that are low and slow, by bone and then by time. */
export function contactsOf(rig: Rig, clip: Clip, settings?: ContactSettings): Contact[] {
  checkRig(rig);
  checkClip(clip, 'the clip');
  return contactsInPoses(rig, posesAt(rig.skeleton, clip, frameTimes(clip)), clip.fps, settings);
}

/** The planted feet in a row of poses `1 / fps` seconds apart. */
export function contactsInPoses<Names>(
  rig: Rig<Names>,
  poses: readonly Pose<Names>[],
  fps: number,
  settings: ContactSettings = {},
): Contact[] {
  checkRig(rig);
  checkPoses(rig.skeleton, poses, 'the poses');
  return contactsAlong(rig, (joints) => jointPaths(rig.skeleton, poses, joints), fps, settings);
}

/** Throws a `RangeError` of one sentence unless each field that is there is one of the settings, and a number. */
export function checkContactSettings(settings: ContactSettings): void {
  checkFieldsOf(settings, CONTACT_SETTINGS, 'the settings');
  checkNumberFields(settings, ['height', 'slow', 'fast', 'drift', 'rise', 'shortest'], 'the settings');
}

/** The planted feet of a body whose joints go along paths: 3 numbers a frame, `1 / fps` seconds apart, metres. */
export function contactsAlong(
  rig: Rig,
  pathsOf: (joints: readonly number[]) => readonly Float64Array[],
  fps: number,
  settings: ContactSettings = {},
): Contact[] {
  if (!(Number.isFinite(fps) && fps > 0))
    throw new RangeError(`the poses must be some a second, a finite number above 0, got ${spellOut(fps)}`);
  checkContactSettings(settings);
  const bones = PLANTABLE_BONES.filter((bone) => rig.humanoid[bone] !== undefined);
  const joints = bones.map((bone) => rig.humanoid[bone]!);
  const paths = pathsOf(joints);
  const kinds = bones.map((bone) => (bone.endsWith('Foot') ? 'Foot' : 'Toes'));
  const planted = plantedStretches(rig, paths, kinds, fps, settings);
  return bones.flatMap((bone, k) => planted[k]!.map(([first, last]) => ({ bone, joint: joints[k]!, first, last })));
}

/**
 * First and last frames in which points stand still near the floor, for each path (3 a frame, metres). The floor under a point is as low as points of its
 * kind come nearby in time, on either side of the body: a foot held in the air does not make a floor of its own.
 */
export function plantedStretches(
  rig: Rig,
  paths: readonly Float64Array[],
  kinds: readonly string[],
  fps: number,
  settings: ContactSettings = {},
): (readonly Stretch[])[] {
  const { height, slow, fast, drift, rise, shortest } = { ...CONTACT_SETTINGS, ...settings };
  const size = legLength(rig);
  const lows = paths.map((path) => slidingMinimum(path, Math.round(FLOOR_WINDOW * fps)));
  return paths.map((path, k) => {
    const alike = lows.filter((_, other) => kinds[other] === kinds[k]);
    const level = alike[0]!.map((_, frame) => Math.min(...alike.map((low) => low[frame]!)));
    const speeds = speedsOf(path, fps);
    let lowest = Infinity;
    const ranges = stretches(path.length / 3, (frame, first) => {
      const y = path[3 * frame + 1]!;
      lowest = first < 0 ? y : Math.min(lowest, y);
      if (!(y - level[frame]! < height * size) || y - lowest > rise * size) return false;
      return first < 0 ? speeds[frame]! < slow * size : speeds[frame]! < fast * size && apart(path, first, frame) < drift * size;
    });
    const gap = Math.round(SHORTEST_GAP * fps);
    const joined = joinStretches(
      ranges,
      (before, next) => next[0] - before[1] <= gap && apart(path, before[0], next[1]) < drift * size,
    );
    const separate = separateStretches(joined, Math.round(SHORTEST_MOVE * fps));
    const end = path.length / 3 - 1;
    const least = end > 0 ? Math.min(end, shortest * fps) : shortest * fps;
    // The motion shows only a part of what its beginning or end cuts.
    return separate.filter(([first, last]) => last - first >= (first === 0 || last === end ? least / 2 : least));
  });
}

/** Lowest height of a path within `reach` frames of each frame (a queue of rising minima, each frame enters and leaves once). */
function slidingMinimum(path: Float64Array, reach: number): Float64Array {
  const count = path.length / 3;
  const heightOf = (frame: number) => path[3 * frame + 1]!;
  const queue: number[] = [];
  const lows = new Float64Array(count);
  let next = 0;
  for (let frame = 0; frame < count; frame++) {
    for (; next < count && next <= frame + reach; next++) {
      while (queue.length > 0 && heightOf(queue.at(-1)!) >= heightOf(next)) queue.pop();
      queue.push(next);
    }
    if (queue[0]! < frame - reach) queue.shift();
    lows[frame] = heightOf(queue[0]!);
  }
  return lows;
}

/** Speed at each frame, metres a second, measured over {@link SPEED_WINDOW} around it. */
function speedsOf(path: Float64Array, fps: number): Float64Array {
  const count = path.length / 3;
  const reach = Math.max(1, Math.round((SPEED_WINDOW * fps) / 2));
  return Float64Array.from({ length: count }, (_, frame) => {
    const from = Math.max(0, frame - reach);
    const to = Math.min(count - 1, frame + reach);
    if (to === from) return 0;
    return (apart(path, from, to) * fps) / (to - from);
  });
}

/** A run of frames, both ends included. */
export type Stretch = readonly [first: number, last: number];

/** Maximal runs of frames for which `holds` is true; it is told the first frame of the run it would go on, or −1. */
export function stretches(count: number, holds: (frame: number, first: number) => boolean): Stretch[] {
  const found: Stretch[] = [];
  let first = -1;
  for (let frame = 0; frame <= count; frame++) {
    const inside = frame < count && holds(frame, first);
    if (inside && first < 0) first = frame;
    if (!inside && first >= 0) {
      found.push([first, frame - 1]);
      first = -1;
    }
  }
  return found;
}

/** The runs with each that `areOne` with the next joined to it. */
export function joinStretches(ranges: readonly Stretch[], areOne: (before: Stretch, next: Stretch) => boolean): Stretch[] {
  const joined: Stretch[] = [];
  for (const range of ranges) {
    const before = joined.at(-1);
    if (before && areOne(before, range)) joined[joined.length - 1] = [before[0], range[1]];
    else joined.push(range);
  }
  return joined;
}

/** Shortens runs that follow each other too closely, so that `gap` frames lie between them. */
function separateStretches(ranges: readonly Stretch[], gap: number): Stretch[] {
  const trimmed = ranges.map((range) => [...range] as [number, number]);
  for (let i = 1; i < trimmed.length; i++) {
    const missing = gap - (trimmed[i]![0] - trimmed[i - 1]![1]);
    if (missing <= 0) continue;
    trimmed[i - 1]![1] -= Math.floor(missing / 2);
    trimmed[i]![0] += Math.ceil(missing / 2);
  }
  return trimmed;
}

function apart(path: Float64Array, frameA: number, frameB: number): number {
  const [a, b] = [3 * frameA, 3 * frameB];
  return hypot(path[b]! - path[a]!, path[b + 1]! - path[a + 1]!, path[b + 2]! - path[a + 2]!);
}
