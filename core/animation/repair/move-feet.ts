import { jointInSentence } from '../../humanoid/body/joint-labels.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import type { Goal } from '../../ik/request/goals.ts';
import { createSolver } from '../../ik/solver.ts';
import { angleBetween, slerp, type Quat } from '../../math/quat.ts';
import { toRadians } from '../../math/angles.ts';
import { CONTACT_ANGLE, CONTACT_DISTANCE } from '../../math/tolerances.ts';
import { add, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, pointOf, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { restPose, rotationOf } from '../../skeleton/pose.ts';
import type { Clip, Track } from '../clip.ts';
import { fadeBetween } from '../fade-between.ts';
import { fillFrameWorlds } from '../frame-worlds.ts';
import { footPoints } from '../holding/contact-points.ts';
import { shownBy, steadiest } from '../holding/frames-around.ts';
import { frameTimes, posesAt } from '../joint-paths.ts';
import type { Limb } from '../../humanoid/body/limbs.ts';
import { floorOf, solePoints } from '../lint/feet.ts';
import { clipKeyTimes, sampleClip, trackValue } from '../sampling.ts';
import { goesOnly, isSameTime, keysOf, trackOf, withTracks, type Key } from '../track-keys.ts';

/** Seconds over which a correction of a foot fades out before and after it. */
const FADE = 0.15;
/** Radians that a planted foot turns, at most, and is still held in its direction too: beyond, it rolls. */
const STILL_TURN = toRadians(5);
/** Metres above the floor to which a sunken sole is lifted: nothing that can be seen, but clear of rounding. */
const CLEARANCE = 5e-4;

/** How one foot is moved in a row of frames. */
interface FootMove {
  readonly limb: Limb;
  /** 3 a frame: by how much the ankle moves in the world, metres. */
  readonly offsets: Float64Array;
  /** World rotation that the foot takes, null for its own, and how much of it, one a frame. */
  readonly rotation: Quat | null;
  readonly weights: Float64Array;
}

/**
 * The clip with a planted foot, or its toes, standing still from frame `first` to `last`, at a place that it has on a key
 * there; before and after it fades back to its own way. Its leg gets keys on those frames. Throws a `RangeError` when the joint is no foot of a leg.
 */
export function holdFoot(rig: Rig, clip: Clip, joint: number, first: number, last: number): Clip {
  const limb = limbOfFoot(rig, joint);
  const times = frameTimes(clip);
  const worlds = fillFrameWorlds(rig.skeleton, posesAt(rig.skeleton, clip, times));
  const keyed = clipKeyTimes(clip, limb.joints).map((time) => Math.round(time * clip.fps));
  const shown = shownBy(keyed)(first, last);
  const place = worlds[shown[steadiest(shown.map((frame) => worldPosition(worlds[frame]!, joint)))]!]!;
  const offsets = new Float64Array(3 * times.length);
  const held = new Uint8Array(times.length);
  const turns = worlds
    .slice(first, last + 1)
    .map((world) => angleBetween(worldRotation(place, limb.end), worldRotation(world, limb.end)));
  const rotation = Math.max(...turns) < STILL_TURN ? worldRotation(place, limb.end) : null;
  // A foot that keeps its direction moves its toes as it moves its ankle; one that rolls is held at the joint that is planted.
  const carrier = rotation ? limb.end : joint;
  for (let frame = first; frame <= last; frame++) {
    offsets.set(subtract(worldPosition(place, carrier), worldPosition(worlds[frame]!, carrier)), 3 * frame);
    held[frame] = 1;
  }
  return moveFoot(rig, clip, times, held, { limb, offsets, rotation, weights: Float64Array.from(held) });
}

/**
 * The clip with both soles of the foot that `joint` belongs to lifted onto the floor wherever they are under it, its leg keyed on those frames. Throws a
 * `RangeError` when the joint is no foot of a leg.
 */
export function liftFoot(rig: Rig, clip: Clip, joint: number): Clip {
  const limb = limbOfFoot(rig, joint);
  const times = frameTimes(clip);
  const floor = floorOf(rig);
  const points = solePoints(rig).filter(({ foot }) => foot === limb.end);
  const offsets = new Float64Array(3 * times.length);
  const held = new Uint8Array(times.length);
  fillFrameWorlds(rig.skeleton, posesAt(rig.skeleton, clip, times)).forEach((world, frame) => {
    const sunk = Math.max(...points.map(({ foot, offset }) => floor - pointOf(world, foot, offset)[1]));
    if (sunk <= 0) return;
    offsets[3 * frame + 1] = sunk + CLEARANCE;
    held[frame] = 1;
  });
  if (!held.includes(1)) return clip;
  return moveFoot(rig, clip, times, held, { limb, offsets, rotation: null, weights: new Float64Array(times.length) });
}

/** Whether a joint is a foot, or toes, of a leg that can be moved. */
export function isFootOfLeg(rig: Rig, joint: number): boolean {
  return footPoints(rig).some(({ limb, toes }) => joint === limb.end || joint === toes);
}

function limbOfFoot(rig: Rig, joint: number): Limb {
  const foot = footPoints(rig).find(({ limb, toes }) => joint === limb.end || joint === toes);
  if (!foot) throw new RangeError(`the joint ${jointInSentence(rig, joint)} is no foot of a leg that can be moved`);
  return foot.limb;
}

/** Fades the move around the held frames, solves the leg on every frame that moves, and keys it there. */
function moveFoot(rig: Rig, clip: Clip, times: readonly number[], held: Uint8Array, move: FootMove): Clip {
  const { skeleton } = rig;
  const { limb, offsets, rotation, weights } = move;
  const release = Math.max(2, Math.round(FADE * clip.fps));
  fadeBetween(offsets, held, release);
  const spread = new Float64Array(3 * times.length);
  weights.forEach((weight, frame) => spread.fill(weight, 3 * frame, 3 * frame + 3));
  fadeBetween(spread, held, release);
  const solver = createSolver(skeleton);
  const solved = new Map<number, Key[]>(limb.joints.map((joint) => [joint, []]));
  times.forEach((time, frame) => {
    const offset = vec3At(offsets, frame);
    const share = spread[3 * frame]!;
    if (offset.every((value) => value === 0) && share === 0) return;
    const pose = sampleClip(skeleton, clip, time);
    const world = forwardKinematics(skeleton, pose);
    const own = worldRotation(world, limb.end);
    const place = add(worldPosition(world, limb.end), offset);
    const outcome = solver.solve(pose, goalsFor(limb, place, rotation ? slerp(own, rotation, share) : own), { restarts: 0 });
    for (const joint of limb.joints) solved.get(joint)!.push({ time, value: rotationOf(outcome.pose, joint) });
  });
  return withSolvedKeys(rig, clip, solved, times);
}

function goalsFor(limb: Limb, target: Vec3, rotation: Quat): Goal[] {
  const { end: joint, joints } = limb;
  const maxLinks = joints.length;
  return [
    { kind: 'position', joint, offset: [0, 0, 0], target, tolerance: CONTACT_DISTANCE, priority: 1, maxLinks },
    { kind: 'orientation', joint, target: rotation, tolerance: CONTACT_ANGLE, maxLinks },
  ];
}

/**
 * Adds the solved keys. A straight track gets them among its own, with a key on either side that keeps the rest as it was; where a track bends between
 * its keys, another key would bend it elsewhere, and it goes straight from frame to frame from then on.
 */
function withSolvedKeys(rig: Rig, clip: Clip, solved: ReadonlyMap<number, readonly Key[]>, times: readonly number[]): Clip {
  const tracks = new Map(clip.tracks.map((track) => [track.joint, track]));
  for (const [joint, keys] of solved) {
    const before: Track = tracks.get(joint) ?? {
      joint,
      interpolation: 'linear',
      times: [0],
      values: [...rotationOf(restPose(rig.skeleton), joint)],
    };
    const own = keysOf(before);
    const goesStraight = goesOnly(before, 'linear');
    const last = times.indexOf(keys.at(-1)!.time);
    const first = times.indexOf(keys[0]!.time);
    const around = goesStraight ? [times[first - 1], times[last + 1]] : times;
    const kept = around.flatMap((time): Key[] => (time === undefined ? [] : [{ time, value: trackValue(before, time) }]));
    const all = new Map<number, Key>();
    // Later ones replace earlier ones at the same time; keys of its own stay unless they were solved.
    for (const { time, value } of [...kept, ...own, ...keys]) all.set(sameTimeIn(all, time) ?? time, { time, value });
    tracks.set(joint, trackOf({ ...before, interpolation: 'linear' }, [...all.values()]));
  }
  return withTracks(clip, [...tracks.values()]);
}

function sameTimeIn(keys: ReadonlyMap<number, Key>, time: number): number | undefined {
  if (keys.has(time)) return time;
  for (const other of keys.keys()) if (isSameTime(other, time)) return other;
  return undefined;
}
