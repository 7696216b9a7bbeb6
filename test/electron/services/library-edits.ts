import { applyChange } from '../../../core/document/changes.ts';
import type { ProjectChange } from '../../../core/document/project-change.ts';
import type { ProjectData } from '../../../core/document/project-data.ts';
import { samplePose, sampleProject } from './sample-project.ts';

/** The edit with a number, from 1 on: poses are added, renamed and deleted in turn. */
export function libraryEdit(edit: number): ProjectChange {
  const id = `added-${Math.floor((edit - 1) / 3)}`;
  const turn = (edit - 1) % 3;
  if (turn === 2) return { changed: {}, poses: { removed: edit % 2 === 0 ? [id] : [], put: [] } };
  const item = { ...samplePose(id), name: turn === 0 ? `New ${edit}` : `Renamed ${edit}` };
  return { changed: { name: `edit ${edit}` }, poses: { removed: [], put: [{ after: 'pose-1', item }] } };
}

/** The sample project after so many edits. */
export function libraryAfter(hash: string, edits: number): ProjectData {
  let project = sampleProject(hash);
  for (let edit = 1; edit <= edits; edit++) project = applyChange(project, libraryEdit(edit));
  return project;
}
