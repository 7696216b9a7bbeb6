import { checkGround, type Ground } from '../../contact/ground.ts';
import { checkRig } from '../../humanoid/body/check-rig.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { checkTracks, isNumberFrom } from '../../math/check-numbers.ts';
import { spellOut } from '../../math/check-values.ts';
import { KEY_TIME_TOLERANCE } from '../../math/tolerances.ts';
import { checkFieldsOf, type FieldsOf } from '../../math/near-names.ts';
import { alongTangents } from '../along-tangents.ts';
import { checkClip } from '../check-clip.ts';
import { releaseFrames } from '../fade-between.ts';
import type { ChosenKey } from '../chosen-keys.ts';
import { ROOT_TRACK, tracksOfBody, type Clip, type StandingSpan, type Track } from '../clip.ts';
import { distance } from '../../math/vec3.ts';
import { contactPoints, footPoints, type ContactPoint } from '../holding/contact-points.ts';
import { SIDES } from '../../humanoid/body/found-bones.ts';
import { forwardKinematics, pointOf, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { withContacts } from '../holding/contact-spans.ts';
import { holdContacts } from '../holding/hold-contacts.ts';
import { SHORTEST_CONTACT } from '../holding/still-part.ts';
import { sampleClip } from '../sampling.ts';
import { angleBetween } from '../../math/quat.ts';
import { rotationOf, type Pose } from '../../skeleton/pose.ts';
import { setKey } from '../keys.ts';
import { interpolationAfter, isSameTime, keysOf, trackOf, withTracks } from '../track-keys.ts';
import { fewKeys } from './few-keys.ts';
import { depthOf } from './legs-over-ground.ts';
import type { StepKind } from './foot-moves.ts';
import { gapBetween, type EndSpeed } from './gap.ts';
import type { MotionTable } from './learned/motion-table.ts';
import { fillOverGround, kindsOnGround, type GapOnGround } from './over-ground.ts';

/** How to fill a gap. */
export interface ProposeOptions {
  /** How far the motion leaves the straight way: 0 to 2. Default 1. */
  readonly strength?: number;
  /** How feet that stand at both keys change their places. Default: the first of {@link inbetweenKinds}. */
  readonly kind?: StepKind;
  /** How the body leaves the first key and comes to the second. Default: as it does on the other side of them. */
  readonly leaving?: EndSpeed;
  readonly arriving?: EndSpeed;
  /** What gets keys: joints, −1 for the root's translation. Default: the whole body. */
  readonly joints?: readonly number[];
  /** What feet stand on and go over, in the clip's space. Default: a level floor. */
  readonly ground?: Ground;
  /** What was learned of captured motion. Default: nothing, and the speeds at both keys alone lead the body. */
  readonly learned?: MotionTable;
}

const PROPOSE_FIELDS: FieldsOf<ProposeOptions> = {
  strength: true,
  kind: true,
  leaving: true,
  arriving: true,
  joints: true,
  ground: true,
  learned: true,
};

/** Most that a proposal leaves the straight way by. */
export const MOST_STRENGTH = 2;

/** A clip with a gap filled. */
export interface ProposedInbetween {
  readonly clip: Clip;
  /** Keyed frames between the two ends. */
  readonly keys: number;
  /** Metres that a joint is off the motion that was found, at most. */
  readonly distance: number;
}

/**
 * How the feet could change their places in a gap, the most natural first; none where they need not, or do not stand at both ends. Frames are numbers of the
 * clip's; `ground` is what feet stand on, null for a level floor.
 */
export function inbetweenKinds(
  rig: Rig,
  clip: Clip,
  from: number,
  to: number,
  ground: Ground | null = null,
): readonly StepKind[] {
  checkGap(rig, clip, from, to);
  if (ground !== null) checkGround(ground);
  return kindsOnGround(rig, gapBetween(rig.skeleton, clip, from, to, { leaving: 'asBeside', arriving: 'asBeside' }), ground);
}

/**
 * The clip with what lies between two of its frames done as a body does it: it leaves the one and comes to the other as fast as it goes beside them; feet that stand stay,
 * feet that change their places step, and joints keep their limits. What was keyed between goes; few keys and the ways between them come, and contacts for
 * feet that stand; on ground that is not level as many keys as their soles need. Both frames are met exactly, and what is outside stays. Throws a `RangeError` of one sentence unless `to` is at least two frames behind `from`.
 */
export function proposeInbetween(
  rig: Rig,
  clip: Clip,
  from: number,
  to: number,
  options: ProposeOptions = {},
): ProposedInbetween {
  checkGap(rig, clip, from, to);
  checkFieldsOf(options, PROPOSE_FIELDS, 'the options');
  const { strength = 1, leaving = 'asBeside', arriving = 'asBeside', joints = tracksOfBody(rig.skeleton) } = options;
  if (!isNumberFrom(strength, 0, MOST_STRENGTH))
    throw new RangeError(`the strength of an in-between must be a number from 0 to ${MOST_STRENGTH}, got ${spellOut(strength)}`);
  checkTracks(joints, 'the joints');
  const { ground = null, kind = null, learned = [] } = options;
  if (ground !== null) checkGround(ground);
  const gap = gapBetween(rig.skeleton, clip, from, to, { leaving, arriving });
  const filled = fillOverGround(rig, gap, ground, { kind, strength, learned });
  const { clip: keyed, distance: off } = fewKeys(rig, clip.fps, filled.poses, filled.uneven);
  const [start, end] = [from / clip.fps, to / clip.fps];
  const moving = new Map(keyed.tracks.map((track) => [track.joint, track]));
  const wanted = joints.filter((joint) => moving.has(joint) || clip.tracks.some((track) => track.joint === joint));
  const atFirst = setKey(rig.skeleton, keepingOutside(clip, start, end), start, gap.first, wanted);
  const atBoth = setKey(rig.skeleton, atFirst, end, gap.last, wanted);
  const tracks = atBoth.tracks.map((track) =>
    wanted.includes(track.joint) ? filledTrack(track, moving.get(track.joint), start, end) : track,
  );
  const contacts = keptContacts(rig, keyed, filled).map((span) => ({
    ...span,
    from: start + span.from,
    to: start + span.to,
  }));
  const isWhole = joints.includes(ROOT_TRACK);
  const withKeys = withTracks(atBoth, tracks);
  const inner = new Set(keyed.tracks.flatMap(({ times }) => times.map((time) => Math.round(time * clip.fps))));
  return {
    clip: isWhole ? withContacts(withKeys, [...(clip.contacts ?? []), ...contacts]) : withKeys,
    keys: inner.size - 2,
    distance: off,
  };
}

/** Metres by which contacts may move the feet of a key: less is how they stand on the floor. */
const KEPT = 2e-3;
/** The same where they hold them in a key, which is met as exactly as one sees. */
const EXACT = 3e-4;
/** Radians by which they may bend its joints there: a straight knee bends by two degrees as it comes down by as little. */
const TURNED = 0.05;
/** Metres over ground by which they may move a foot that they do not hold, and bring a sole into the ground. */
const LIFTED = 4e-3;
const SUNK = 8e-4;
/**
 * The contacts of those feet that leave and reach a gap as they are keyed while these are held. A foot that stands a little elsewhere at its two keys is held only so far from them that holding it moves neither; one that is keyed
 * under the floor would be lifted there, and is not held. Over ground that is not level no sole may come into it, and what is held must stay, on every frame.
 */
function keptContacts(rig: Rig, keyed: Clip, { contacts, uneven }: GapOnGround): readonly StandingSpan[] {
  if (contacts.length === 0) return contacts;
  const near = keptOf(rig, keyed, contacts, uneven, KEPT);
  if (uneven) return near;
  const onKeys = keptOf(rig, keyed, near, null, EXACT);
  const release = releaseFrames(keyed.fps) / keyed.fps;
  const [from, to] = [release, keyed.duration - release];
  const between = near.flatMap((span): readonly StandingSpan[] => {
    if (onKeys.includes(span)) return [span];
    const inside = { ...span, from: Math.max(from, span.from), to: Math.min(to, span.to) };
    return inside.to - inside.from >= SHORTEST_CONTACT - KEY_TIME_TOLERANCE ? [inside] : [];
  });
  return keptOf(rig, keyed, between, null, EXACT);
}

/** Those of the contacts whose feet they move by no more than `most` metres at both keys and, over ground, on every frame. */
function keptOf(
  rig: Rig,
  keyed: Clip,
  contacts: readonly StandingSpan[],
  uneven: Ground | null,
  most: number,
): readonly StandingSpan[] {
  if (contacts.length === 0) return contacts;
  const shown = holdContacts(rig, withContacts(keyed, contacts));
  const count = Math.round(keyed.duration * keyed.fps);
  const times = uneven ? Array.from({ length: count + 1 }, (_, frame) => frame / keyed.fps) : [0, keyed.duration];
  const [before, after] = [keyed, shown].map((clip) =>
    times.map((time) => forwardKinematics(rig.skeleton, sampleClip(rig.skeleton, clip, time))),
  ) as [WorldTransforms[], WorldTransforms[]];
  const isMoved = ({ joint, offset }: ContactPoint, i: number, by = most): boolean =>
    distance(pointOf(before[i]!, joint, offset), pointOf(after[i]!, joint, offset)) > by;
  const ends = [0, times.length - 1];
  const moved = new Set(contactPoints(rig).flatMap((point) => (ends.some((i) => isMoved(point, i)) ? [point.part] : [])));
  if (uneven) {
    for (const point of contactPoints(rig)) if (times.some((_, i) => isMoved(point, i, LIFTED))) moved.add(point.part);
    for (const { part, from, to } of contacts) {
      const point = contactPoints(rig).find((each) => each.part === part)!;
      if (times.some((time, i) => time >= from && time <= to && isMoved(point, i))) moved.add(part);
    }
    for (const foot of footPoints(rig))
      if (before.some((world, i) => depthOf(rig, foot, after[i]!, uneven) > depthOf(rig, foot, world, uneven) + SUNK))
        moved.add(`${foot.side}Heel`);
  }
  const [own, held] = [keyed, shown].map((clip) => [0, keyed.duration].map((time) => sampleClip(rig.skeleton, clip, time))) as [
    Pose[],
    Pose[],
  ];
  for (const { limb, side, toes } of uneven ? [] : footPoints(rig)) {
    const joints = toes < 0 ? limb.joints : [...limb.joints, toes];
    const isTurned = (joint: number) =>
      own.some((pose, i) => angleBetween(rotationOf(pose, joint), rotationOf(held[i]!, joint)) > TURNED);
    if (most === EXACT && joints.some(isTurned)) moved.add(`${side}Heel`);
  }
  const sides = SIDES.filter((side) => ![...moved].some((part) => part.startsWith(side)));
  const kept = contacts.filter(({ part }) => sides.some((side) => part.startsWith(side)));
  if (!uneven || moved.size === 0) return kept;
  // What is held of one foot says where the floor of both is: without the other's they may go elsewhere.
  return kept.length < contacts.length ? keptOf(rig, keyed, kept, uneven, most) : [];
}

function checkGap(rig: Rig, clip: Clip, from: number, to: number): void {
  checkRig(rig);
  checkClip(clip, 'the clip');
  const last = Math.round(clip.duration * clip.fps);
  if (Number.isInteger(from) && Number.isInteger(to) && from >= 0 && to - from >= 2 && to <= last) return;
  throw new RangeError(
    `an in-between goes from a frame 0 to ${last}, to one at least 2 later, got ${spellOut(from)} to ${spellOut(to)}`,
  );
}

/** The clip with tangents where smooth ways come to the gap or lead out of it: other keys beside them will not bend these. */
function keepingOutside(clip: Clip, start: number, end: number): Clip {
  const beside = clip.tracks.flatMap((track): ChosenKey[] =>
    [
      track.times.findLastIndex((time) => time < start && !isSameTime(time, start)),
      track.times.findLastIndex((time) => time <= end || isSameTime(time, end)),
    ]
      .filter((key) => key >= 0 && interpolationAfter(track, key) === 'cubic')
      .map((key) => ({ joint: track.joint, time: track.times[key]! })),
  );
  return beside.length === 0 ? clip : alongTangents(clip, beside);
}

/** The track with the keys of the gap between its two ends; one that does not move there goes straight. */
function filledTrack(track: Track, gap: Track | undefined, start: number, end: number): Track {
  const isInside = (time: number) => time > start && time < end && !isSameTime(time, start) && !isSameTime(time, end);
  const inner = gap ? keysOf(gap).map((key) => ({ ...key, time: start + key.time })) : [];
  const first = inner.find(({ time }) => isSameTime(time, start));
  const keys = keysOf(track).filter(({ time }) => !isInside(time));
  const begun = keys.map((key) =>
    isSameTime(key.time, start) ? { ...key, interpolation: first?.interpolation ?? ('linear' as const) } : key,
  );
  return trackOf(track, [
    ...begun,
    ...inner
      .filter(({ time }) => isInside(time))
      .map((key) => ({ ...key, interpolation: key.interpolation ?? ('linear' as const) })),
  ]);
}
