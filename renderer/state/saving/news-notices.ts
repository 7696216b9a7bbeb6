import { LIST_KINDS, type ListKind } from '../../../core/document/list-kinds.ts';
import type { ProjectNews } from '../../../electron/contract.ts';
import { notify } from '../window/notify.ts';
import type { DocumentState } from '../document-state.ts';
import type { Studio } from '../studio.ts';
import { listed } from '../listed.ts';

/** What parts are called. */
const WORDS: Readonly<Record<ListKind, string>> = {
  poses: 'poses',
  clips: 'clips',
  actors: 'characters',
  props: 'props',
  sounds: 'sounds',
  cameras: 'cameras',
};

/** Parts that are named one by one; of more, the number is told. */
const MOST_NAMES = 3;

/** Says what others did to the project's folder, and what became of it here. */
export function tellOfNews(studio: Studio, before: DocumentState, after: DocumentState, news: readonly ProjectNews[]): void {
  for (const kind of LIST_KINDS) {
    const { arrived, changed, removed } = differences(before, after, kind);
    tell(studio, kind, arrived, 'arrived from outside');
    tell(studio, kind, changed, 'changed outside');
    tell(studio, kind, removed, 'removed outside', 'was', 'were');
    tell(studio, kind, stillWaiting(before, after, kind), 'changed outside too: yours stays, and both are kept when you save');
  }
  const { rig, solver, pins, place, name } = before.saved;
  const now = after.saved;
  if (rig !== now.rig) notify(studio, 'info', 'Limits or other settings of the character changed outside.');
  if (solver !== now.solver || pins !== now.pins || place !== now.place || name !== now.name) {
    notify(studio, 'info', 'Settings of the project changed outside.');
  }
  for (const { notes } of news) for (const note of notes) notify(studio, 'warning', note);
}

interface Part {
  readonly id: string;
  readonly name: string;
}

function differences(before: DocumentState, after: DocumentState, kind: ListKind) {
  const old = new Map<string, Part>(before.saved[kind].map((part) => [part.id, part]));
  const now = new Map<string, Part>(after.saved[kind].map((part) => [part.id, part]));
  return {
    arrived: [...now.values()].filter(({ id }) => !old.has(id)),
    changed: [...now.values()].filter((part) => old.has(part.id) && old.get(part.id) !== part),
    removed: [...old.values()].filter(({ id }) => !now.has(id)),
  };
}

/** Parts that others changed and that have unsaved changes here. */
function stillWaiting(before: DocumentState, after: DocumentState, kind: ListKind): Part[] {
  const idsOf = ({ waiting }: DocumentState) =>
    waiting.flatMap(({ change }) => [...(change[kind]?.removed ?? []), ...(change[kind]?.put ?? []).map(({ item }) => item.id)]);
  const told = new Set(idsOf(before));
  const parts: readonly Part[] = after.history.present[kind];
  return [...new Set(idsOf(after))].flatMap((id) => {
    const part = parts.find((each) => each.id === id);
    return part && !told.has(id) ? [part] : [];
  });
}

/** “Wave” and “Sit” arrived from outside. */
function tell(studio: Studio, kind: ListKind, parts: readonly Part[], what: string, one = '', several = ''): void {
  if (parts.length === 0) return;
  const verb = parts.length === 1 ? one : several;
  const names = parts.map(({ name }) => `“${name}”`);
  const who = names.length <= MOST_NAMES ? listed(names) : `${names.length} ${WORDS[kind]}`;
  notify(studio, 'info', `${[who, verb, what].filter((part) => part !== '').join(' ')}.`);
}
