import { clipFromPoses } from '../../../core/animation/clip-from-poses.ts';
import type { Clip, Interpolation } from '../../../core/animation/clip.ts';
import { posesAt } from '../../../core/animation/joint-paths.ts';
import { deleteKeys } from '../../../core/animation/keys.ts';
import { playedClip } from '../../../core/animation/played-clip.ts';
import { proposeInbetween, type ProposedInbetween } from '../../../core/animation/propose/propose-inbetween.ts';
import { wayBetween } from '../../../core/animation/propose/way-between.ts';
import { conjugate, fromRotationVector, multiply, toRotationVector } from '../../../core/math/quat.ts';
import { rotationOf, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import type { MotionTable } from '../../../core/animation/propose/learned/motion-table.ts';
import { FPS } from '../../../build/motion-table/takes.ts';
import type { Take } from './takes.ts';

/** Frames of a take between which something is to be found: keys at both, and a frame beside each. */
export interface Window {
  readonly take: Take;
  readonly from: number;
  readonly to: number;
}

/** The clip of which only the keys of a window and the frames beside them are known. */
export function knownClip({ take, from, to }: Window, interpolation: Interpolation): Clip {
  const dense = clipFromPoses(take.rig.skeleton, take.poses.slice(from - 1, to + 2), {
    id: 'w',
    name: 'w',
    fps: FPS,
    loop: false,
  });
  let known = dense;
  for (let frame = 2; frame < to - from + 1; frame++) known = deleteKeys(known, frame / FPS);
  return { ...known, duration: dense.duration, tracks: known.tracks.map((track) => ({ ...track, interpolation })) };
}

function inner({ take, from, to }: Window, clip: Clip): Pose[] {
  const times = Array.from({ length: to - from - 1 }, (_, i) => (i + 2) / FPS);
  return posesAt(take.rig.skeleton, clip, times);
}

/** What the studio shows when nothing is done: straight, or smooth. */
export function between(window: Window, interpolation: 'linear' | 'cubic'): Pose[] {
  return inner(window, knownClip(window, interpolation));
}

/** The cubic of Hermite, of rotation vectors and of the root. */
export function cubic({ take, from, to }: Window): Pose[] {
  const [before, first, last, after] = [from - 1, from, to, to + 1].map((frame) => take.poses[frame]!) as [
    Pose,
    Pose,
    Pose,
    Pose,
  ];
  const frames = to - from;
  return Array.from({ length: frames - 1 }, (_, i) => {
    const pose = first.slice();
    const along = (whole: number, leaving: number, arriving: number) =>
      wayBetween({ whole, leaving, arriving }, frames, frames, i + 1);
    for (let c = 0; c < 3; c++) pose[c]! += along(last[c]! - first[c]!, first[c]! - before[c]!, after[c]! - last[c]!);
    for (let joint = 0; joint < take.rig.skeleton.count; joint++) {
      const turn = (a: Pose, b: Pose) => toRotationVector(multiply(conjugate(rotationOf(a, joint)), rotationOf(b, joint)));
      const [whole, leaving, arriving] = [turn(first, last), turn(before, first), turn(last, after)];
      const by = [0, 1, 2].map((c) => along(whole[c]!, leaving[c]!, arriving[c]!));
      setRotation(pose, joint, multiply(rotationOf(first, joint), fromRotationVector(by as unknown as [number, number, number])));
    }
    return pose;
  });
}

/** The in-between of the product, as it is played. */
export function proposed(
  window: Window,
  learned: MotionTable = [],
): { readonly poses: Pose[]; readonly shown: Clip; readonly proposal: ProposedInbetween } {
  const { take, from, to } = window;
  const proposal = proposeInbetween(take.rig, knownClip(window, 'linear'), 1, to - from + 1, { learned });
  const shown = playedClip(take.rig, proposal.clip, {});
  return { poses: inner(window, shown), shown, proposal };
}
