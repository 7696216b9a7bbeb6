import { freeId, takenIds } from '../../../core/document/ids.ts';
import type { ListKind } from '../../../core/document/list-kinds.ts';
import { FIRST_ACTOR } from '../../../core/document/project.ts';
import type { OpenDocument } from './open-document.ts';

const LONGEST = 40;

/** An id that no pose or clip has, nor a file that was left out: made of a name, so that the same work gives the same files. */
export function newId({ project, revisions }: OpenDocument, kind: ListKind, word: string, name: string): string {
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-|-$/g, '');
  // The first actor and the one that is worked on have ids, too.
  const items = kind === 'actors' ? [{ id: FIRST_ACTOR }, { id: project.workedOn }, ...project.actors] : project[kind];
  return freeId(plain === '' ? word : `${word}-${plain}`, takenIds(kind, items, revisions));
}
