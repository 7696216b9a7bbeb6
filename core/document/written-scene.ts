import type { Clip } from '../animation/clip.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { clipOfActor, presentActor } from './work-on-actor.ts';
import { sameValue } from './merge.ts';
import type { ActorData, ClipData, ProjectData } from './project-data.ts';
import { FIRST_ACTOR, type Project } from './project.ts';
import { motionInClip } from './motion-in-clip.ts';
import { lastOf } from '../math/last-of.ts';

/** What is written of a scene while another actor than the first is worked on: the first one at the top, as files have it, whoever is worked on. */
export type WrittenScene = Pick<ProjectData, 'character' | 'rig' | 'pins' | 'unkeyed' | 'clips'> &
  Required<Pick<ProjectData, 'place' | 'actors'>>;

const scenes = lastOf<Project, WrittenScene>();

/** The scene as it is written; `rig` is that of the actor that is worked on, which is not the first. The same object for the same project. */
export function writtenScene(project: Project, rig: Rig): WrittenScene {
  return scenes(project, [rig], () => {
    const first = project.actors.find(({ id }) => id === FIRST_ACTOR)!;
    const { name, fileName, hash, place, pins, unkeyed } = first;
    const present = presentActor(project, rig);
    return {
      character: { name, fileName, hash },
      place,
      rig: first.rig,
      pins,
      unkeyed,
      clips: project.clips.map((clip) => writtenClip(clip, first)),
      actors: project.actors.map((actor) => (actor === first ? present : actor)),
    };
  });
}

const clips = lastOf<Clip, ClipData>();

/** The same object for the same clip and motion. */
function writtenClip(clip: Clip, first: ActorData): ClipData {
  return clips(clip, [motionInClip(first.motions, clip.id)], () => clipOfActor(clip, first));
}

/** The list with what has the same value in `before` as it stands there, so that lists can be compared by reference. */
export function asBefore<Item extends { readonly id: string }>(before: readonly Item[], after: readonly Item[]): readonly Item[] {
  const known = new Map(before.map((item) => [item.id, item]));
  const kept = after.map((item) => {
    const was = known.get(item.id);
    return was && sameValue(was, item) ? was : item;
  });
  const isSame = kept.length === before.length && kept.every((item, place) => item === before[place]);
  return isSame ? before : kept;
}
