import type { ListItems, SceneKind } from '../list-kinds.ts';
import type { Project } from '../project.ts';

/** The project with one item of a list changed; the same project where there is no such item, or nothing of it changes. */
export function withItem<Kind extends SceneKind>(
  project: Project,
  kind: Kind,
  id: string,
  change: (item: ListItems[Kind]) => ListItems[Kind],
): Project {
  const list = project[kind] as readonly ListItems[Kind][];
  const at = list.findIndex((item) => item.id === id);
  const before = list[at];
  const after = before && change(before);
  return after === undefined || after === before ? project : { ...project, [kind]: list.with(at, after) };
}

/** The project with an item behind all others of its list. Throws a `RangeError` when its id is taken; `word` says what it is. */
export function withAdded<Kind extends SceneKind>(project: Project, kind: Kind, word: string, item: ListItems[Kind]): Project {
  const list = project[kind] as readonly ListItems[Kind][];
  if (list.some(({ id }) => id === item.id)) throw new RangeError(`there is already a ${word} "${item.id}"`);
  return { ...project, [kind]: [...list, item] };
}

/** The project without an item of a list; the same project where there is no such item. */
export function withoutItem(project: Project, kind: SceneKind, id: string): Project {
  const list: readonly { readonly id: string }[] = project[kind];
  const left = list.filter((item) => item.id !== id);
  return left.length === list.length ? project : { ...project, [kind]: left };
}
