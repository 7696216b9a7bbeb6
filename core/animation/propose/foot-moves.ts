import type { Rig } from '../../humanoid/body/rig.ts';
import { legLength } from '../../humanoid/body/leg-length.ts';
import { conjugate, multiply, toRotationVector, type Quat } from '../../math/quat.ts';
import { NO_DIRECTION } from '../../math/tolerances.ts';
import { distance, length, lerp, subtract, ZERO, type Vec3 } from '../../math/vec3.ts';
import { pointOf, worldPosition, worldRotation, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { GRAVITY } from '../../math/gravity.ts';
import { CONTACT_SETTINGS } from '../contacts.ts';
import type { Gap } from './gap.ts';
import { footPoints, solePointsOf, type FootPoints } from '../holding/contact-points.ts';

/** How feet that stand at both ends change their places: one step each, as many as walking takes, or both at once. */
export type StepKind = 'step' | 'walk' | 'jump';

/** The world at both ends of a gap, and a frame beside them. */
export interface EndWorlds {
  readonly before: WorldTransforms;
  readonly first: WorldTransforms;
  readonly last: WorldTransforms;
  readonly after: WorldTransforms;
}

/** How fast a foot moves, metres a frame of the world, and turns, radians a frame in the frame in which it was at the first pose. */
export interface FootSpeed {
  readonly move: Vec3;
  readonly turn: Vec3;
}

/** One move of a foot: between its moves it stands. */
export interface FootMove {
  /** Frames of the gap at which it is lifted and set down, or at which the gap begins and ends. */
  readonly from: number;
  readonly to: number;
  /** Where its ankle goes, world metres. */
  readonly start: Vec3;
  readonly end: Vec3;
  /** Share of the whole way that is behind it before and after. */
  readonly shares: readonly [before: number, after: number];
  /** Its speed at both ends: nothing where it stands there. */
  readonly leaving: FootSpeed;
  readonly arriving: FootSpeed;
  /** Metres that it rises above the way between. */
  readonly lift: number;
  /** Whether it only makes up for the little that two keys of a standing foot differ by. */
  readonly isStanding: boolean;
}

/** Where a foot is on a frame, its ankle in world metres. */
export interface FootOnFrame {
  readonly place: Vec3;
  readonly rotation: Quat;
  readonly isPlanted: boolean;
}

/** What a foot does in a gap. */
export interface FootPlan {
  readonly foot: FootPoints;
  /** In order of time. */
  readonly moves: readonly FootMove[];
  /** Whether it stands at the first pose and at the last. */
  readonly stands: readonly [first: boolean, last: boolean];
  /** Its ankle at both ends, world metres. */
  readonly start: Vec3;
  readonly end: Vec3;
  /** Its rotation at the first pose, world, and the rotation vector in that frame of its turn to the last. */
  readonly rotation: Quat;
  readonly turn: Vec3;
  /** Where it is on each frame, where its leg leads it. */
  readonly onFrames?: readonly FootOnFrame[];
}

const RESTING: FootSpeed = { move: ZERO, turn: ZERO };

/** Metres that a foot which stands at both ends may be apart and yet stay, in leg lengths. */
const SAME = 0.005;
/** Leg lengths a second below which a foot that stands does not even roll. */
const RESTS = 0.03;
/** Leg lengths from one footprint to the next of the same foot, at most: in a step, and in a walk. */
const LONGEST_STRIDE = 1.6;
const LONG_STEP = 0.9;
/** Mean speed of a swinging foot as a share of the speed with which it passes the other. */
const MEAN_SWING = 0.6;
/** Seconds that a swing lasts at least, and that a foot stands at least before or after it: less is a part of the swing. */
const SHORTEST_SWING = 0.13;
const SHORTEST_STAND = 0.25;
/** Seconds of a single step: at once, and for each leg length. */
const STEP_TIME: readonly [least: number, more: number] = [0.35, 0.3];
/** How high a foot is lifted, in its strides; in leg lengths at least and at most. */
const LIFT = 0.12;
const LIFTS: readonly [least: number, most: number] = [0.04, 0.12];
/** Where in the gap the middle of a jump's flight is, and how much of the gap it takes; seconds that it takes at most. */
const FLIGHT = { middle: 0.55, share: 0.4, longest: 0.5 };
/** Share of each place in a row of steps in which the foot moves. */
const MOVING = 0.92;

/** Whether both feet stand at both ends and one of them must change its place: only then is there anything to choose. */
export function stepKinds(rig: Rig, worlds: EndWorlds, fps: number): readonly StepKind[] {
  const ends = footEnds(rig, worlds, fps);
  const movers = ends.filter((end) => isMover(rig, end, fps));
  if (movers.length === 0 || ends.some(({ stands }) => !stands[0] || !stands[1])) return [];
  if (movers.length < 2) return ['step'];
  const farthest = Math.max(...movers.map(({ start, end }) => distance(start, end)));
  return farthest > LONG_STEP * legLength(rig) ? ['walk', 'step', 'jump'] : ['step', 'jump'];
}

/** What the feet do in a gap of so many frames. `more`: strides of a walk beyond as few as it takes on a level floor. */
export function planFeet(
  rig: Rig,
  worlds: EndWorlds,
  { frames, fps }: Pick<Gap, 'frames' | 'fps'>,
  kind: StepKind,
  more = 0,
): readonly FootPlan[] {
  const size = legLength(rig);
  const ends = footEnds(rig, worlds, fps);
  const movers = ends
    .filter((end) => isMover(rig, end, fps))
    // The foot that is farther behind goes first.
    .sort((a, b) => distance(b.start, b.end) - distance(a.start, a.end));
  return ends.map((end): FootPlan => {
    const { stands, start, leaving, arriving } = end;
    const stride = distance(start, end.end);
    const plan = (moves: readonly FootMove[]): FootPlan => ({ ...end, moves });
    const move = (from: number, to: number, lift = 0, isStanding = false): FootMove => ({
      from,
      to,
      start,
      end: end.end,
      shares: [0, 1],
      // A foot that stands first begins from rest.
      leaving: from > 0 ? RESTING : leaving,
      arriving: to < frames ? RESTING : arriving,
      lift,
      isStanding,
    });
    if (!stands[0] || !stands[1]) {
      const swing = ({ move: speed }: FootSpeed) => {
        const time = Math.max(SHORTEST_SWING * fps, stride / (MEAN_SWING * length(speed) + NO_DIRECTION));
        return frames - time < SHORTEST_STAND * fps ? frames : time;
      };
      return plan([move(stands[0] ? frames - swing(arriving) : 0, stands[1] ? swing(leaving) : frames)]);
    }
    const turn = movers.indexOf(end);
    // It stays, or it rolls and comes to rest again: the speeds say how.
    if (turn < 0) return plan([move(0, frames, 0, !isElsewhere(rig, end))]);
    if (kind === 'jump') {
      const flight = Math.min(FLIGHT.share * frames, FLIGHT.longest * fps);
      const from = FLIGHT.middle * frames - flight / 2;
      // What flies for a time rises by ⅛ g t².
      return plan([move(from, from + flight, (GRAVITY / 8) * (flight / fps) ** 2)]);
    }
    if (movers.length === 1) {
      const time = Math.min(0.8 * frames, fps * (STEP_TIME[0] + (STEP_TIME[1] * stride) / size));
      return plan([move((frames - time) / 2, (frames + time) / 2, liftOf(stride, size))]);
    }
    return plan(stepsOf(end, turn, stridesOf(movers, size, kind) + more, frames, size));
  });
}

/** Strides of the foot that goes second. */
function stridesOf(movers: readonly FootEnds[], size: number, kind: StepKind): number {
  const farthest = Math.max(...movers.map(({ start, end }) => distance(start, end)));
  return kind === 'walk' ? Math.max(1, Math.ceil(farthest / (LONGEST_STRIDE * size))) : 1;
}

/** The steps of a foot that goes first (`turn` 0) or second, one foot after the other. In a walk the first makes half a stride at the beginning and at the end. */
function stepsOf(end: FootEnds, turn: number, strides: number, frames: number, size: number): readonly FootMove[] {
  const isWalk = strides > 1;
  const prints =
    turn === 0 && isWalk
      ? [0, ...Array.from({ length: strides }, (_, i) => (i + 0.5) / strides), 1]
      : Array.from({ length: strides + 1 }, (_, i) => i / strides);
  const slots = isWalk ? 2 * strides + 1 : 2;
  return prints.slice(1).map((share, i): FootMove => {
    const [start, stop] = [lerp(end.start, end.end, prints[i]!), lerp(end.start, end.end, share)];
    const slot = 2 * i + turn;
    const idle = (1 - MOVING) / 2;
    return {
      from: ((slot + idle) / slots) * frames,
      to: ((slot + 1 - idle) / slots) * frames,
      start,
      end: stop,
      shares: [prints[i]!, share],
      leaving: RESTING,
      arriving: RESTING,
      lift: liftOf(distance(start, stop), size),
      isStanding: false,
    };
  });
}

function liftOf(stride: number, size: number): number {
  return Math.min(LIFTS[1] * size, Math.max(LIFTS[0] * size, LIFT * stride));
}

/** A foot at both ends of a gap. */
interface FootEnds extends Omit<FootPlan, 'moves'> {
  readonly leaving: FootSpeed;
  readonly arriving: FootSpeed;
}

function footEnds(rig: Rig, { before, first, last, after }: EndWorlds, fps: number): readonly FootEnds[] {
  const size = legLength(rig);
  const feet = footPoints(rig);
  const lowest = (world: WorldTransforms, foot: FootPoints) =>
    Math.min(...solePointsOf(foot).map(({ joint, offset }) => pointOf(world, joint, offset)[1]));
  const floor = Math.min(...feet.flatMap((foot) => [lowest(first, foot), lowest(last, foot)]));
  const stands = (world: WorldTransforms, foot: FootPoints, speed: FootSpeed) =>
    length(speed.move) * fps < CONTACT_SETTINGS.slow * size && lowest(world, foot) < floor + CONTACT_SETTINGS.height * size;
  return feet.map((foot): FootEnds => {
    const joint = foot.limb.end;
    const rotation = worldRotation(first, joint);
    const turnTo = (world: WorldTransforms) => toRotationVector(multiply(conjugate(rotation), worldRotation(world, joint)));
    const speed = (from: WorldTransforms, to: WorldTransforms): FootSpeed => ({
      move: subtract(worldPosition(to, joint), worldPosition(from, joint)),
      turn: subtract(turnTo(to), turnTo(from)),
    });
    const [leaving, arriving] = [speed(before, first), speed(last, after)];
    return {
      foot,
      start: worldPosition(first, joint),
      end: worldPosition(last, joint),
      rotation,
      turn: turnTo(last),
      leaving,
      arriving,
      stands: [stands(first, foot, leaving), stands(last, foot, arriving)],
    };
  });
}

/** Whether a foot rests at both ends and has to step from the one place to the other. */
function isMover(rig: Rig, end: FootEnds, fps: number): boolean {
  const rests = ({ move }: FootSpeed) => length(move) * fps < RESTS * legLength(rig);
  return end.stands[0] && end.stands[1] && rests(end.leaving) && rests(end.arriving) && isElsewhere(rig, end);
}

function isElsewhere(rig: Rig, { start, end }: FootEnds): boolean {
  return distance(start, end) > SAME * legLength(rig);
}
