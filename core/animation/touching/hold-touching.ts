import type { HandleName } from '../../humanoid/body/handles.ts';
import { angleBetween } from '../../math/quat.ts';
import { smooth } from '../../math/soft-stretch.ts';
import { distance } from '../../math/vec3.ts';
import { rootTranslationOf, rotationOf, type Pose } from '../../skeleton/pose.ts';
import { ROOT_TRACK, tracksOfBody, type Clip } from '../clip.ts';
import { standingSpans, touchingSpans } from '../holding/contact-spans.ts';
import { stayHeld, type HeldHandle } from '../holding/stay-held.ts';
import { sizeOf } from '../../humanoid/body/rig.ts';
import { frameTimes, posesAt } from '../joint-paths.ts';
import { sampleClip } from '../sampling.ts';
import { withSolvedKeys } from '../solved-keys.ts';
import { missedAt } from './missed-contacts.ts';
import { poseChange, withChange, type PoseChange } from './pose-change.ts';
import { solveFrame } from './solve-frame.ts';
import { contactsIn, touchingContacts, type ThingAt, type TouchingActor, type TouchingContact } from './touching-actor.ts';
import { stretches } from '../contacts.ts';

/** The poses of all actors in one frame. */
type Poses = readonly Pose[];

/**
 * The clips of all actors of a scene with what touches held: bodies that give way are solved in every frame of a contact, all contacts of a frame together. What that
 * changes comes in before a contact and goes out after it, while all others stay held, and feet are where they were. An actor who gives way to nobody keeps its very clip.
 */
export function holdTouching(actors: readonly TouchingActor[], thingAt: ThingAt): readonly Clip[] {
  const times = actors.length === 0 ? [] : frameTimes(actors[0]!.clip);
  const contacts = touchingContacts(actors, times.length - 1);
  if (contacts.length === 0) return actors.map(({ clip }) => clip);
  const poses = actors.map(({ rig, clip }) => posesAt(rig.skeleton, clip, times));
  const own = times.map((_, frame): Poses => poses.map((each) => each[frame]!));
  const solve = (frame: number, from: Poses, held: readonly TouchingContact[]): Poses =>
    held.length === 0
      ? from
      : solveFrame(actors, thingAt, { time: times[frame]!, contacts: held, standing: standingIn(actors, frame) }, from);
  const held = comeIn(actors, contacts, goOut(actors, contacts, own, solve), solve);
  const keyedWith = (between: readonly Between[]): readonly Clip[] =>
    actors.map((actor, a) =>
      keyed(
        actor,
        times,
        poses[a]!,
        held.map((each) => each[a]!),
        between.flatMap(({ time, from, poses: found }) => (found[a] === from[a] ? [] : [[time, found[a]!] as const])),
      ),
    );
  const clips = keyedWith([]);
  const between = betweenFrames(actors, thingAt, clips, times, contacts);
  return between.length === 0 ? clips : keyedWith(between);
}

/** Poses of all actors at a time between two frames, seconds, and what they were solved from. */
interface Between {
  readonly time: number;
  readonly from: Poses;
  readonly poses: Poses;
}

/** Metres, for a figure 1.75 m tall, by which what touches may be off half-way between two frames. */
const OFF_BETWEEN = 5e-4;

/**
 * Half-way between two frames of a contact, where straight ways from the one to the other miss it: an arm that is stretched bends at first by the root of
 * what its end is nearer, which no straight way follows.
 */
function betweenFrames(
  actors: readonly TouchingActor[],
  thingAt: ThingAt,
  clips: readonly Clip[],
  times: readonly number[],
  contacts: readonly TouchingContact[],
): readonly Between[] {
  return times.slice(1).flatMap((next, frame): readonly Between[] => {
    const after = contactsIn(contacts, frame + 1);
    const held = contactsIn(contacts, frame).filter((each) => after.includes(each));
    const time = (times[frame]! + next) / 2;
    const missed = missedAt(actors, clips, thingAt, time, held, frame);
    if (!missed.some(({ contact, distance: off }) => off > OFF_BETWEEN * sizeOf(actors[contact.actor]!.rig))) return [];
    const from = actors.map(({ rig }, a) => sampleClip(rig.skeleton, clips[a]!, time));
    return [
      { time, from, poses: solveFrame(actors, thingAt, { time, contacts: held, standing: standingIn(actors, frame) }, from) },
    ];
  });
}

type Solve = (frame: number, from: Poses, held: readonly TouchingContact[]) => Poses;

/** A change of all actors that fades from frame to frame. */
interface Fading {
  readonly changes: readonly PoseChange[];
  readonly frames: number;
  readonly age: number;
}

/** What was found of a frame, and what it was solved from. */
interface Gone {
  readonly from: Poses;
  readonly poses: Poses;
}

/** Frame by frame: what an ended contact has changed goes out over some frames, from which those that still hold are solved. */
function goOut(
  actors: readonly TouchingActor[],
  contacts: readonly TouchingContact[],
  own: readonly Poses[],
  solve: Solve,
): readonly Gone[] {
  const found: Gone[] = [];
  let fading: Fading | null = null;
  let before: readonly TouchingContact[] = [];
  for (let frame = 0; frame < own.length; frame++) {
    const now = contactsIn(contacts, frame);
    const frames = Math.max(-1, ...before.filter((each) => !now.includes(each)).map(({ fade }) => fade));
    if (frames >= 0) fading = { changes: changesOf(actors, own[frame - 1]!, found[frame - 1]!.poses), frames, age: 0 };
    fading = older(fading);
    const from = withFading(actors, own[frame]!, fading);
    found.push({ from, poses: solve(frame, from, now) });
    before = now;
  }
  return found;
}

