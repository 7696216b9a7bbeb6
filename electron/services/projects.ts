import { join } from 'node:path';
import type { ProjectChange } from '../../core/document/changes.ts';
import type { ProjectData } from '../../core/document/project-data.ts';
import type { OpenedCharacter, OpenedProject, SavedProject } from '../contract.ts';
import {
  changeProjectFolder,
  characterPath,
  projectFolderOf,
  readProjectFolder,
  writeProjectFolder,
} from '../files/project/project-folder.ts';
import { PROJECT_FILE } from '../files/project/project-head.ts';
import { readWholeFile } from '../files/storage/read-file.ts';
import type { Characters } from './characters.ts';
import type { Perform } from './jobs.ts';

/** Opens and saves project folders. Every refusal is an `Error` with one sentence. */
export interface Projects {
  /** `perform` is that of the job which opens it, if it can be ended. */
  open(path: string, perform?: Perform): Promise<OpenedProject>;
  save(folder: string, project: ProjectData): Promise<SavedProject>;
  /** Writes only what changed since `revision`; null when the folder is not at it, so that the whole must be saved. */
  saveChange(folder: string, revision: string, change: ProjectChange): Promise<SavedProject | null>;
  /** The character of a project that was not saved yet (`folder` null) or whose folder has changed since. */
  characterOf(project: ProjectData, folder: string | null): Promise<OpenedCharacter>;
}

export function createProjects(characters: Characters): Projects {
  /** From the project folder, else from the cache; only bytes with the right hash will do. */
  async function characterOf({ character }: ProjectData, folder: string | null, perform?: Perform): Promise<OpenedCharacter> {
    const { fileName, hash, name } = character;
    const kept = folder === null ? null : await readWholeFile(join(folder, characterPath(character))).catch(() => null);
    if (kept) {
      const opened = await characters.openBytes(fileName, kept, undefined, perform).catch(() => null);
      if (opened?.hash === hash) return { ...opened, name };
    }
    try {
      return { ...(await characters.openBytes(fileName, await characters.get(hash), undefined, perform)), name };
    } catch (error) {
      const problem = kept ? 'is not the file that the project was made with' : 'is missing';
      throw new Error(`the project's character "${fileName}" ${problem}: put the original back as ${characterPath(character)}`, {
        cause: error,
      });
    }
  }

  return {
    characterOf,
    async open(path, perform) {
      const folder = projectFolderOf(path);
      const { project, revision, warnings } = await readProjectFolder(folder);
      return { folder, project, revision, character: await characterOf(project, folder, perform), warnings };
    },
    async save(path, project) {
      const folder = projectFolderOf(path);
      const revision = await writeProjectFolder(folder, project, () => characters.get(project.character.hash));
      return { folder, file: join(folder, PROJECT_FILE), revision };
    },
    async saveChange(path, before, change) {
      const folder = projectFolderOf(path);
      const revision = await changeProjectFolder(folder, before, change);
      return revision === null ? null : { folder, file: join(folder, PROJECT_FILE), revision };
    },
  };
}
