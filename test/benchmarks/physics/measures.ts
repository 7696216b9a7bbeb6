import type { Clip } from '../../../core/animation/clip.ts';
import { frameTimes, jointPaths, posesAt } from '../../../core/animation/joint-paths.ts';
import { bodyMotionOf } from '../../../core/animation/lint/body-motion.ts';
import { flightsIn, offParabola, type Flight } from '../../../core/animation/lint/flights.ts';
import { hardLandings } from '../../../core/animation/lint/landings.ts';
import { spinsFromNothing } from '../../../core/animation/lint/spins.ts';
import { trimClip } from '../../../core/animation/recut.ts';
import { finish } from '../../../core/animation/steps.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { distance, length, vec3At } from '../../../core/math/vec3.ts';
import type { CapturedMotion } from './captured.ts';

/** A jump with a while before and after it. */
export interface Jump extends CapturedMotion {
  readonly flight: Flight;
}

/** Seconds that are kept before a jump and after it. */
const AROUND = 0.8;
/** Frames a second at which jumps are looked at: as studios key them. */
const FPS = 30;

/** The jumps of a motion, each in a clip of its own. */
export function jumpsIn(motion: CapturedMotion): Jump[] {
  const clip: Clip = { ...motion.clip, fps: FPS };
  return flightsIn(motionOf(motion.rig, clip)).flatMap(({ first, last }) => {
    const [from, to] = [first / FPS - AROUND, last / FPS + AROUND];
    if (from < 0 || to > clip.duration) return [];
    const cut = trimClip(clip, from, to);
    const flight = flightsIn(motionOf(motion.rig, cut)).find((each) => Math.abs(each.first - AROUND * FPS) <= 2);
    return flight ? [{ ...motion, clip: cut, flight }] : [];
  });
}

function motionOf(rig: Rig, clip: Clip) {
  return finish(bodyMotionOf(rig, posesAt(rig.skeleton, clip, frameTimes(clip)), clip.fps));
}

/** Metres that joints are elsewhere in a clip than in another, at most: the root's in all frames, or those that stand in some. */
export function farthest(rig: Rig, before: Clip, after: Clip, standing: readonly Standing[] | null = null): number {
  const frames = frameTimes(before);
  const [was, is] = [before, after].map((clip) => posesAt(rig.skeleton, clip, frames)) as [Float64Array[], Float64Array[]];
  const places = standing ?? [{ joint: rig.humanoid.hips!, frames: frames.map((_, frame) => frame) }];
  const joints = places.map(({ joint }) => joint);
  const [a, b] = [was, is].map((poses) => jointPaths(rig.skeleton, poses, joints)) as [Float64Array[], Float64Array[]];
  return Math.max(
    0,
    ...places.flatMap((place, k) => place.frames.map((frame) => distance(vec3At(a[k]!, frame), vec3At(b[k]!, frame)))),
  );
}

/** A foot that is to stay where it is in some frames. */
export interface Standing {
  readonly joint: number;
  readonly frames: readonly number[];
}

/** The jump in the middle of a clip: metres off its parabola, how hard it lands (m/s²), and how its turning changes in the air (rad/s). */
export function measureJump({ rig, clip }: CapturedMotion) {
  const motion = motionOf(rig, clip);
  const middle = motion.centres.length / 2;
  const flights = flightsIn(motion).filter(({ first, last }) => first < middle && last > middle);
  const most = (values: readonly number[]) => Math.max(0, ...values);
  return {
    off: most(flights.map((flight) => offParabola(flight, clip.fps).rms)),
    landing: most(hardLandings(motion, flights, 0).map(({ issue }) => issue.amount)),
    spin: most(spinsFromNothing(motion, flights, 0).map(({ issue }) => issue.amount)),
  };
}

/** Metres that the weight is outside the feet in the middle of a clip, and the largest accelerations of hips and knees, m/s². */
export function measurePose({ rig, clip }: CapturedMotion) {
  const poses = posesAt(rig.skeleton, clip, frameTimes(clip));
  const { ontoSupport } = motionOf(rig, clip);
  const joints = [rig.humanoid.hips!, rig.humanoid.leftLowerLeg!, rig.humanoid.rightLowerLeg!];
  const [hips, left, right] = jointPaths(rig.skeleton, poses, joints).map((path) => accelerationOf(path, clip.fps));
  return { outside: length(ontoSupport[poses.length >> 1]!), hips: hips!, knees: Math.max(left!, right!) };
}

function accelerationOf(path: Float64Array, fps: number): number {
  let most = 0;
  for (let i = 3; i + 5 < path.length; i += 3) {
    const second = [0, 1, 2].map((c) => path[i - 3 + c]! - 2 * path[i + c]! + path[i + 3 + c]!);
    most = Math.max(most, Math.hypot(...second) * fps * fps);
  }
  return most;
}