/** The same backwards: what a contact changes that begins comes in before it. */
function comeIn(
  actors: readonly TouchingActor[],
  contacts: readonly TouchingContact[],
  gone: readonly Gone[],
  solve: Solve,
): readonly Poses[] {
  const found = gone.map(({ poses }) => poses);
  let fading: Fading | null = null;
  let after: readonly TouchingContact[] = contactsIn(contacts, gone.length - 1);
  for (let frame = gone.length - 2; frame >= 0; frame--) {
    const now = contactsIn(contacts, frame);
    const frames = Math.max(-1, ...after.filter((each) => !now.includes(each)).map(({ fade }) => fade));
    if (frames >= 0) {
      const without = solve(
        frame + 1,
        gone[frame + 1]!.from,
        after.filter((each) => now.includes(each)),
      );
      fading = { changes: changesOf(actors, without, found[frame + 1]!), frames, age: 0 };
    }
    fading = older(fading);
    if (fading) found[frame] = solve(frame, withFading(actors, gone[frame]!.poses, fading), now);
    after = now;
  }
  return found;
}

function changesOf(actors: readonly TouchingActor[], from: Poses, to: Poses): readonly PoseChange[] {
  return actors.map(({ rig }, a) => poseChange(rig.skeleton, from[a]!, to[a]!));
}

function older(fading: Fading | null): Fading | null {
  return fading && fading.age + 1 < fading.frames ? { ...fading, age: fading.age + 1 } : null;
}

function withFading(actors: readonly TouchingActor[], poses: Poses, fading: Fading | null): Poses {
  if (!fading) return poses;
  const share = 1 - smooth(fading.age / fading.frames);
  return poses.map((pose, a) => withChange(actors[a]!.rig.skeleton, pose, fading.changes[a]!, share));
}

const HANDS = ['leftHand', 'rightHand'] as const;

function standingIn(actors: readonly TouchingActor[], frame: number): readonly (readonly HandleName[])[] {
  return actors.map(({ clip }) =>
    HANDS.filter((hand) =>
      standingSpans(clip).some(
        ({ part, from, to }) => part === hand && Math.round(from * clip.fps) <= frame && frame <= Math.round(to * clip.fps),
      ),
    ),
  );
}

/** Metres and radians below which a joint is where it was. */
const SAME = 1e-9;

/** The clip with the poses as keys where they are others than its own, and with a frame of its own on either side; and with those `between` frames. */
function keyed(
  actor: TouchingActor,
  times: readonly number[],
  own: readonly Pose[],
  held: readonly Pose[],
  between: readonly (readonly [time: number, pose: Pose])[],
): Clip {
  const { rig, clip } = actor;
  const isOther = times.map((_, frame) => own[frame] !== held[frame]);
  if (!isOther.includes(true)) return clip;
  const frames = times.flatMap((_, frame) => (isOther[frame - 1] || isOther[frame] || isOther[frame + 1] ? [frame] : []));
  const solved = new Map<number, Map<number, readonly number[]>>();
  for (const track of tracksOfBody(rig.skeleton)) {
    const valueOf = (pose: Pose) => (track === ROOT_TRACK ? rootTranslationOf(pose) : rotationOf(pose, track));
    const isMoved = frames.some((frame) =>
      track === ROOT_TRACK
        ? distance(rootTranslationOf(own[frame]!), rootTranslationOf(held[frame]!)) > SAME
        : angleBetween(rotationOf(own[frame]!, track), rotationOf(held[frame]!, track)) > SAME,
    );
    if (!isMoved) continue;
    const values = between.map(([time, pose]) => [time, valueOf(pose)] as const);
    solved.set(track, new Map([...frames.map((frame) => [times[frame]!, valueOf(held[frame]!)] as const), ...values]));
  }
  const touched = withSolvedKeys(rig, clip, solved);
  return stayHeld(rig, touched, withoutTouching(clip), stayingFeet(clip, isOther));
}

/** Feet that touch nothing, while the body is another: what comes in and goes out is no solution and would move them. */
function stayingFeet({ fps, contacts = [] }: Clip, isOther: readonly boolean[]): readonly HeldHandle[] {
  const bent = stretches(isOther.length, (frame) => isOther[frame]!);
  const feet = (['leftFoot', 'rightFoot'] as const).filter((foot) => !contacts.some(({ part, on }) => on && part === foot));
  return feet.flatMap((handle) => bent.map(([first, last]) => ({ handle, from: first / fps, to: last / fps })));
}

/** What stands in the world stays there, but not a hand that touches something. */
function withoutTouching(clip: Clip): Clip {
  const touching = new Set<string>(touchingSpans(clip).map(({ part }) => part));
  return { ...clip, contacts: standingSpans(clip).filter(({ part }) => !touching.has(part)) };
}
