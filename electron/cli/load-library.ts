import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectFromData } from '../../core/document/deserialize.ts';
import { savedPoseFromData } from '../../core/document/read-poses.ts';
import type { SavedPose } from '../../core/library/saved-pose.ts';
import { referenceBody } from '../../core/library/shared/reference-body.ts';
import { poseOnCharacter } from '../../core/library/shared/shared-pose.ts';
import { transferPoses } from '../../core/library/transfer.ts';
import { LIBRARY_FILE, readLibraryFolder } from '../files/project/library-folder.ts';
import { characterPath, fileInProject, openedFolderOf, readProjectFolder } from '../files/project/project-folder.ts';
import { loadCharacter, type LoadedCharacter } from './load-character.ts';

/**
 * The saved poses of a library's or a project's folder, for `character`: as they are when a project was made with it, else brought over by the meaning of
 * their bones. Throws an `Error` with one sentence.
 */
export async function loadLibrary(path: string, character: Pick<LoadedCharacter, 'rig' | 'hash'>): Promise<readonly SavedPose[]> {
  if (existsSync(join(path, LIBRARY_FILE))) {
    const { poses } = await readLibraryFolder({ kind: 'openLibrary', folder: path });
    const { skeleton } = referenceBody();
    return poses.map((data) => poseOnCharacter(savedPoseFromData(skeleton, data), character.rig).pose);
  }
  const folder = openedFolderOf(path);
  const { project } = await readProjectFolder(path);
  if (project.character.hash === character.hash) return projectFromData(character.rig, project).project.poses;
  const { rig } = await loadCharacter(await fileInProject(folder, characterPath(project.character)));
  return transferPoses(rig, projectFromData(rig, project).project.poses, character.rig).map(({ pose }) => pose);
}
