import type { Clip, TouchingSpan } from '../animation/clip.ts';
import { createFrameWorlds, fillFrameWorlds } from '../animation/frame-worlds.ts';
import { frameTimes, posesAt } from '../animation/joint-paths.ts';
import { trimClip } from '../animation/recut.ts';
import { findTouches, type MovingBody } from '../animation/touching/find-touches.ts';
import { holdTouching } from '../animation/touching/hold-touching.ts';
import { missedContacts, type MissedContact } from '../animation/touching/missed-contacts.ts';
import type { GiveWay } from '../humanoid/bodies/body-contact.ts';
import { handlesOf, type HandleName } from '../humanoid/body/handles.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { fromPlace, ORIGIN, shortTurn, type Place } from '../math/place.ts';
import { fromAxisAngle, rotate } from '../math/quat.ts';
import { add, meanOf, scale, subtract, UNIT_Y, type Vec3, ZERO } from '../math/vec3.ts';
import { pointOf, worldPosition } from '../skeleton/forward-kinematics.ts';
import { contactOfTouch, headingOf } from './contact-of-touch.ts';
import { placeActor } from './edits/actors.ts';
import { addClip } from './edits/clips.ts';
import { overlapsWith } from './lint-scene.ts';
import type { TouchingActor } from '../animation/touching/touching-actor.ts';
import { playedClip } from '../animation/played-clip.ts';
import { sampleClip } from '../animation/sampling.ts';
import { jointKeys } from './joint-keys.ts';
import { motionOfClip } from './motion-of-clip.ts';
import type { Project } from './project.ts';
import { clipToData } from './serialize-parts.ts';

/** One of several people who were captured together, before and after their motion was brought onto an actor. */
export interface CapturedPerson {
  /** In the space that all of them were captured in. */
  readonly source: { readonly rig: Rig; readonly clip: Clip };
  /** The actor that it was brought onto, alone. */
  readonly actor: { readonly id: string; readonly rig: Rig; readonly clip: Clip };
}

/** People of one capture begin together: where a calibration pose of one was left out of both clips, all leave that frame. */
export function begunTogether(
  people: readonly (CapturedPerson & { readonly leavesFirst: boolean })[],
): readonly CapturedPerson[] {
  if (!people.some(({ leavesFirst }) => leavesFirst)) return people;
  return people.map((person) => {
    if (person.leavesFirst) return person;
    const { source, actor } = person;
    const frame = 1 / source.clip.fps;
    const later = (clip: Clip) => trimClip(clip, frame, clip.duration);
    return { source: { ...source, clip: later(source.clip) }, actor: { ...actor, clip: later(actor.clip) } };
  });
}

/** Who gives way at a contact, as it was chosen: that of this hand, from this frame on. */
export interface ChosenGiveWay {
  /** Number of the person whose hand it is. */
  readonly actor: number;
  readonly part: HandleName;
  readonly first: number;
  readonly gives: GiveWay;
}

/** What one of them does in the scene, seen from the first. */
export interface PersonInScene {
  readonly place: Place;
  /** With what its hands touch of others as contacts, and as long as that of all others. */
  readonly clip: Clip;
}

/**
 * The motions of people who were captured together in one scene. The first stands at the origin, all others where their hands and what those touch meet; where nobody touches anybody as far
 * from each other as they were, by their sizes. Contacts are found in the capture and kept on the same parts of the other bodies: hands on hands by both, others by whose hand it is, unless `chosen` says who gives way.
 */
