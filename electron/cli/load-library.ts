import { projectFromData } from '../../core/document/deserialize.ts';
import type { SavedPose } from '../../core/library/saved-pose.ts';
import { transferPoses } from '../../core/library/transfer.ts';
import { characterPath, fileInProject, openedFolderOf, readProjectFolder } from '../files/project/project-folder.ts';
import { loadCharacter, type LoadedCharacter } from './load-character.ts';

/**
 * The saved poses of a project folder, for `character`: as they are when the project was made with it, else brought over by the meaning of
 * their bones. Throws an `Error` with one sentence.
 */
export async function loadLibrary(path: string, character: LoadedCharacter): Promise<readonly SavedPose[]> {
  const folder = openedFolderOf(path);
  const { project } = await readProjectFolder(path);
  if (project.character.hash === character.hash) return projectFromData(character.rig, project).project.poses;
  const { rig } = await loadCharacter(await fileInProject(folder, characterPath(project.character)));
  return transferPoses(rig, projectFromData(rig, project).project.poses, character.rig).map(({ pose }) => pose);
}
