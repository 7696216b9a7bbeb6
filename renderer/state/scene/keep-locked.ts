import type { ActorData } from '../../../core/document/project-data.ts';
import type { Project } from '../../../core/document/project.ts';
import { notify } from '../window/notify.ts';
import type { Studio, StudioState } from '../studio.ts';
import { isActorLocked } from './actor-marks.ts';
import { listed } from '../listed.ts';

/** An edited scene in which the locked actors are as they were. */
export interface KeptScene {
  readonly project: Project;
  /** Names of those whom the edit would have changed. */
  readonly kept: readonly string[];
}

/** An edited scene without what the edit did to actors that are locked. What they do in clips that come or go with the edit comes or goes with those. */
export function keepLocked(state: StudioState, before: Project, after: Project): KeptScene {
  if (after.actors === before.actors || state.session.actors.locked.size === 0) return { project: after, kept: [] };
  const kept: string[] = [];
  const clips = after.clips.filter(({ id }) => before.clips.some((clip) => clip.id === id)).map(({ id }) => id);
  const actors = after.actors.map((actor) => {
    const was = isActorLocked(state, actor.id) ? before.actors.find(({ id }) => id === actor.id) : undefined;
    const stays = was && asBefore(was, actor, clips);
    if (!stays || stays === actor) return actor;
    kept.push(actor.name);
    return stays;
  });
  const isAsBefore = actors.length === before.actors.length && actors.every((actor, i) => isSameActor(actor, before.actors[i]!));
  return { project: kept.length === 0 ? after : { ...after, actors: isAsBefore ? before.actors : actors }, kept };
}

/** An actor as it was, but for what it does in other clips than these; the edited one where that is so already. */
function asBefore(before: ActorData, after: ActorData, clips: readonly string[]): ActorData {
  const motionsOf = ({ motions }: ActorData, wanted: boolean) =>
    Object.entries(motions).filter(([clip]) => clips.includes(clip) === wanted);
  const motions = Object.fromEntries([...motionsOf(before, true), ...motionsOf(after, false)]);
  const stays = { ...before, motions };
  return isSameActor(stays, after) ? after : stays;
}

function isSameActor(a: ActorData, b: ActorData): boolean {
  const fields = Object.keys(a) as (keyof ActorData)[];
  return a === b || (fields.every((field) => field === 'motions' || a[field] === b[field]) && hasSame(a.motions, b.motions));
}

function hasSame(a: ActorData['motions'], b: ActorData['motions']): boolean {
  const clips = Object.entries(a);
  return clips.length === Object.keys(b).length && clips.every(([clip, motion]) => b[clip] === motion);
}

/** Says who stayed as it was because it is locked. */
export function tellKept(studio: Studio, names: readonly string[]): void {
  if (names.length === 0) return;
  const how = names.length === 1 ? 'is locked and stays as it was' : 'are locked and stay as they were';
  notify(studio, 'info', `${listed(names)} ${how}.`, 'scene.unlock');
}
