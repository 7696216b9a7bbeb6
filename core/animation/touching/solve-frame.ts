import type { BodyContact } from '../../humanoid/bodies/body-contact.ts';
import { handlesOf, type HandleName, type Pins, type PinSettings } from '../../humanoid/body/handles.ts';
import { composeFrames, type Frame } from '../../math/frame.ts';
import { IDENTITY } from '../../math/quat.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { ThingAt, TouchingActor, TouchingContact } from './touching-actor.ts';
import { hangsFrom } from '../../skeleton/hierarchy.ts';
import type { PosedActor } from '../../humanoid/body/actor.ts';
import { createContactSolver } from '../../humanoid/bodies/contact-solver.ts';
import { perRig } from '../../humanoid/body/per-rig.ts';

/** A frame in which some contacts hold. */
export interface TouchingFrame {
  /** Seconds. */
  readonly time: number;
  readonly contacts: readonly TouchingContact[];
  /** Hands that stand in the world then, of each actor. */
  readonly standing: readonly (readonly HandleName[])[];
}

/**
 * The poses of all actors in a frame in which contacts hold, from `poses`. Whoever does not give way keeps its pose; feet stay where they are, and so do hands that
 * stand in the world, what is pinned, and what carries a thing that the same body holds.
 */
export function solveFrame(
  actors: readonly TouchingActor[],
  thingAt: ThingAt,
  { time, contacts, standing }: TouchingFrame,
  poses: readonly Pose[],
): readonly Pose[] {
  const found = contacts.flatMap((contact) => bodyContact(actors, contact, time, thingAt) ?? []);
  if (found.length === 0) return poses;
  const taking = actors.flatMap((_, a) =>
    found.some(({ from, on }) => from.actor === a || ('actor' in on && on.actor === a)) ? [a] : [],
  );
  const number = (actor: number): number => taking.indexOf(actor);
  const solved = solverThatKeeps(actors[taking[0]!]!.rig)(
    time,
    taking.map((a) => {
      const { rig, place, pins } = actors[a]!;
      return { rig, place, pose: poses[a]!, pins: { ...pins, ...staying(actors[a]!, a, found, standing[a]!) } };
    }),
    found.map(({ from, on, ...rest }) => ({
      ...rest,
      from: { ...from, actor: number(from.actor) },
      on: 'actor' in on ? { ...on, actor: number(on.actor) } : on,
    })),
  );
  return poses.map((pose, a) => solved[number(a)] ?? pose);
}

const STAYS: PinSettings = { translation: true, rotation: true, weight: 1 };

function staying({ rig }: TouchingActor, actor: number, contacts: readonly BodyContact[], standing: readonly HandleName[]): Pins {
  const carrying = contacts.flatMap(({ from, on }) =>
    'actor' in on && on.actor === actor && from.actor === actor ? [on.joint] : [],
  );
  const stays = handlesOf(rig).filter(
    ({ name, kind, joint }) =>
      kind === 'position' && (name.endsWith('Foot') || standing.includes(name) || carrying.includes(joint)),
  );
  return Object.fromEntries(stays.map(({ name }) => [name, STAYS]));
}

/** A contact as the solver knows it; null where what is touched is not there, or hangs from what touches it. */
function bodyContact(
  actors: readonly TouchingActor[],
  { actor, part, on }: TouchingContact,
  time: number,
  thingAt: ThingAt,
): BodyContact | null {
  const handle = handlesOf(actors[actor]!.rig).find(({ name }) => name === part);
  const touched = touchedAt(actors, actor, on, time, thingAt);
  if (!handle || !touched) return null;
  const { joint, frame } = touched;
  const from = { actor, handle: part, ...(on.point && { point: on.point }) };
  const rotation = on.turns && frame.rotation;
  if (joint < 0)
    return { from, on: { position: frame.position, rotation: IDENTITY }, gives: 'from', ...(rotation && { rotation }) };
  const isOwn = touched.actor === actor;
  if (isOwn && hangsFrom(actors[actor]!.rig.skeleton.parents, joint, handle.joint)) return null;
  const gives = isOwn ? 'from' : (on.gives ?? 'from');
  return { from, on: { actor: touched.actor, joint, point: frame.position }, gives, ...(rotation && { rotation }) };
}

/** What a contact is on: a joint of an actor, or −1 and the scene, and where in its space. */
interface Touched {
  readonly actor: number;
  readonly joint: number;
  readonly frame: Frame;
}

/** What the contact of an actor is on at a time, seconds; null for what is not there. */
export function touchedAt(
  actors: readonly TouchingActor[],
  own: number,
  on: TouchingContact['on'],
  time: number,
  thingAt: ThingAt,
): Touched | null {
  const { by } = on;
  if (!('prop' in by)) return onJoint(actors, 'actor' in by ? by.actor : actors[own]!.id, by.joint, on);
  const thing = thingAt(by.prop, time);
  if (!thing) return null;
  const frame = composeFrames(thing.frame, on);
  return thing.by ? onJoint(actors, thing.by.actor, thing.by.joint, frame) : { actor: -1, joint: -1, frame };
}

function onJoint(actors: readonly TouchingActor[], id: string, name: string, frame: Frame): Touched | null {
  const actor = actors.findIndex((each) => each.id === id);
  const joint = actor < 0 ? -1 : actors[actor]!.jointOf(name);
  return joint < 0 ? null : { actor, joint, frame };
}

/** Poses in which the contacts hold, from those of the actors, see `createContactSolver`; `time` is that of the frame, seconds. */
type SolveAt = (time: number, actors: readonly PosedActor[], contacts: readonly BodyContact[]) => readonly Pose[];

/** What was solved, and what was found. */
interface Known {
  readonly actors: readonly PosedActor[];
  /** Contacts, places and pins in a text. */
  readonly told: string;
  readonly poses: readonly Pose[];
}

/** Solutions that are kept of each frame: one with a fading contact is solved up to three times. */
const MOST_OF_A_FRAME = 4;
/** Frames of which solutions are kept: three minutes at 24 frames a second. */
const MOST_FRAMES = 4320;

/**
 * A contact solver that keeps what it has found, one for each character that is first among the actors: an edit asks for the whole clip again, and changes few
 * of its frames.
 */
export const solverThatKeeps = perRig((): SolveAt => {
  const solver = createContactSolver();
  const frames = new Map<number, Known[]>();
  return (time, actors, contacts) => {
    const told = JSON.stringify([contacts, actors.map(({ place, pins }) => [place, pins])]);
    const known = frames.get(time) ?? [];
    const last = known.find((each) => each.told === told && areSame(each.actors, actors));
    // The very pose that was given where a body does not move.
    if (last) return actors.map(({ pose }, a) => (last.poses[a] === last.actors[a]!.pose ? pose : last.poses[a]!));
    const { poses } = solver.solve(actors, contacts);
    if (frames.size >= MOST_FRAMES) frames.clear();
    frames.set(time, [{ actors, told, poses }, ...known.slice(0, MOST_OF_A_FRAME - 1)]);
    return poses;
  };
});

function areSame(a: readonly PosedActor[], b: readonly PosedActor[]): boolean {
  return a.length === b.length && a.every(({ rig, pose }, i) => rig === b[i]!.rig && isSamePose(pose, b[i]!.pose));
}

function isSamePose(a: Pose, b: Pose): boolean {
  if (a === b) return true;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return a.length === b.length;
}