export function bringTogether(
  people: readonly CapturedPerson[],
  chosen: readonly ChosenGiveWay[] = [],
): readonly PersonInScene[] {
  const { fps } = people[0]!.actor.clip;
  const duration = Math.max(...people.map(({ actor }) => actor.clip.duration));
  const times = frameTimes({ ...people[0]!.actor.clip, duration });
  const moving = (rig: Rig, clip: Clip): MovingBody => {
    const poses = posesAt(rig.skeleton, clip, times);
    return { rig, worlds: fillFrameWorlds(rig.skeleton, poses, createFrameWorlds(rig.skeleton, poses.length)) };
  };
  const sources = people.map(({ source: { rig, clip } }) => moving(rig, clip));
  const actors = people.map(({ actor: { rig, clip } }) => moving(rig, clip));
  const to = people.map(({ actor: { id, rig } }) => ({ id, rig, keys: jointKeys(rig.skeleton) }));
  const from = people.map(({ source: { rig } }) => rig);
  const touches = findTouches(sources, fps).flatMap((touch) => {
    const contact = contactOfTouch(touch, from, to, fps);
    if (!contact) return [];
    const { gives } =
      chosen.find((each) => each.actor === touch.person && each.part === contact.part && each.first === touch.first) ??
      contact.on;
    return [{ ...touch, contact: { ...contact, on: { ...contact.on, ...(gives && { gives }) } } }];
  });
  const places: Place[] = [];
  for (const person of people.keys()) {
    const turn = shortTurn(turnOfPerson(people[person]!) - turnOfPerson(people[0]!));
    const stood: Place = { at: ZERO, turn };
    if (person === 0) {
      places.push(stood);
      continue;
    }
    const ways = touches.flatMap(({ person: whose, other, first, last, contact }) => {
      const beside = whose === person ? other : other === person ? whose : -1;
      if (beside < 0 || beside >= person) return [];
      return Array.from({ length: last - first + 1 }, (_, i) => {
        const own = handAt(actors[whose]!, contact, first + i);
        const touched = touchedPoint(actors[other]!, to[other]!.keys, contact, first + i);
        const [mine, theirs] = whose === person ? [own, touched] : [touched, own];
        return subtract(fromPlace(places[beside]!, theirs), fromPlace(stood, mine));
      });
    });
    const [x, , z] = ways.length > 0 ? meanOf(ways) : apartAsCaptured(people, sources, actors, person, turn);
    places.push({ at: [x, 0, z], turn });
  }
  return people.map(({ actor: { clip } }, person) => {
    const contacts = touches.flatMap(({ person: whose, contact }) => (whose === person ? [contact] : []));
    const all = [...(clip.contacts ?? []), ...contacts];
    return { place: places[person]!, clip: { ...clip, duration, ...(all.length > 0 && { contacts: all }) } };
  });
}

/** By how much what an actor does in its own space is turned against the capture, with the other sign, radians about the vertical. */
function turnOfPerson({ source, actor }: CapturedPerson): number {
  return headingOf(source.rig) - headingOf(actor.rig);
}

/** From the origin to where somebody stands who is as far from the first as in the capture, by the mean of their sizes. */
function apartAsCaptured(
  people: readonly CapturedPerson[],
  sources: readonly MovingBody[],
  actors: readonly MovingBody[],
  person: number,
  turn: number,
): Vec3 {
  const ratioOf = ({ source, actor }: CapturedPerson): number => actor.rig.report.hipHeight / source.rig.report.hipHeight;
  const size = (ratioOf(people[0]!) + ratioOf(people[person]!)) / 2;
  const rootIn = (body: MovingBody, frame: number): Vec3 => worldPosition(body.worlds[frame]!, body.rig.skeleton.root);
  const intoScene = fromAxisAngle(UNIT_Y, -turnOfPerson(people[0]!));
  const stood: Place = { at: ZERO, turn };
  return meanOf(
    sources[0]!.worlds.map((_, frame) => {
      const way = scale(subtract(rootIn(sources[person]!, frame), rootIn(sources[0]!, frame)), size);
      const there = add(rootIn(actors[0]!, frame), rotate(intoScene, way));
      return subtract(there, fromPlace(stood, rootIn(actors[person]!, frame)));
    }),
  );
}

