import { playedClip } from '../../../core/animation/played-clip.ts';
import { springClip } from '../../../core/animation/spring-clip.ts';
import type { Clip } from '../../../core/animation/clip.ts';
import { actorsOf, viewOfActor } from '../../../core/document/work-on-actor.ts';
import type { Project } from '../../../core/document/project.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { ExportedActor } from '../../../electron/contract.ts';
import type { DocumentState } from '../document-state.ts';
import { rigOfActor } from './rigs.ts';

/**
 * What all actors do in these clips, by the clips’ ids, as it is played: for one file of all. An actor whose file is not there is left out. `swings`: with
 * spring bones in the keys.
 */
export function sceneMotions(document: DocumentState, clips: readonly string[], swings: boolean): readonly ExportedActor[] {
  const { present } = document.history;
  return actorsOf(present).flatMap(({ id, name }) => {
    const actor = present.actors.find((each) => each.id === id);
    const rig = actor ? rigOfActor(document, actor) : document.rig;
    if (!rig) return [];
    const views = clips.map((clip) => (actor ? viewOfActor({ ...present, activeClip: clip }, actor, rig) : present));
    const { place, character, rig: settings } = views[0]!;
    return {
      id,
      name,
      place,
      characterHash: character.hash,
      rig: settings,
      clips: views.map((view, i) => motionOf(view, rig, clips[i]!, swings)),
    };
  });
}

function motionOf({ clips, pins }: Project, rig: Rig, id: string, swings: boolean): Clip {
  const played = playedClip(
    rig,
    clips.find((clip) => clip.id === id)!,
    pins,
  );
  return swings && rig.springs ? springClip(rig, played) : played;
}
