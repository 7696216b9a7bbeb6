import type { MessageName, Services } from '../contract.ts';
import type { PathGuard } from './path-guard.ts';

/** Where a path stands in a message: the number of the parameter, then the names of the fields that lead to it; `name[]` stands for every place of a list. */
export interface PathPlace {
  readonly at: readonly [parameter: number, ...fields: string[]];
  /**
   * What becomes of a path outside the allowed folders: the message is refused, or null takes its place. The second is for what is only
   * shown to the user, who decides in a dialog of the system.
   */
  readonly outside: 'refused' | 'dropped';
}

const refused = (...at: PathPlace['at']): PathPlace => ({ at, outside: 'refused' });
const dropped = (...at: PathPlace['at']): PathPlace => ({ at, outside: 'dropped' });

/** Every path that a window can name, message by message; a test compares this with the contract. Messages without one are missing. */
export const PATH_PLACES: Partial<Readonly<Record<MessageName, readonly PathPlace[]>>> = {
  'character.openPath': [refused(0)],
  'media.read': [refused(1)],
  'profile.read': [refused(0)],
  'profile.save': [refused(0)],
  'project.open': [refused(0)],
  'project.poses': [refused(0)],
  'project.save': [refused(0), refused(4)],
  'project.saveChange': [refused(0)],
  'project.watch': [refused(0)],
  'project.picture': [refused(0)],
  'pose.pictures': [refused(0)],
  'library.open': [refused(0)],
  'library.change': [refused(0)],
  'library.close': [refused(0)],
  'settings.keep': [dropped(0, 'projectsFolder'), dropped(0, 'exportsFolder'), dropped(0, 'libraries[]')],
  'journal.append': [refused(0, 'folder')],
  'export.clip': [refused(1, 'path')],
  'export.scene': [refused(1, 'path')],
  'export.pose': [refused(1, 'path')],
  'export.replaces': [refused(0)],
  'picture.begin': [refused(1)],
  'dialog.open': [dropped(0, 'suggested')],
  'dialog.save': [dropped(0, 'suggested')],
  'files.list': [refused(0)],
  'files.createFolder': [refused(0)],
  'files.dragOut': [refused(0)],
  'files.reveal': [refused(0)],
};

/**
 * The services with every path that a message names checked before its service hears of it: they get absolute, normal paths inside the
 * allowed folders. Null and missing paths stay as they are.
 */
export function guardPaths(services: Services, paths: PathGuard): Services {
  const guarded = Object.entries(services).map(([name, service]) => {
    const places = PATH_PLACES[name as MessageName] ?? [];
    const call = service as (...parameters: unknown[]) => unknown;
    return [
      name,
      async (...parameters: unknown[]) =>
        call(...places.reduce((checked, place) => checkPlace(checked, place, paths), parameters)),
    ];
  });
  return Object.fromEntries(guarded) as Services;
}

function checkPlace(parameters: readonly unknown[], { at, outside }: PathPlace, paths: PathGuard): unknown[] {
  const check = (path: unknown) => {
    if (typeof path !== 'string') return path;
    try {
      return paths.check(path);
    } catch (error) {
      if (outside === 'refused') throw error;
      return null;
    }
  };
  return replaceAt(parameters, at, check) as unknown[];
}

/** A copy with what stands at a place replaced; what becomes null in a list is left out of it. */
function replaceAt(value: unknown, [key, ...rest]: readonly (number | string)[], change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  if (typeof key === 'string' && key.endsWith('[]')) {
    const inEach = (list: unknown) =>
      Array.isArray(list) ? list.map((each) => replaceAt(each, rest, change)).filter((each) => each !== null) : list;
    return replaceAt(value, [key.slice(0, -2)], inEach);
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return value;
  const replaced = replaceAt((value as Record<string | number, unknown>)[key], rest, change);
  return Array.isArray(value) ? value.with(Number(key), replaced) : { ...value, [key]: replaced };
}
