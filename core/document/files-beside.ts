import type { CharacterReference, ProjectData, SoundData } from './project-data.ts';

/** The files that a scene is shown with beside that of its first actor: those of its other actors and of its props. */
export function filesBeside({ actors = [], props = [] }: Pick<ProjectData, 'actors' | 'props'>): readonly CharacterReference[] {
  const ofActors = actors.map(({ name, fileName, hash }) => ({ name, fileName, hash }));
  const ofProps = props.flatMap(({ name, form }) =>
    form.kind === 'file' ? [{ name, fileName: form.fileName, hash: form.hash }] : [],
  );
  return [...ofActors, ...ofProps];
}

/** A file that is kept beside a project as it came, and read by the window alone. */
export type MediaFile = Pick<SoundData, 'fileName' | 'hash'>;

/** The files of media that a project speaks of. */
export function mediaOf({ sounds = [] }: Pick<ProjectData, 'sounds'>): readonly MediaFile[] {
  return sounds.map(({ fileName, hash }) => ({ fileName, hash }));
}