function handAt({ rig, worlds }: MovingBody, { part, on }: TouchingSpan, frame: number): Vec3 {
  const { joint, offset } = handlesOf(rig).find(({ name }) => name === part)!;
  return pointOf(worlds[frame]!, joint, on.point ?? offset);
}

function touchedPoint({ worlds }: MovingBody, keys: readonly string[], { on }: TouchingSpan, frame: number): Vec3 {
  return pointOf(worlds[frame]!, keys.indexOf('joint' in on.by ? on.by.joint : ''), on.position);
}

/** The same people in a project, whose actors they all are, as its new clip. The first stays where it stands, all others come to where it is met. */
export function withPeople(
  project: Project,
  people: readonly (PersonInScene & { readonly id: string; readonly rig: Rig })[],
  { id, name }: Pick<Clip, 'id' | 'name'>,
): Project {
  const { fps, duration, loop } = people[0]!.clip;
  const own = people.find((person) => person.id === project.workedOn);
  const begun = addClip(project, { ...(own?.clip ?? { fps, duration, loop, tracks: [] }), id, name });
  const placeOf = (actor: string): Place =>
    actor === project.workedOn ? project.place : project.actors.find((each) => each.id === actor)!.place;
  const first = placeOf(people[0]!.id);
  return people.reduce((next, person, i) => {
    const { at, turn } = person.place;
    const placed = i === 0 ? next : placeActor(next, person.id, { at: fromPlace(first, at), turn: shortTurn(first.turn + turn) });
    const keys = jointKeys(person.rig.skeleton);
    const motionOf = () => motionOfClip(clipToData(person.rig.skeleton, person.clip, keys));
    const actors = placed.actors.map((actor) =>
      actor.id === person.id ? { ...actor, motions: { ...actor.motions, [id]: motionOf() } } : actor,
    );
    return { ...placed, actors };
  }, begun);
}

/** How well people who were captured together came into a scene. */
export interface TogetherReport {
  /** What touches, and how far it is from holding. */
  readonly contacts: readonly MissedContact[];
  /** Metres by which two of them are in each other at most, and in the capture. */
  readonly deepest: number;
  readonly captured: number;
}

/** The report of {@link bringTogether}: of clips as they are played. */
export function reportTogether(people: readonly CapturedPerson[], placed: readonly PersonInScene[]): TogetherReport {
  const actors = people.map(({ actor: { id, rig } }, i): TouchingActor => {
    const keys = jointKeys(rig.skeleton);
    const { clip, place } = placed[i]!;
    return { id, rig, place, pins: {}, jointOf: (name) => keys.indexOf(name), clip: playedClip(rig, clip, {}) };
  });
  const nowhere = () => null;
  const clips = holdTouching(actors, nowhere);
  return {
    contacts: missedContacts(actors, clips, nowhere),
    deepest: deepestBetween(actors.map(({ rig, place }, i) => ({ rig, place, clip: clips[i]! }))),
    captured: deepestBetween(people.map(({ source }) => ({ ...source, place: ORIGIN }))),
  };
}

/** Metres by which any two of these bodies are in each other at most, in any frame, by the capsules that stop pulls. */
function deepestBetween(bodies: readonly { readonly rig: Rig; readonly clip: Clip; readonly place: Place }[]): number {
  const actors = bodies.map(({ rig, clip, place }, i): TouchingActor => {
    return { id: String(i), rig, clip, place, pins: {}, jointOf: () => -1 };
  });
  const times = frameTimes(bodies[0]!.clip);
  const poseOf = (id: string, time: number) => sampleClip(actors[Number(id)]!.rig.skeleton, actors[Number(id)]!.clip, time);
  let deepest = 0;
  for (let first = 0; first < actors.length; first++) {
    const rest = actors.slice(first);
    for (let other = 1; other < rest.length; other++) {
      const overlaps = overlapsWith({ actors: rest }, other, poseOf, 0);
      for (const time of times) deepest = Math.max(deepest, overlaps(time)[0]?.depth ?? 0);
    }
  }
  return deepest;
}
