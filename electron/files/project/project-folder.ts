import { createHash } from 'node:crypto';
import { access, mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { z } from 'zod';
import type { ProjectChange } from '../../../core/document/changes.ts';
import { applyListChange, type ListChange } from '../../../core/document/list-change.ts';
import { migrateProject } from '../../../core/document/migrations.ts';
import { PROJECT_VERSION, type ProjectData } from '../../../core/document/project-data.ts';
import { changeFolder, finishChange } from '../storage/change-folder.ts';
import { explainProblem } from '../storage/explain-problem.ts';
import { inParallel } from '../storage/in-parallel.ts';
import { layOutJson } from '../storage/lay-out-json.ts';
import { damaged, PROJECT_FILE, readHead, readHeadToReplace, type ProjectHead } from './project-head.ts';
import {
  changedPartFiles,
  DEFAULT_RIG_SETTINGS,
  partFiles,
  partPath,
  partPaths,
  readPart,
  type PartKind,
} from './project-parts.ts';
import { clipDataSchema, projectHeadSchema, rigSettingsDataSchema, savedPoseDataSchema } from '../storage/schemas.ts';

export interface ReadProjectFolder {
  readonly project: ProjectData;
  /** Tells this state of the project file from others. */
  readonly revision: string;
  /** Sentences about files that could not be read; they were left where they are. */
  readonly warnings: readonly string[];
}

/** The folder of a project that is named by its folder or its project file. */
export function projectFolderOf(path: string): string {
  return basename(path) === PROJECT_FILE ? dirname(path) : path;
}

/** Where a project folder keeps its character's original file. */
export function characterPath({ hash, fileName }: ProjectData['character']): string {
  return `characters/${hash}${extname(fileName).toLowerCase() === '.vrm' ? '.vrm' : '.glb'}`;
}

/**
 * Reads a project folder. A pose, clip or rig that cannot be read is left out and told. Throws an `Error` with one sentence when there
 * is no project, its file is damaged, or a newer Limber wrote it.
 */
export async function readProjectFolder(folder: string): Promise<ReadProjectFolder> {
  await finishChange(folder);
  const revision = revisionOf(await readFile(join(folder, PROJECT_FILE)).catch(() => ''));
  const head = await readHead(folder);
  const warnings: string[] = [];
  const read = (kind: PartKind, ids: readonly string[]) => readParts(folder, kind, ids, warnings);
  const raw = migrateProject({
    ...head,
    poses: await read('poses', head.poses),
    clips: await read('clips', head.clips),
    rig: (await read('rigs', [head.character.hash]))[0] ?? DEFAULT_RIG_SETTINGS,
  });
  const rig = validParts('rigs', [raw['rig']], rigSettingsDataSchema, warnings)[0] ?? DEFAULT_RIG_SETTINGS;
  const poses = validParts('poses', raw['poses'], savedPoseDataSchema, warnings);
  const clips = validParts('clips', raw['clips'], clipDataSchema, warnings);
  const { poses: _poses, clips: _clips, rig: _rig, ...own } = raw;
  const parsed = projectHeadSchema.safeParse(own);
  if (!parsed.success) throw damaged(folder, explainProblem(parsed.error, `its file ${PROJECT_FILE}`));
  return { project: { ...parsed.data, rig, poses, clips }, revision, warnings };
}

/**
 * Writes a project into a folder, as one step: it holds the old project or the new one, whatever happens meanwhile. `readCharacter` is
 * asked for the character's original bytes when the folder does not have them. Files of poses and clips that the project no longer has
 * are removed; files that nobody could read stay. Gives the folder's new revision. Throws an `Error` with one sentence.
 */
export async function writeProjectFolder(
  folder: string,
  project: ProjectData,
  readCharacter: () => Promise<Uint8Array>,
): Promise<string> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new Error(`the folder "${folder}" could not be made: ${messageOf(error)}`, { cause: error });
  });
  await finishChange(folder);
  const before = await readHeadToReplace(folder);
  const writes = partFiles(project);
  const removals = before ? await staleParts(folder, before, writes) : [];
  const character = characterPath(project.character);
  if (!(await exists(join(folder, character)))) writes.set(character, await readCharacter());
  const { poses, clips, rig: _, ...own } = project;
  const head = layOutJson({ ...own, poses: idsOf(poses), clips: idsOf(clips) });
  writes.set(PROJECT_FILE, head);
  await changeFolder(folder, { writes, removals });
  return revisionOf(head);
}

