import type { Clip } from '../animation/clip.ts';
import { touchingSpans } from '../animation/holding/contact-spans.ts';
import { setKey } from '../animation/keys.ts';
import { playedClip } from '../animation/played-clip.ts';
import { sampleClip } from '../animation/sampling.ts';
import { springClip } from '../animation/spring-clip.ts';
import { holdTouching } from '../animation/touching/hold-touching.ts';
import { missedContacts, missedInFrames, type MissedContact } from '../animation/touching/missed-contacts.ts';
import type { ThingAt, TouchingActor } from '../animation/touching/touching-actor.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import type { Place } from '../math/place.ts';
import { frameSeenFrom } from '../math/frame.ts';
import type { Pose } from '../skeleton/pose.ts';
import { forwardKinematics } from '../skeleton/forward-kinematics.ts';
import { activeClip } from './edits/clips.ts';
import { jointKeys } from './joint-keys.ts';
import type { ActorData } from './project-data.ts';
import type { Project, RigSettings } from './project.ts';
import { motionOfProp, propFrames, type StandingActor } from './prop-frames.ts';
import { actorsOf, othersOf, viewOfActor } from './work-on-actor.ts';
import { motionInClip } from './motion-in-clip.ts';
import { lastOf } from '../math/last-of.ts';

/** The rig of an actor that is not worked on; null where its character's file is not there. */
export type RigOfActor = (actor: ActorData) => Rig | null;

/** The clip on the timeline as the actor that is worked on is shown and exported in it: with all that it holds and touches. `rig` is its rig. */
export function playedActiveClip(project: Project, rig: Rig, rigOf: RigOfActor): Clip {
  return playedClipOf(project, rig, rigOf, project.workedOn)!;
}

/** The same of any actor of the scene; null for one that is not there. The same scene gives the same object. */
export function playedClipOf(project: Project, rig: Rig, rigOf: RigOfActor, id: string): Clip | null {
  if (touches(project)) {
    const { actors, clips } = playedTogether(project, rig, rigOf);
    const a = actors.findIndex((actor) => actor.id === id);
    // Who is solved with what it shows gives way to nobody.
    return a < 0 ? null : actors[a]!.clip === actors[a]!.plain ? clips[a]! : actors[a]!.plain;
  }
  const actor = sceneActor(project, rig, rigOf, id);
  return actor && playedClip(actor.rig, activeClip(actor.view), actor.view.pins);
}

/** A scene as an actor sees it that is not worked on, and its rig; null for one that is not there. The same scene gives the same object. */
export function sceneActor(
  project: Project,
  rig: Rig,
  rigOf: RigOfActor,
  id: string,
): { readonly view: Project; readonly rig: Rig } | null {
  if (id === project.workedOn) return { view: project, rig };
  const actor = project.actors.find((each) => each.id === id);
  const own = actor && rigOf(actor);
  if (!own) return null;
  return views(actor, [activeClip(project), own], () => ({ rig: own, view: viewOfActor(project, actor, own) }));
}

const views = lastOf<ActorData, { readonly rig: Rig; readonly view: Project }>();

/** What an actor of a scene does in some clips, and where. */
export interface PlayedActor {
  /** In its project: props hang from actors by these. */
  readonly id: string;
  readonly name: string;
  readonly place: Place;
  readonly characterHash: string;
  readonly rig: RigSettings;
  /** One for each that was asked for. */
  readonly clips: readonly Clip[];
}

/**
 * What all actors do in these clips, by the clips’ ids, as it is played: for one file of all. An actor whose file is not there is left out. `swings`: with
 * spring bones in the keys.
 */
export function playedActors(
  project: Project,
  rig: Rig,
  rigOf: RigOfActor,
  { clips, swings }: { readonly clips: readonly string[]; readonly swings: boolean },
): readonly PlayedActor[] {
  return actorsOf(project).flatMap(({ id, name }) => {
    const actor = sceneActor(project, rig, rigOf, id);
    if (!actor) return [];
    const { place, character, rig: settings } = actor.view;
    const played = clips.map((clip) => playedClipOf({ ...project, activeClip: clip }, rig, rigOf, id)!);
    const motions = swings && actor.rig.springs ? played.map((clip) => springClip(actor.rig, clip)) : played;
    return { id, name, place, characterHash: character.hash, rig: settings, clips: motions };
  });
}

/** A contact of an actor with something that may move, and how far it is from holding as the clip on the timeline is played. */
export interface SceneContact extends MissedContact {
  /** Whose it is. */
  readonly actor: string;
}

/** All contacts of a scene's actors with something that may move, in the clip on the timeline; not those that are muted or on what is not there. */
export function sceneContacts(project: Project, rig: Rig, rigOf: RigOfActor): readonly SceneContact[] {
  if (!touches(project)) return [];
  const { actors, clips } = playedTogether(project, rig, rigOf);
  const missed = missedContacts(actors, clips, thingsIn(project, actors, clips));
  return missed.map((each) => ({ ...each, actor: actors[each.contact.actor]!.id }));
}

/** All actors of a scene together, as the clip on the timeline is played. */
export interface PlayedScene {
  /** The one that is worked on first. */
  readonly actors: readonly TouchingActor[];
  /** One an actor. */
  readonly clips: readonly Clip[];
  /** How far each contact is from holding in each of its frames. */
  readonly missed: () => readonly MissedContact[];
}

