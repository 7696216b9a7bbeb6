import { mkdir, realpath } from 'node:fs/promises';
import { filesBeside, mediaOf } from '../../../core/document/files-beside.ts';
import type { ProjectChange } from '../../../core/document/project-change.ts';
import type { ProjectData, CharacterReference, MediaFile } from '../../../core/document/project-data.ts';
import type { KnownNames } from '../../../core/document/known-names.ts';
import type { MergedSave, ProjectView } from '../../contract.ts';
import type { OriginalFile } from '../../../core/formats/open-character.ts';
import { openFolder, type FolderAccess } from '../storage/folder-access.ts';
import { whileFolderIsMine } from '../storage/folder-turns.ts';
import { inParallel } from '../storage/in-parallel.ts';
import { removeLeftovers } from './leftovers.ts';
import { planSave, type FileChange, type SavePlan, type SaveTask } from './plan-save.ts';
import { characterPath, mediaPath, originalPath } from './project-folder.ts';
import { currentUser } from './user-state.ts';

/** Does the reading and merging of a save, here or elsewhere. */
export type PlanSave = (task: SaveTask) => Promise<SavePlan | null>;

export interface SaveOptions {
  /** Whose own state is written. Default: who runs this program. */
  readonly user?: string;
  readonly view?: ProjectView | undefined;
  readonly plan?: PlanSave;
  /** The folder that the project was opened from. Default: the one that is saved into. */
  readonly origin?: string | undefined;
  /** What whoever saves understands. Default: all. */
  readonly known?: KnownNames | undefined;
  /** Asked for the bytes of the files of actors' characters that the folder does not have, by their hashes. Default: they are there. */
  readonly readCharacter?: (hash: string) => Promise<Uint8Array>;
  /** Asked for the file that a character's was made of, when the folder does not have it; null: none. */
  readonly readOriginal?: (hash: string) => Promise<OriginalFile | null>;
  /** Asked for a file of media that the folder does not have; null: it cannot be had, and what speaks of it is saved without it. */
  readonly readMedia?: (file: MediaFile) => Promise<Uint8Array | null>;
}

/**
 * Writes a whole project into a folder. `readCharacter` is asked for the bytes of a character's file, by its hash, when the folder does not have it. What
 * lies in the folder already stays: a part of the same name with another content is kept beside the new one. Throws an `Error` with one
 * sentence, also when the folder holds another character's project.
 */
export async function writeProjectFolder(
  folder: string,
  project: ProjectData,
  readCharacter: (hash: string) => Promise<Uint8Array>,
  { user = currentUser(), view, plan = planSave, origin, known, readOriginal = async () => null, readMedia }: SaveOptions = {},
): Promise<MergedSave> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new Error(`the folder "${folder}" could not be made`, { cause: error });
  });
  return whileFolderIsMine(folder, async (held) => {
    const planned = await plan({ kind: 'planSave', folder, saved: { whole: project }, user, view, origin, known });
    if (!planned) throw new Error(`"${folder}" holds no project`);
    const access = await openFolder(folder);
    const characters = await missingFiles(access, [project.character, ...filesBeside(project)], readCharacter, readOriginal);
    const media = await missingMedia(access, mediaOf(project), readMedia);
    await writeFiles(access, [characters, media, ...planned.groups], held.check);
    return withNotes(planned.merged, held.notes);
  });
}

/**
 * Writes what changed since the project was opened or saved last, merged with what others did to the folder meanwhile. Null, and nothing is
 * written, when the folder holds no project any more. Throws an `Error` with one sentence.
 */
export async function changeProjectFolder(
  folder: string,
  change: ProjectChange,
  {
    user = currentUser(),
    view,
    plan = planSave,
    known,
    readCharacter,
    readOriginal = async () => null,
    readMedia,
  }: SaveOptions = {},
): Promise<MergedSave | null> {
  const root = await realpath(folder).catch(() => null);
  if (root === null) return null;
  return whileFolderIsMine(root, async (held) => {
    const planned = await plan({ kind: 'planSave', folder: root, saved: { change }, user, view, known });
    if (planned) {
      const access = await openFolder(root);
      const [actors, props] = [change.actors?.put ?? [], change.props?.put ?? []];
      const files = filesBeside({ actors: actors.map(({ item }) => item), props: props.map(({ item }) => item) });
      const characters = readCharacter ? await missingFiles(access, files, readCharacter, readOriginal) : [];
      const sounds = change.sounds?.put.map(({ item }) => item) ?? [];
      const { reference = null } = change.changed;
      const media = await missingMedia(access, mediaOf({ sounds, reference }), readMedia);
      await writeFiles(access, [characters, media, ...planned.groups], held.check);
    }
    return planned && withNotes(planned.merged, held.notes);
  });
}

function withNotes(merged: MergedSave, notes: readonly string[]): MergedSave {
  return notes.length === 0 ? merged : { ...merged, notes: [...notes, ...merged.notes] };
}

/** The files of characters that the folder lacks: they are written before everything else. */
async function missingFiles(
  folder: FolderAccess,
  characters: readonly CharacterReference[],
  readCharacter: (hash: string) => Promise<Uint8Array>,
  readOriginal: (hash: string) => Promise<OriginalFile | null>,
): Promise<readonly FileChange[]> {
  const missing = new Map<string, Uint8Array>();
  const lacks = async (path: string) => !missing.has(path) && (await folder.stamp(path)) === null;
  for (const character of characters) {
    const path = characterPath(character);
    if (await lacks(path)) missing.set(path, await readCharacter(character.hash));
    const original = await readOriginal(character.hash);
    const kept = original && originalPath(character, original.extension);
    if (original && kept && (await lacks(kept))) missing.set(kept, original.bytes);
  }
  return [...missing];
}

/** The files of media that the folder lacks, as far as they can be had. */
async function missingMedia(
  folder: FolderAccess,
  files: readonly MediaFile[],
  readMedia: SaveOptions['readMedia'] = async () => null,
): Promise<readonly FileChange[]> {
  const missing = new Map<string, Uint8Array>();
  for (const file of files) {
    const path = mediaPath(file);
    if (missing.has(path) || (await folder.stamp(path)) !== null) continue;
    const bytes = await readMedia(file);
    if (bytes) missing.set(path, bytes);
  }
  return [...missing];
}

/**
 * Writes group after group, the files of one a few at a time; those that hold the wanted content already are left alone. The next group is begun
 * when this one is on the disk: its folders are flushed once for all of their files, since each flush takes as long as writing a file.
 */
export async function writeFiles(
  folder: FolderAccess,
  groups: readonly (readonly FileChange[])[],
  checkHeld: () => void,
): Promise<void> {
  await removeLeftovers(folder);
  for (const files of groups) {
    const written: string[] = [];
    await inParallel(files, async ([path, content]) => {
      checkHeld();
      if (content === null) return folder.remove(path);
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      const present = await folder.read(path);
      if (present?.bytes.equals(bytes)) return;
      await folder.write(path, bytes);
      written.push(path);
    });
    await folder.flush(written);
  }
}
