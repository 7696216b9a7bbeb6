import { checkRig } from '../humanoid/body/check-rig.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import type { RigSprings } from '../humanoid/body/rig-springs.ts';
import type { Quat } from '../math/quat.ts';
import { clampPose } from '../skeleton/limit-state.ts';
import { rotationOf, type Pose } from '../skeleton/pose.ts';
import { checkClip } from './check-clip.ts';
import type { Clip, Track } from './clip.ts';
import { frameTimes } from './joint-paths.ts';
import { sampleClip } from './sampling.ts';
import { createSwingingSprings, type SwingingSprings } from './swing-springs.ts';
import { lastOf } from '../math/last-of.ts';

/** Steps a second that the settings of spring bones are meant for. */
const STEPS_A_SECOND = 60;

/** Metres that the ends of springs go in a step when they count as at rest, or by which a loop may fail to meet itself; and when it is given up. */
const AT_REST = 1e-6;
const MOST_STEPS = 10 * STEPS_A_SECOND;
const MET = 1e-4;
const MOST_ROUNDS = 8;

/**
 * The clip with the spring bones of its character in its tracks, a key on every frame: they swing about what the clip itself plays. They begin at rest in
 * its first pose; in a loop they swing as they do after some rounds of it, so that it meets itself. Steps are whole parts of a frame, as near to 1/60 s as they can be:
 * the same clip gives the same bytes. The clip itself where it has no keys, or the character no spring bones. The same clip and rig give the same object.
 */
export function springClip(rig: Rig, clip: Clip): Clip {
  checkRig(rig);
  checkClip(clip, 'the clip');
  const { springs } = rig;
  if (!springs || clip.tracks.length === 0) return clip;
  return made(clip, [rig], () => ({ ...clip, tracks: withTracks(clip, swingThrough(rig, springs, clip)) }));
}

/** Throws a `RangeError` of one sentence where the character has no spring bones. */
export function checkHasSprings({ springs }: Rig): void {
  if (!springs) throw new RangeError('the character has no spring bones: only VRM files state some');
}

/** What was made last of each clip: playing asks on every frame. */
const made = lastOf<Clip, Clip>();

/** A key on every frame for each spring. */
function swingThrough(rig: Rig, springs: RigSprings, clip: Clip): Track[] {
  const { skeleton } = rig;
  const swinging = createSwingingSprings(skeleton, springs);
  const perFrame = Math.max(1, Math.round(STEPS_A_SECOND / clip.fps));
  const times = frameTimes(clip);
  const poseAt = (time: number): Pose => sampleClip(skeleton, clip, time);
  /** Swings through the clip, and gives the pose of each frame. */
  const play = (heard: (pose: Pose) => void) => {
    const first = poseAt(0);
    swinging.show(first);
    heard(first);
    for (let frame = 1; frame < times.length; frame++) {
      const [from, to] = [times[frame - 1]!, times[frame]!];
      let pose = first;
      for (let i = 1; i <= perFrame; i++) {
        pose = poseAt(from + ((to - from) * i) / perFrame);
        swinging.step(pose, (to - from) / perFrame);
      }
      heard(pose);
    }
  };
  settle(swinging, poseAt(0));
  if (clip.loop) comeRound(swinging, poseAt(0), poseAt(times.at(-1)!), () => play(() => undefined));
  const isLimited = springs.list.some(({ joint }) => skeleton.limits[joint]!.kind !== 'free');
  const values: number[][] = springs.list.map(() => []);
  play((swung) => {
    const pose = isLimited ? clampPose(skeleton, swung).pose : swung;
    springs.list.forEach(({ joint }, s) => pushRotation(values[s]!, rotationOf(pose, joint)));
  });
  return springs.list.map(({ joint }, s) => ({ joint, interpolation: 'linear', times, values: values[s]! }));
}

/** Lets the springs come to rest in a pose. */
function settle(swinging: SwingingSprings, pose: Pose): void {
  swinging.place(pose);
  for (let i = 0; i < MOST_STEPS && swinging.step(pose.slice(), 1 / STEPS_A_SECOND) > AT_REST; i++);
}

/** Plays a loop until the springs begin a round as they began the one before. */
function comeRound(swinging: SwingingSprings, first: Pose, last: Pose, playOnce: () => void): void {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const began = swinging.ends();
    playOnce();
    swinging.carry(last, first);
    const begins = swinging.ends();
    if (began.every((value, i) => Math.abs(begins[i]! - value) < MET)) return;
  }
}

/** A quaternion and its opposite are one rotation: the one that is nearer to the last. */
function pushRotation(values: number[], rotation: Quat): void {
  const last = values.slice(-4);
  const isOpposite = last.length === 4 && rotation.reduce((sum, value, i) => sum + value * last[i]!, 0) < 0;
  values.push(...(isOpposite ? rotation.map((value) => -value) : rotation));
}

/** The clip's tracks with these in place of their joints' own. */
function withTracks({ tracks }: Clip, springs: readonly Track[]): Track[] {
  const taken = new Set(springs.map(({ joint }) => joint));
  return [...tracks.filter(({ joint }) => !taken.has(joint)), ...springs].sort((a, b) => a.joint - b.joint);
}