/** The scene as it is played, or null where the actor that is worked on is alone and touches nothing that may move. */
export function playedScene(project: Project, rig: Rig, rigOf: RigOfActor): PlayedScene | null {
  if (othersOf(project).length === 0 && !touches(project)) return null;
  const { actors, clips } = playedTogether(project, rig, rigOf);
  return { actors, clips, missed: () => missedInFrames(actors, clips, thingsIn(project, actors, clips)) };
}

/** Whether anybody touches something that may move in the clip on the timeline. */
function touches(project: Project): boolean {
  const clip = activeClip(project);
  return (
    touchingSpans(clip).length > 0 ||
    othersOf(project).some(({ motions }) => touchingSpans(motionInClip(motions, clip.id) ?? {}).length > 0)
  );
}

/** The actors of a scene, and what they do together. */
interface Played {
  readonly actors: readonly StandingOrPlayed[];
  /** One an actor. */
  readonly clips: readonly Clip[];
}

/** An actor of a scene that is played. */
interface StandingOrPlayed extends TouchingActor {
  /** As it is played alone. `clip` shows in its place what is not keyed yet, where it has no keys and gives way to nobody. */
  readonly plain: Clip;
}

/** What was solved last for each clip: playing asks on every frame. */
const played = lastOf<Clip, Played>();

function playedTogether(project: Project, rig: Rig, rigOf: RigOfActor): Played {
  const clip = activeClip(project);
  const ids = [project.workedOn, ...othersOf(project).map(({ id }) => id)];
  const actors = ids.flatMap((id) => touchingActor(project, rig, rigOf, id) ?? []);
  const from = [project.props, ...actors.flatMap((actor) => [actor.id, actor.rig, actor.clip, actor.place, actor.pins])];
  return played(clip, from, () => ({ actors, clips: heldByAll(project, actors) }));
}

function touchingActor(project: Project, rig: Rig, rigOf: RigOfActor, id: string): StandingOrPlayed | null {
  const actor = sceneActor(project, rig, rigOf, id);
  if (!actor) return null;
  const { place, pins } = actor.view;
  const keys = jointKeys(actor.rig.skeleton);
  const plain = playedClip(actor.rig, activeClip(actor.view), pins);
  return {
    id,
    rig: actor.rig,
    place,
    pins,
    jointOf: (name) => keys.indexOf(name),
    plain,
    clip: givesWay(project, id, plain) ? plain : asShown(actor.rig, actor.view, plain),
  };
}

/** Whether an actor goes along with a contact of the clip on the timeline, its own or that of another one. */
function givesWay(project: Project, id: string, own: Clip): boolean {
  const clip = activeClip(project);
  const goesOn = (motion: Pick<Clip, 'contacts'>): boolean =>
    touchingSpans(motion).some(({ on: { by, gives = 'from' } }) => gives !== 'from' && 'actor' in by && by.actor === id);
  const motions = othersOf(project).map((actor) => motionInClip(actor.motions, clip.id) ?? {});
  return touchingSpans(own).some(({ on }) => on.gives !== 'on') || [clip, ...motions].some(goesOn);
}

const shownClips = lastOf<Pose, Clip>();

/** The clip of an actor without keys with the pose that it stands in; the same object for the same pose. */
function asShown({ skeleton }: Rig, { unkeyed }: Project, clip: Clip): Clip {
  if (clip.tracks.length > 0 || unkeyed?.clip !== clip.id) return clip;
  return shownClips(unkeyed.pose, [clip], () => setKey(skeleton, clip, 0, unkeyed.pose));
}

/** Times that a scene is solved in which things change hands: where they do depends on how the hands are held. */
const ROUNDS = 3;

function heldByAll(project: Project, actors: readonly TouchingActor[]): readonly Clip[] {
  const changeHands = project.props.some((prop) => motionOfProp(prop, project.activeClip).changes.length > 0);
  let clips = actors.map(({ clip }) => clip);
  for (let round = 0; round < (changeHands ? ROUNDS : 1); round++)
    clips = [...holdTouching(actors, thingsIn(project, actors, clips))];
  return clips;
}

/** Where the props of a scene are while its actors do what these clips hold. */
function thingsIn(project: Project, actors: readonly TouchingActor[], clips: readonly Clip[]): ThingAt {
  const stood = new Map<string, StandingActor>();
  const frames = propFrames(project, (id, time) => {
    const a = actors.findIndex((actor) => actor.id === id);
    if (a < 0) return null;
    const key = `${a} ${time}`;
    const { place, rig } = actors[a]!;
    const { skeleton } = rig;
    const found = stood.get(key) ?? {
      place,
      skeleton,
      world: forwardKinematics(skeleton, sampleClip(skeleton, clips[a]!, time)),
    };
    stood.set(key, found);
    return found;
  });
  return (id, time) => {
    const prop = project.props.find((each) => each.id === id);
    if (!prop) return null;
    const frame = frames.at(prop, time);
    const by = frames.bearerOf(prop, time);
    return { by, frame: by ? frameSeenFrom(frame, frames.ofCarrier(by, time)) : frame };
  };
}
