import type { GiveWay } from '../humanoid/bodies/body-contact.ts';
import type { HandleName } from '../humanoid/body/handles.ts';
import { spellOut } from '../math/check-values.ts';
import type { Frame } from '../math/frame.ts';
import type { Vec3 } from '../math/vec3.ts';
import { rotationIndex, weightIndex, type Pose } from '../skeleton/pose.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import type { Carrier } from './carrier.ts';

/**
 * How a track moves from one key to the next: it holds the first; it goes straight (SLERP / linear) at constant speed, or at a changing one, by a name or
 * by two handles; it follows a smooth cubic through the keys around; or a cubic that leaves the first and arrives at the second along tangents of its own.
 */
export type Interpolation = NamedInterpolation | TimeHandles | Tangents;

/** The ways between keys that have names. */
export type NamedInterpolation = 'step' | EasedName | 'cubic';

/**
 * Straight between two keys: at constant speed (`linear`), slow at both (`ease`), at the first (`easeIn`), at the second (`easeOut`), or beyond the second
 * and back (`overshoot`).
 */
export type EasedName = 'linear' | 'ease' | 'easeIn' | 'easeOut' | 'overshoot';

/**
 * The two handles of a cubic Bézier curve from (0, 0) to (1, 1), which says how much of the straight way between two keys is gone after which share of the
 * time: where each stands in time (0 to 1) and on the way (−2 to 3).
 */
export type TimeHandles = readonly [x1: number, y1: number, x2: number, y2: number];

/**
 * The two inner points of a cubic Bézier curve between two keys, each from its own key: the first third of the way on at the speed with which the curve
 * leaves, and the last third back. Of a rotation a rotation vector in the joint's own frame (3 numbers, radians; the curve is that of quaternions,
 * brought back to length 1), of the root metres (3 numbers, world), of an expression a weight (1 number).
 */
export interface Tangents {
  /** From the first key to the inner point next to it. */
  readonly out: readonly number[];
  /** From the second key to the inner point next to it. */
  readonly in: readonly number[];
}

/** All ways of moving between keys that have names, as a menu lists them. */
export const INTERPOLATIONS: readonly NamedInterpolation[] = [
  'step',
  'linear',
  'ease',
  'easeIn',
  'easeOut',
  'overshoot',
  'cubic',
];

/** Frame rates that animators use. */
export const FRAME_RATES: readonly number[] = [24, 25, 30, 48, 60, 120];

/** The `joint` of the track that moves the root. */
export const ROOT_TRACK = -1;

/** The `joint` of the track of the weight of expression number `expression`: −2 for the first, −3 for the second. */
export function expressionTrack(expression: number): number {
  if (!Number.isInteger(expression) || expression < 0)
    throw new RangeError(`the number of an expression must be a whole number from 0 on, got ${spellOut(expression)}`);
  return ROOT_TRACK - 1 - expression;
}

/** The number of the expression whose weight a track holds, by its `joint`; −1 for joints and the root. */
export function expressionOf(joint: number): number {
  return joint < ROOT_TRACK ? ROOT_TRACK - 1 - joint : -1;
}

/** Whether a number names something that the skeleton's poses hold: a joint, the root's translation (−1) or the weight of an expression. */
export function isTrackOf({ count, expressions }: Pick<Skeleton, 'count' | 'expressions'>, joint: number): boolean {
  return Number.isInteger(joint) && joint < count && expressionOf(joint) < (expressions?.length ?? 0);
}

/** All that the skeleton's poses hold: the root's translation, the joints and the weights of expressions. */
export function allTracks({ count, expressions = [] }: Pick<Skeleton, 'count' | 'expressions'>): number[] {
  return [...tracksOfBody({ count }), ...Array.from(expressions, (_, i) => expressionTrack(i))];
}

/** The root's translation and the joints, without expressions. */
export function tracksOfBody({ count }: Pick<Skeleton, 'count'>): number[] {
  return Array.from({ length: count + 1 }, (_, i) => i + ROOT_TRACK);
}

/** Keys of one joint's rest-relative rotation, of the root translation, or of an expression's weight. Times rise strictly; seconds. */
export interface Track {
  /** Joint index, −1 ({@link ROOT_TRACK}) for the root translation, or below that for an expression: see {@link expressionTrack}. */
  readonly joint: number;
  /** How it goes from a key to the next where the key has no interpolation of its own. */
  readonly interpolation: Interpolation;
  /** One a key: how it goes from there to the next; null: as `interpolation` says. Missing where no key has one of its own. */
  readonly keyInterpolations?: readonly (Interpolation | null)[];
  /** One a key: seconds on the clip’s timeline, rising strictly. */
  readonly times: readonly number[];
  /** Flat: 4 numbers a key (quaternion), 3 for the root translation (metres, world axes, displacement from rest), or 1 for a weight (0 to 1). */
  readonly values: readonly number[];
}

