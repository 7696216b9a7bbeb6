import { centreOfMass, segmentMasses } from '../../humanoid/anatomy/masses.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { acos, asin, cos, sin } from '../../math/elementary.ts';
import { add, distance, length, scale, subtract, ZERO, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../skeleton/forward-kinematics.ts';
import { moveBy, type Pose } from '../../skeleton/pose.ts';
import type { Clip } from '../clip.ts';
import { fadeBetween } from '../fade-between.ts';
import { footPoints } from '../holding/contact-points.ts';
import { frameTimes, posesAt } from '../joint-paths.ts';
import { flightsOf, offParabola, parabolaOf, type Flight } from '../lint/flights.ts';
import { carryBody } from './carry-body.ts';

/** Seconds before a flight in which the body gathers the speed that it leaves with, and after it in which it gives it up, at least. */
const EASING = 0.2;
/** The same for each metre a second that it has to gather or to give up: it is stopped at three times gravity. */
const EASING_BY_SPEED = 0.1;
/** Seconds by which a body may leave the floor later, and come back earlier, than its feet show, while toes still touch. */
const TOUCHING = 0.035;
/** Radians a second given to a knee within a frame from which on it is sudden, what it is given instead, leg lengths by which the body comes down for it at most, and seconds over which it does. */
const SUDDEN = 18;
const KNEE_SPEED = 14;
const DEEPEST = 0.12;
const CROUCHING = 0.3;
/** Metres by which it does not come down: less than a straight leg needs to bend at all. */
const UNSEEN = 5e-4;
/** Metres off a free fall, root mean square, within which a whole flight stays where it is taken to be so much shorter. */
const FALLING = 0.005;

/**
 * The clip whose flight that lasts at frame `at` is a free fall: the body is carried so that its centre of mass goes along the parabola from where it leaves the floor to
 * where it comes back to it. Before and after that it goes down a little, as far as the speeds of that parabola ask, and the feet stay where they stand.
 * The same clip where nothing flies then.
 */
export function flyFreely(rig: Rig, clip: Clip, at: number): Clip {
  return carriedInFlight(rig, clip, at, leastMoves);
}

/** The clip whose body goes on down after the flight that lasts at frame `at`, and gives until it has lost its speed. The same clip where nothing flies then. */
export function giveAfter(rig: Rig, clip: Clip, at: number): Clip {
  return carriedInFlight(rig, clip, at, (fall) => {
    const { first, last, centreAt } = fall;
    return { first, last, moves: easedMoves(fall, last, subtract(centreAt(last), centreAt(last - 1)), 1) };
  });
}

/** A flight of a clip with what lies around it. */
interface Fall extends Flight {
  /** The centre of mass in a frame of the clip, world metres. */
  readonly centreAt: (frame: number) => Vec3;
  /** Frames of the clip, and how many there are a second. */
  readonly count: number;
  readonly fps: number;
}

/** By frame, the world metres by which a body is carried. */
type Moves = ReadonlyMap<number, Vec3>;

/** What is done with a flight, and the frames in which the body is taken to leave the floor and to come back. */
interface Carried {
  readonly first: number;
  readonly last: number;
  readonly moves: Moves;
}

function carriedInFlight(rig: Rig, clip: Clip, at: number, carryIn: (fall: Fall) => Carried): Clip {
  const poses = posesAt(rig.skeleton, clip, frameTimes(clip));
  const flight = flightsOf(rig, poses, clip.fps).find((each) => at >= each.first && at <= each.last);
  if (!flight) return clip;
  const centreAt = centresOf(rig, poses);
  const fall: Fall = { ...flight, centreAt, count: poses.length, fps: clip.fps };
  const { first, last, moves } = carryIn(fall);
  const stays = (frame: number) => frame <= first || frame >= last;
  const heightAt = (frame: number) => {
    const within = Math.min(poses.length - 1, Math.max(0, frame));
    return poses[within]![1]! + (moves.get(within)?.[1] ?? 0);
  };
  const depth = Math.max(
    crouchFor(rig, poses[first]!, heightAt(first) - heightAt(first - 1), clip.fps),
    crouchFor(rig, poses[last]!, heightAt(last) - heightAt(last + 1), clip.fps),
  );
  const crouch = crouchAround(fall, depth);
  const carried = new Map<number, Pose>();
  poses.forEach((pose, frame) => {
    const [move, lower] = [moves.get(frame), crouch[3 * frame + 1]!];
    if (move || lower > UNSEEN) carried.set(frame, moveBy(pose, subtract(move ?? ZERO, [0, lower, 0])));
  });
  return carryBody(rig, clip, {
    poses,
    carried,
    stays,
    reshape: (_foot, { positions }) => {
      for (let frame = first + 1; frame < last; frame++) positions[3 * frame + 1]! += crouch[3 * frame + 1]!;
    },
  });
}

/**
 * Metres by which a body has to be lower where it stands on its feet, so that no knee bends too suddenly as it comes down by `drop` metres in the next
 * frame, or has come up by them: legs that are straight would. A leg of length L whose knee is bent by φ reaches L cos(φ/2), so that a drop of
 * 2 L sin(φ/2 + w) sin(w) bends it by 4 w more.
 */
function crouchFor(rig: Rig, pose: Pose, drop: number, fps: number): number {
  if (!(drop > 0)) return 0;
  const world = forwardKinematics(rig.skeleton, pose);
  const quarter = KNEE_SPEED / fps / 4;
  const depths = footPoints(rig).map(({ limb }) => {
    const reach = distance(worldPosition(world, limb.upper), worldPosition(world, limb.end));
    const bendAt = (far: number) => 2 * acos(Math.min(1, Math.max(0, far / limb.length)));
    if ((bendAt(reach - drop) - bendAt(reach)) * fps < SUDDEN) return 0;
    const half = asin(Math.min(1, drop / (2 * limb.length * sin(quarter)))) - quarter;
    return half > 0 ? Math.min(DEEPEST * limb.length, reach - limb.length * cos(half)) : 0;
  });
  return Math.max(0, ...depths);
}

/** By how much the body is lower in each frame (y of 3 each), metres: all through a flight, in which it falls as freely lower down, and eased around it. */
function crouchAround({ first, last, count, fps }: Fall, depth: number): Float64Array {
  const crouch = new Float64Array(3 * count);
  const held = new Uint8Array(count);
  if (depth === 0) return crouch;
  for (let frame = first; frame <= last; frame++) crouch[3 * frame + 1] = depth;
  held.fill(1, first, last + 1);
  fadeBetween(crouch, held, Math.round(CROUCHING * fps));
  return crouch;
}

/** Frames before the first are as the first, those after the last as the last. */
function centresOf(rig: Rig, poses: readonly Pose[]): (frame: number) => Vec3 {
  const parts = segmentMasses(rig);
  return (frame) => {
    const pose = poses[Math.min(poses.length - 1, Math.max(0, frame))]!;
    return centreOfMass(parts, forwardKinematics(rig.skeleton, pose));
  };
}

/** Of the frames in which the body may leave and land, those for which it is moved least, all of the flight is a free fall, and no foot is pulled up. */
function leastMoves(fall: Fall): Carried {
  const { first, last, centres, fps } = fall;
  const most = Math.min(Math.ceil(TOUCHING * fps), Math.floor((last - first - 3) / 2));
  let best = movesBetween(fall, first, last);
  for (let later = 0; later <= most; later++)
    for (let earlier = 0; earlier <= most; earlier++) {
      const choice = movesBetween(fall, first + later, last - earlier);
      if (!(farthest(choice.moves) < farthest(best.moves))) continue;
      const moved = centres.map((centre, i) => add(centre, choice.moves.get(first + i) ?? ZERO));
      const isLifted = [...choice.moves].some(([frame, move]) => (frame <= first || frame >= last) && move[1] > FALLING);
      if (!isLifted && offParabola({ centres: moved }, fps).rms <= FALLING) best = choice;
    }
  return best;
}

function farthest(moves: Moves): number {
  return Math.max(0, ...[...moves.values()].map(length));
}

/** What puts the centre of mass onto a parabola from one frame to another, and eases in and out. */
function movesBetween(fall: Fall, first: number, last: number): Carried {
  const { centres, fps } = fall;
  const parabola = parabolaOf({ centres: centres.slice(first - fall.first, last - fall.first + 1) }, fps);
  const [leaving, landing] = [subtract(parabola[1]!, parabola[0]!), subtract(parabola.at(-1)!, parabola.at(-2)!)];
  const moves = new Map([
    ...easedMoves(fall, first, leaving, -1),
    ...parabola.map((place, i) => [first + i, subtract(place, centres[first - fall.first + i]!)] as const),
    ...easedMoves(fall, last, landing, 1),
  ]);
  return { first, last, moves };
}

/**
 * What gives the body a speed at a frame, and takes it back on the frames after it (`by` 1) or before it (−1). `step`: metres a frame that it is to have there.
 */
function easedMoves({ centreAt, count, fps }: Fall, from: number, step: Vec3, by: 1 | -1): Moves {
  const own = by > 0 ? subtract(centreAt(from + 1), centreAt(from)) : subtract(centreAt(from), centreAt(from - 1));
  const lacking = subtract(step, own);
  const easing = Math.round(Math.max(EASING, EASING_BY_SPEED * fps * length(lacking)) * fps);
  const frames = Math.min(by > 0 ? count - 1 - from : from, easing);
  const moves = new Map<number, Vec3>();
  // h v (u³ − u²) comes to 0 with the speed v from 0 without speed, and its mirror image the other way.
  for (let i = 1; i < frames; i++) {
    const u = 1 - i / frames;
    moves.set(from + by * i, scale(lacking, -by * frames * u * u * (u - 1)));
  }
  return moves;
}
