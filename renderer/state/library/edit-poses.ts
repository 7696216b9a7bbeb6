import { commitEdit } from '../editing.ts';
import { setPreview } from '../preview.ts';
import type { Studio } from '../studio.ts';
import { changeLibrary, type EditPoses } from './folders/change-library.ts';
import { shownLibrary } from './folders/shown-library.ts';

/**
 * Edits the library that is shown: the project's by a step of its history, which leaves what is on screen alone, whatever it is; another one
 * by writing it. False where that was refused.
 */
export function editPoses(studio: Studio, label: string, edit: EditPoses): Promise<boolean> {
  const library = shownLibrary(studio.getState());
  if (library) return changeLibrary(studio, library.folder, label, edit);
  const { preview } = studio.getState().transient;
  commitEdit(studio, label, edit);
  setPreview(studio, preview);
  return Promise.resolve(true);
}
