import { projectFromData } from '../../core/document/deserialize.ts';
import type { Project } from '../../core/document/project.ts';
import type { MotionTarget } from '../../core/formats/clips/write-clip.ts';
import { readGltf } from '../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../core/formats/gltf/gltf-scene.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import { characterPath, fileInProject, openedFolderOf, readProjectFolder } from '../files/project/project-folder.ts';
import { readWholeFile } from '../files/storage/read-file.ts';

/** A project and the character that it is about. */
export interface OpenedProject {
  readonly project: Project;
  readonly target: MotionTarget;
  readonly warnings: readonly string[];
}

/** Opens a project folder, or its `project.limber`, for reading alone. Throws an `Error` with one sentence. */
export async function openProject(path: string): Promise<OpenedProject> {
  const folder = openedFolderOf(path);
  const { project: data, warnings } = await readProjectFolder(path);
  const bytes = await readWholeFile(await fileInProject(folder, characterPath(data.character)));
  const scene = readCharacterScene(readGltf(bytes));
  const plain = buildRig(scene, { preset: data.rig.preset, corrections: data.rig.corrections });
  const { project, warnings: more } = projectFromData(plain, data);
  return { project, target: { bytes, scene, rig: buildRig(scene, project.rig) }, warnings: [...warnings, ...more] };
}
