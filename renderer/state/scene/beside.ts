import { viewOfActor } from '../../../core/document/work-on-actor.ts';
import type { ActorData } from '../../../core/document/project-data.ts';
import type { Project } from '../../../core/document/project.ts';
import { poseOfClip, poseOnScreen } from '../../../core/document/shown-pose.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { forwardKinematics, type WorldTransforms } from '../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { placeSeenFrom, type Place } from '../../../core/math/place.ts';
import type { OpenedCharacter } from '../../../electron/contract.ts';
import type { StudioState } from '../studio.ts';
import { characterOf } from './characters.ts';
import { rigOfActor } from './rigs.ts';
import { shownPlace } from './shown-place.ts';

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
  if (present.actors.length === 0) return NOBODY;
  const { time, playing } = session.playback;
  return present.actors.flatMap((actor) => {
    const character = characterOf(document, actor.hash);
    const rig = rigOfActor(document, actor);
    if (!character || !rig || session.hiddenActors.has(actor.id)) return [];
    return {
      id: actor.id,
      name: actor.name,
      character,
      rig,
      ...standing(present, actor, rig, time, playing),
      place: placeSeenFrom(actor.place, shown),
    };
  });
}

const NOBODY: readonly ActorBeside[] = [];

interface Standing {
  readonly time: number;
  readonly playing: boolean;
  readonly pose: Pose;
  readonly world: WorldTransforms;
}

/** Each actor's own view of the scene, and how it stood last. */
const views = new WeakMap<
  ActorData,
  { readonly clip: unknown; readonly rig: Rig; readonly view: Project; standing: Standing | null }
>();

function standing(
  project: Project,
  actor: ActorData,
  rig: Rig,
  time: number,
  playing: boolean,
): Pick<Standing, 'pose' | 'world'> {
  const clip = project.clips.find(({ id }) => id === project.activeClip);
  let known = views.get(actor);
  if (!known || known.clip !== clip || known.rig !== rig) {
    known = { clip, rig, view: viewOfActor(project, actor, rig), standing: null };
    views.set(actor, known);
  }
  const last = known.standing;
  if (last?.time === time && last.playing === playing) return last;
  const { view } = known;
  const isPlayed = playing && view.clips[0]!.tracks.length > 0;
  const pose = isPlayed ? poseOfClip(rig, view, time) : poseOnScreen(rig, view, time);
  known.standing = { time, playing, pose, world: forwardKinematics(rig.skeleton, pose) };
  return known.standing;
}
