import { othersOf } from '../../../core/document/work-on-actor.ts';
import type { Project } from '../../../core/document/project.ts';
import type { OpenedCharacter } from '../../../electron/contract.ts';
import type { DocumentState } from '../document-state.ts';

/** The character of a scene with this hash; null where its file could not be had. */
export function characterOf({ character, others }: DocumentState, hash: string): OpenedCharacter | null {
  return character.hash === hash ? character : (others.find((each) => each.hash === hash) ?? null);
}

/** The document with the character of the actor that is worked on in `project`. */
export function withCharacter(document: DocumentState, project: Project): DocumentState {
  const character = characterOf(document, project.character.hash) ?? document.character;
  if (character === document.character) return document;
  const all = [document.character, ...document.others];
  return { ...document, character, others: all.filter((each) => each !== character) };
}

/** Whether an actor of the scene can be worked on: it is another one, and its character's file is there. */
export function canWorkOn(document: DocumentState, id: string): boolean {
  const actor = othersOf(document.history.present).find((each) => each.id === id);
  return actor !== undefined && characterOf(document, actor.hash) !== null;
}
