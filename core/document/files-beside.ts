import type { CharacterReference, ProjectData } from './project-data.ts';

/** The files that a scene is shown with beside that of its first actor: those of its other actors and of its props. */
export function filesBeside({ actors = [], props = [] }: Pick<ProjectData, 'actors' | 'props'>): readonly CharacterReference[] {
  const ofActors = actors.map(({ name, fileName, hash }) => ({ name, fileName, hash }));
  const ofProps = props.flatMap(({ name, form }) =>
    form.kind === 'file' ? [{ name, fileName: form.fileName, hash: form.hash }] : [],
  );
  return [...ofActors, ...ofProps];
}
