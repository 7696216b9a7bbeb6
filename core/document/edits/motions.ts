import { MOVING_KINDS } from '../list-kinds.ts';
import type { Project } from '../project.ts';
import { without } from './without.ts';

/** Something that does something in clips, by their ids. */
interface Moving {
  readonly motions: Readonly<Record<string, unknown>>;
}

/** Lets all props and cameras do in the clip `to` what they do in the clip `from`. */
export function copySceneMotions(project: Project, from: string, to: string): Project {
  return mapMoving(project, (item) =>
    Object.hasOwn(item.motions, from) ? { ...item, motions: { ...item.motions, [to]: item.motions[from] } } : item,
  );
}

/** The project in which no prop and no camera does anything in a clip; the same project where none of them did. */
export function withoutSceneMotions(project: Project, clip: string): Project {
  return mapMoving(project, (item) => {
    const motions = without(item.motions, clip);
    return motions === item.motions ? item : { ...item, motions };
  });
}

/** What something does with one clip's motion changed; a motion that says nothing any more is left out. */
export function withMotion<Motion>(
  motions: Readonly<Record<string, Motion>>,
  clip: string,
  motion: Motion,
  isSomething: boolean,
): Readonly<Record<string, Motion>> {
  return isSomething ? { ...motions, [clip]: motion } : without(motions, clip);
}

/** The list with an item in the place of those at the same time, in the order of time. */
export function byTime<Item>(list: readonly Item[], item: Item, timeOf: (item: Item) => number): readonly Item[] {
  const others = list.filter((each) => timeOf(each) !== timeOf(item));
  return [...others, item].sort((a, b) => timeOf(a) - timeOf(b));
}

function mapMoving(project: Project, change: (item: Moving) => Moving): Project {
  let next = project;
  for (const kind of MOVING_KINDS) {
    const list: readonly Moving[] = project[kind];
    const changed = list.map(change);
    if (changed.some((item, i) => item !== list[i])) next = { ...next, [kind]: changed };
  }
  return next;
}
