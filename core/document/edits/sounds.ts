import type { SoundData } from '../project-data.ts';
import type { Project } from '../project.ts';
import { withAdded, withItem, withoutItem } from './with-item.ts';
import { without } from './without.ts';

/** What of a sound an edit changes. */
export type SoundPart = Partial<Pick<SoundData, 'name' | 'at' | 'from' | 'to' | 'volume'>>;

/** The loudest that a sound can be made, in times its own amplitude. */
export const LOUDEST = 2;

/** Adds a sound behind all others. Throws a `RangeError` when its id is taken, or it cannot be heard as it is. */
export function addSound(project: Project, sound: SoundData): Project {
  checkSound(sound);
  return withAdded(project, 'sounds', 'sound', sound);
}

/** Removes a sound; the same project where there is no such sound. */
export function removeSound(project: Project, id: string): Project {
  return withoutItem(project, 'sounds', id);
}

/** Changes a sound. Throws a `RangeError` when it could not be heard like that; the same project where nothing changes. */
export function changeSound(project: Project, id: string, part: SoundPart): Project {
  return withSound(project, id, (sound) => {
    const changed = { ...sound, ...part };
    checkSound(changed);
    return (Object.keys(part) as (keyof SoundPart)[]).some((field) => changed[field] !== sound[field]) ? changed : sound;
  });
}

export function muteSound(project: Project, id: string, isMuted: boolean): Project {
  return withSound(project, id, (sound) => (isMuted ? { ...sound, isMuted } : without(sound, 'isMuted')));
}

/** Puts onto the timeline of the clip `to` what is on that of the clip `from`. `idOf` gives each copy an id that is not taken. */
export function copySounds(project: Project, from: string, to: string, idOf: (project: Project) => string): Project {
  return project.sounds
    .filter(({ clip }) => clip === from)
    .reduce((next, sound) => addSound(next, { ...sound, id: idOf(next), clip: to }), project);
}

function withSound(project: Project, id: string, change: (sound: SoundData) => SoundData): Project {
  return withItem(project, 'sounds', id, change);
}

function checkSound({ name, at, from, to = Infinity, volume }: SoundData): void {
  if (name.trim() === '') throw new RangeError('a sound needs a name');
  if (![at, from, volume].every(Number.isFinite)) throw new RangeError('a sound needs finite numbers');
  if (from < 0 || !(to > from))
    throw new RangeError(`a sound begins at 0 s of its file or later and ends after that, got ${from} to ${to} s`);
  if (volume < 0 || volume > LOUDEST) throw new RangeError(`the volume of a sound is 0 to ${LOUDEST}, got ${volume}`);
}