/** Points of the body that can be held in their places: of each foot the heel, the ball and the tip of the toes, and each hand. */
export const CONTACT_PARTS = [
  'leftHeel',
  'leftBall',
  'leftToe',
  'leftHand',
  'rightHeel',
  'rightBall',
  'rightToe',
  'rightHand',
] as const;

/** One of {@link CONTACT_PARTS}. */
export type ContactPart = (typeof CONTACT_PARTS)[number];

/** A stretch of a clip in which something is held. */
export interface HeldSpan {
  /** Seconds on the clip’s timeline; `from` is before `to`. */
  readonly from: number;
  readonly to: number;
  /** Whether it is left out for the time being. Default: no. */
  readonly isMuted?: true;
}

/** A stretch in which a point of the body stays in its place in the world. */
export interface StandingSpan extends HeldSpan {
  /** Which point. */
  readonly part: ContactPart;
  readonly on?: undefined;
}

/** A stretch in which a handle stays on something that may move: the own body, another actor or a prop. */
export interface TouchingSpan extends HeldSpan {
  readonly part: HandleName;
  readonly on: TouchedPlace;
  /** Seconds over which it comes in before and goes out after, from 0 on. Default: 0.2. */
  readonly fade?: number;
}

/** Where a handle is on what it touches: the point that touches and its joint's rotation, in the space of that joint or prop. */
export interface TouchedPlace extends Frame {
  /** A joint by its name in the character's file: of another actor or, without `actor`, of the same one; or a prop. */
  readonly by: Carrier | { readonly joint: string };
  /** The point that touches, in the frame of the handle's joint, metres. Default: the handle itself. */
  readonly point?: Vec3;
  /** Whether the rotation is kept too. Default: no. */
  readonly turns?: true;
  /** Whose body moves: the one whose contact this is, that of the other actor or both. Default: `from`, the one whose contact this is. */
  readonly gives?: GiveWay;
}

/** What is held in a clip for a stretch of time: in the world, or on what it touches. */
export type ContactSpan = StandingSpan | TouchingSpan;

/**
 * A change of what a clip plays, laid over it without touching its keys: it is whole at its own keys and fades to nothing before the first and after the last
 * of them.
 */
export interface ClipLayer {
  /** Unique in its clip. */
  readonly name: string;
  /** How much of the change is played, 0 to 2. */
  readonly weight: number;
  /** Whether it is left out for the time being. Default: no. */
  readonly isMuted?: true;
  /** Seconds on the clip's timeline: where it begins to come in, and where it is gone. */
  readonly from: number;
  readonly to: number;
  /** Changes and not values: a rotation in the joint's own frame, which follows the clip's, and metres that the root is moved by. */
  readonly tracks: readonly Track[];
}

/** A named moment of a clip. */
export interface ClipMarker {
  /** Not empty. */
  readonly name: string;
  /** Seconds on the clip’s timeline, from 0 on. */
  readonly time: number;
  /** Id of the camera of the scene through which the clip is seen from here on. Missing: as before. */
  readonly camera?: string;
}

/** Motion of one skeleton. A joint without a track keeps its rest rotation. */
export interface Clip {
  /** Unique among a project’s clips. */
  readonly id: string;
  /** What the animator calls it. */
  readonly name: string;
  /** Seconds, > 0: the length of the timeline. */
  readonly duration: number;
  /** Frames a second: 24, 25, 30, 48, 60 or 120. */
  readonly fps: number;
  /** Whether playback goes on from its beginning. */
  readonly loop: boolean;
  /** Whether pinned hands and feet stay in their places between keys that agree on them, as `playedClip` shows it. Default: no. */
  readonly keepsPins?: true;
  /** What stays in its place or on something, and when: by part, then by time; those of one part do not overlap. `playedClip` shows what stays in the world. Default: nothing. */
  readonly contacts?: readonly ContactSpan[];
  /** What is laid over the tracks, one after another, as `playedClip` shows it. Default: nothing. */
  readonly layers?: readonly ClipLayer[];
  /** Moments that have names, by time, one at a time at most. They change nothing that is played. Default: none. */
  readonly markers?: readonly ClipMarker[];
  /** One for each joint that leaves rest, one for the root translation if that moves, and one for each expression that is used. */
  readonly tracks: readonly Track[];
}

/** Numbers that one key of a joint's track holds. */
export function keySize(joint: number): 1 | 3 | 4 {
  return joint < ROOT_TRACK ? 1 : joint === ROOT_TRACK ? 3 : 4;
}

/** Numbers that one tangent of a joint's track holds. */
export function tangentSize(joint: number): 1 | 3 {
  return joint < ROOT_TRACK ? 1 : 3;
}

/** Where a track's value stands inside a pose. */
export function poseOffset(joint: number, pose: Pose): number {
  if (joint < ROOT_TRACK) return weightIndex(pose, expressionOf(joint));
  return joint === ROOT_TRACK ? 0 : rotationIndex(joint);
}
