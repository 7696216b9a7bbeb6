import type { Rig } from '../../humanoid/body/rig.ts';
import { angleBetween } from '../../math/quat.ts';
import { distance, meanOf, type Vec3 } from '../../math/vec3.ts';
import { moveBy, type Pose, rotationOf } from '../../skeleton/pose.ts';
import type { Clip, ContactPart } from '../clip.ts';
import { frameTimes, posesAt } from '../joint-paths.ts';
import type { Limb } from '../../humanoid/body/limbs.ts';
import { DEFAULT_LINT, SEAM_DISTANCE } from '../lint/issues.ts';
import { clipKeyTimes } from '../sampling.ts';
import { standingSpans } from './contact-spans.ts';

/** First and last frame, both included. */
export type FrameSpan = readonly [first: number, last: number];

/**
 * The frames of a clip and, where it is a closed loop, those of the rounds before and after it: what is held across the seam is held as one. Frames are
 * counted from the first of them.
 */
export interface FramesAround {
  readonly poses: readonly Pose[];
  /** The frame at which the clip itself begins. */
  readonly start: number;
  /** When a part is held. */
  readonly spansOf: (part: ContactPart) => readonly FrameSpan[];
  readonly shownFor: (limb: Limb) => ShownFrames;
}

/** The frames of a stretch, both ends included, that show where a point was put. */
export type ShownFrames = (first: number, last: number) => readonly number[];

/** Frames of a loop above which it is not looked at beyond its seam: it is then a take, not a cycle. */
const LONGEST_LOOP = 600;

/** `keyed` is the clip whose keys say where limbs were put: `clip` itself, or the one that it was solved from. */
export function framesAround(rig: Rig, clip: Clip, keyed: Clip = clip): FramesAround {
  const own = posesAt(rig.skeleton, clip, frameTimes(clip));
  const last = own.length - 1;
  const rounds = clip.loop && last > 0 && last <= LONGEST_LOOP && isClosed(rig, own) ? [-1, 0, 1] : [0];
  const start = rounds.length > 1 ? last : 0;
  const count = rounds.length * last + 1;
  const poses = Array.from({ length: count }, (_, frame) => {
    const round = Math.max(rounds[0]!, Math.min(rounds.at(-1)!, Math.floor((frame - start) / Math.max(1, last))));
    return carriedOn(own, frame - start - round * last, round);
  });
  const inRounds = (spans: readonly FrameSpan[]) =>
    joined(
      rounds.flatMap((round) =>
        spans.map(([a, b]) => [a, b].map((at) => clampTo(at + start + round * last, count - 1)) as [number, number]),
      ),
    );
  return {
    poses,
    start,
    spansOf: (part) => {
      const spans = standingSpans(clip)
        .filter((contact) => contact.part === part)
        .map(({ from, to }): FrameSpan => [Math.round(from * clip.fps), Math.min(last, Math.round(to * clip.fps))])
        .filter(([a, b]) => a <= b);
      return inRounds(spans);
    },
    shownFor: ({ joints }) => {
      const keys = clipKeyTimes(keyed, joints).map((time) => Math.round(time * clip.fps));
      const shown = [...new Set(rounds.flatMap((round) => keys.map((frame) => frame + start + round * last)))];
      return shownBy(shown);
    },
  };
}

/** Frames with keys, as that is where a limb was put: between them it may have drifted. All frames of a stretch that has none. */
export function shownBy(keyed: readonly number[]): ShownFrames {
  return (first, last) => {
    const within = keyed.filter((frame) => frame >= first && frame <= last);
    return within.length > 0 ? within : Array.from({ length: last - first + 1 }, (_, i) => first + i);
  };
}

/** Metres by which another place must be nearer to the middle to be taken: two places are equally near but for rounding. */
const NEARER = 1e-6;

/** Number of the place that is nearest to the middle of all, of equally near ones the first. */
export function steadiest(places: readonly Vec3[]): number {
  const centre = meanOf(places);
  const away = places.map((place) => distance(place, centre));
  return away.reduce((best, each, i) => (each < away[best]! - NEARER ? i : best), 0);
}

/** Whether a clip ends in the pose that it begins in, wherever on the floor. */
function isClosed({ skeleton }: Rig, poses: readonly Pose[]): boolean {
  const [first, last] = [poses[0]!, poses.at(-1)!];
  const joints = Array.from({ length: skeleton.count }, (_, joint) => joint);
  const isTurned = joints.some((joint) => angleBetween(rotationOf(first, joint), rotationOf(last, joint)) > DEFAULT_LINT.seam);
  return !isTurned && Math.abs(last[1]! - first[1]!) < SEAM_DISTANCE;
}

/** The pose of a frame in another round, as far along the floor as the rounds before have carried the body. */
function carriedOn(poses: readonly Pose[], frame: number, round: number): Pose {
  const [first, last] = [poses[0]!, poses.at(-1)!];
  return moveBy(poses[frame]!, [round * (last[0]! - first[0]!), 0, round * (last[2]! - first[2]!)]);
}

function joined(spans: readonly FrameSpan[]): readonly FrameSpan[] {
  const result: FrameSpan[] = [];
  for (const [first, last] of [...spans].sort((a, b) => a[0] - b[0])) {
    const before = result.at(-1);
    if (before && first <= before[1]) result[result.length - 1] = [before[0], Math.max(before[1], last)];
    else if (last > first) result.push([first, last]);
  }
  return result;
}

function clampTo(frame: number, last: number): number {
  return Math.min(Math.max(frame, 0), last);
}