/**
 * Writes what changed since the folder had `revision`, in the same way: only the files of what changed are looked at. Gives the new
 * revision; null, and writes nothing, when the folder is at another one, lacks files of it, or when the change concerns all of it.
 * Throws an `Error` with one sentence.
 */
export async function changeProjectFolder(
  folder: string,
  revision: string,
  { changed, poses, clips }: ProjectChange,
): Promise<string | null> {
  await finishChange(folder);
  const text = await readFile(join(folder, PROJECT_FILE)).catch(() => null);
  if (!text || revisionOf(text) !== revision || changed.character || changed.poses || changed.clips) return null;
  const before = await readHead(folder);
  if (before['version'] !== PROJECT_VERSION || !(await hasAllParts(folder, before))) return null;
  const { rig, ...fields } = changed;
  const { poses: poseIds, clips: clipIds, ...rest } = before;
  const own = projectHeadSchema.safeParse({ ...rest, ...fields });
  if (!own.success) return null;
  const writes = changedPartFiles({ hash: before.character.hash, rig, poses, clips });
  const head = layOutJson({
    ...own.data,
    poses: idsAfter(poseIds, poses),
    clips: idsAfter(clipIds, clips),
  });
  writes.set(PROJECT_FILE, head);
  const stale = partPaths([...(poses?.removed ?? []), ...(poses?.put ?? []).map(({ item }) => item.id)], clips?.removed ?? []);
  await changeFolder(folder, { writes, removals: stale.filter((path) => !writes.has(path)) });
  return revisionOf(head);
}

/** Whether the files of every part that the project file names are there. */
async function hasAllParts(folder: string, { poses, clips, character }: ProjectHead): Promise<boolean> {
  const wanted = { poses, clips, rigs: [character.hash] };
  const complete = await inParallel(Object.entries(wanted), async ([kind, ids]) => {
    const names = new Set(await readdir(join(folder, kind)).catch(() => []));
    return ids.every((id) => names.has(basename(partPath(kind as PartKind, id))));
  });
  const characters = await readdir(join(folder, 'characters')).catch(() => []);
  return complete.every(Boolean) && characters.some((name) => name.startsWith(character.hash));
}

function idsAfter(ids: readonly string[], change: ListChange<{ readonly id: string }> | undefined): string[] {
  const list = ids.map((id) => ({ id }));
  return idsOf(change ? applyListChange(list, change) : list);
}

/** SHA-256 of the project file. */
function revisionOf(head: string | Uint8Array): string {
  return createHash('sha256').update(head).digest('hex');
}

async function readParts(folder: string, kind: PartKind, ids: readonly string[], warnings: string[]): Promise<unknown[]> {
  const parts = await inParallel(ids, async (id) => {
    try {
      return await readPart(folder, kind, id);
    } catch (error) {
      warnings.push(`${partPath(kind, id)} was left out: ${messageOf(error)}.`);
      return null;
    }
  });
  return parts.filter((part) => part !== null);
}

function validParts<Part>(kind: PartKind, parts: unknown, schema: z.ZodType<Part>, warnings: string[]): Part[] {
  const list: readonly unknown[] = Array.isArray(parts) ? parts : [];
  return list.flatMap((part) => {
    const valid = schema.safeParse(part);
    if (valid.success) return [valid.data];
    const name =
      typeof part === 'object' && part !== null && 'id' in part ? partPath(kind, String(part.id)) : `A file in ${kind}/`;
    warnings.push(`${name} was left out: ${explainProblem(valid.error)}.`);
    return [];
  });
}

/** Files of the folder's present project that the new one does not write, except those of parts that nobody could read. */
async function staleParts(folder: string, before: ProjectHead, writes: ReadonlyMap<string, unknown>): Promise<string[]> {
  const mayGo = async (kind: PartKind, ids: readonly string[]) => {
    const isKept = (id: string) => writes.has(partPath(kind, id));
    const mine = await inParallel(ids, async (id) => isKept(id) || readPart(folder, kind, id).then(Boolean, () => false));
    return ids.filter((_, i) => mine[i]);
  };
  const paths = partPaths(await mayGo('poses', before.poses), await mayGo('clips', before.clips));
  return paths.filter((path) => !writes.has(path));
}

function idsOf(list: readonly { readonly id: string }[]): string[] {
  return list.map(({ id }) => id);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
