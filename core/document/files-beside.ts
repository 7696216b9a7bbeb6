import type { CharacterReference, MediaFile, ProjectData } from './project-data.ts';

/** The files that a scene is shown with beside that of its first actor: those of its other actors and of its props. */
export function filesBeside({ actors = [], props = [] }: Pick<ProjectData, 'actors' | 'props'>): readonly CharacterReference[] {
  const ofActors = actors.map(({ name, fileName, hash }) => ({ name, fileName, hash }));
  const ofProps = props.flatMap(({ name, form }) =>
    form.kind === 'file' ? [{ name, fileName: form.fileName, hash: form.hash }] : [],
  );
  return [...ofActors, ...ofProps];
}

/** Pictures of a reference that may follow each other: five minutes of them. */
export const MOST_PICTURES = 9000;

/** The files of media that a project speaks of. */
export function mediaOf({ sounds = [], reference }: Pick<ProjectData, 'sounds' | 'reference'>): readonly MediaFile[] {
  return [...sounds, ...(reference?.files ?? [])].map(({ fileName, hash }) => ({ fileName, hash }));
}
