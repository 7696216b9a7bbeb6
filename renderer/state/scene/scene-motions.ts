import { springClip } from '../../../core/animation/spring-clip.ts';
import { playedClipOf, sceneActor } from '../../../core/document/played-scene.ts';
import { actorsOf } from '../../../core/document/work-on-actor.ts';
import type { ExportedActor } from '../../../electron/contract.ts';
import type { DocumentState } from '../document-state.ts';
import { rigsBeside } from './rigs.ts';

/**
 * What all actors do in these clips, by the clips’ ids, as it is played: for one file of all. An actor whose file is not there is left out. `swings`: with
 * spring bones in the keys.
 */
export function sceneMotions(document: DocumentState, clips: readonly string[], swings: boolean): readonly ExportedActor[] {
  const { present } = document.history;
  const rigOf = rigsBeside(document);
  return actorsOf(present).flatMap(({ id, name }) => {
    const actor = sceneActor(present, document.rig, rigOf, id);
    if (!actor) return [];
    const { rig, view } = actor;
    const { place, character, rig: settings } = view;
    const played = clips.map((activeClip) => playedClipOf({ ...present, activeClip }, document.rig, rigOf, id)!);
    const motions = swings && rig.springs ? played.map((clip) => springClip(rig, clip)) : played;
    return { id, name, place, characterHash: character.hash, rig: settings, clips: motions };
  });
}
