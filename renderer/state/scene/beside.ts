import { playedClipOf } from '../../../core/document/played-scene.ts';
import type { ActorData } from '../../../core/document/project-data.ts';
import { othersOf } from '../../../core/document/work-on-actor.ts';
import { poseOfActor } from '../../../core/document/shown-pose.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { forwardKinematics, type WorldTransforms } from '../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { placeSeenFrom, type Place } from '../../../core/math/place.ts';
import type { OpenedCharacter } from '../../../electron/contract.ts';
import type { StudioState } from '../studio.ts';
import { isActorShown } from './actor-marks.ts';
import { characterOf } from './characters.ts';
import { rigOfActor, rigsBeside } from './rigs.ts';
import type { DocumentState } from '../document-state.ts';
import type { Playback } from '../session-state.ts';
import { shownPlace } from './shown-place.ts';
import { lastOf } from '../../../core/math/last-of.ts';

/** An actor that is on screen beside the one that is worked on. */
export interface ActorBeside {
  readonly id: string;
  readonly name: string;
  readonly character: OpenedCharacter;
  readonly rig: Rig;
  readonly pose: Pose;
  readonly world: WorldTransforms;
  /** As seen from the actor that is worked on, in whose space everything is drawn. */
  readonly place: Place;
}

/** All others of the scene as they stand at the playhead; those that are hidden, or whose files are not there, are left out. */
export function actorsBeside(state: StudioState): readonly ActorBeside[] {
  const { document, session } = state;
  if (!document) return NOBODY;
  const shown = shownPlace(state);
  const { present } = document.history;
  const others = othersOf(present);
  if (others.length === 0) return NOBODY;
  return others.flatMap((actor) => {
    const character = characterOf(document, actor.hash);
    const rig = rigOfActor(document, actor);
    if (!character || !rig || !isActorShown(state, actor.id)) return [];
    return {
      id: actor.id,
      name: actor.name,
      character,
      rig,
      ...standing(document, actor, rig, session.playback),
      place: placeSeenFrom(actor.place, shown),
    };
  });
}

const NOBODY: readonly ActorBeside[] = [];

interface Standing {
  readonly pose: Pose;
  readonly world: WorldTransforms;
}

/** How each actor stood last. */
const stood = lastOf<ActorData, Standing>();

function standing(document: DocumentState, actor: ActorData, rig: Rig, { time, playing }: Playback): Standing {
  const { present } = document.history;
  const rigOf = rigsBeside(document);
  const clip = playedClipOf(present, document.rig, rigOf, actor.id)!;
  return stood(actor, [clip, time, playing], () => {
    const pose = poseOfActor(present, document.rig, rigOf, { id: actor.id, time, isPlayed: playing })!;
    return { pose, world: forwardKinematics(rig.skeleton, pose) };
  });
}
