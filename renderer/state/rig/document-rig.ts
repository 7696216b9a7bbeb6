import { FIRST_ACTOR, type Project } from '../../../core/document/project.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { DocumentState } from '../document-state.ts';
import { characterOf } from '../scene/characters.ts';
import { rigOfActor, rigOfCharacter } from '../scene/rigs.ts';

/** The rig that the actor which is worked on in `project` asks for: the present one unless its settings or its file differ. */
export function rigOf(document: DocumentState, project: Project): Rig {
  const { present } = document.history;
  const isSameBody = project.workedOn === present.workedOn && project.character.hash === present.character.hash;
  if (project.rig === present.rig && isSameBody) return document.rig;
  const character = characterOf(document, project.character.hash) ?? document.character;
  return rigOfCharacter(character.scene, project.rig);
}

/** The rig of the first actor, which the poses of the library speak of. */
export function firstRig(document: DocumentState, project: Project = document.history.present): Rig {
  const first = project.actors.find(({ id }) => id === FIRST_ACTOR);
  return (first && rigOfActor(document, first)) ?? rigOf(document, project);
}
