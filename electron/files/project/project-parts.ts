import { join } from 'node:path';
import type { ListChange } from '../../../core/document/list-change.ts';
import {
  PROJECT_VERSION,
  type ClipData,
  type ProjectData,
  type RigSettingsData,
  type SavedPoseData,
} from '../../../core/document/project-data.ts';
import { parseJsonObject } from '../storage/json-text.ts';
import { layOutJson } from '../storage/lay-out-json.ts';
import { readWholeFile } from '../storage/read-file.ts';

/** A project's poses, clips and rig settings are files of their own. */
export type PartKind = 'poses' | 'clips' | 'rigs';

export type RawPart = Readonly<Record<string, unknown>>;

export const DEFAULT_RIG_SETTINGS: RigSettingsData = { preset: 'standard', corrections: {}, limits: {}, stiffness: {} };

const PNG_PREFIX = 'data:image/png;base64,';
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const LARGEST_THUMBNAIL = 2_000_000;

export function partPath(kind: PartKind, id: string): string {
  return `${kind}/${id}.json`;
}

function imagePath(id: string): string {
  return `poses/${id}.png`;
}

/** The files of a project's parts, by their paths in the project folder. */
export function partFiles({ poses, clips, rig, character }: ProjectData): Map<string, Uint8Array | string> {
  return filesOf({ hash: character.hash, rig, poses, clips });
}

interface ChangedParts {
  readonly hash: string;
  readonly rig: RigSettingsData | undefined;
  readonly poses: ListChange<SavedPoseData> | undefined;
  readonly clips: ListChange<ClipData> | undefined;
}

/** The files of those parts that a change puts there; `hash` is that of the character's bytes. */
export function changedPartFiles({ hash, rig, poses, clips }: ChangedParts): Map<string, Uint8Array | string> {
  const itemsOf = <Item extends { readonly id: string }>(change: ListChange<Item> | undefined) =>
    (change?.put ?? []).map(({ item }) => item);
  return filesOf({ hash, rig, poses: itemsOf(poses), clips: itemsOf(clips) });
}

interface Parts {
  readonly hash: string;
  readonly rig: RigSettingsData | undefined;
  readonly poses: readonly SavedPoseData[];
  readonly clips: readonly ClipData[];
}

function filesOf({ hash, rig, poses, clips }: Parts): Map<string, Uint8Array | string> {
  const files = new Map<string, Uint8Array | string>();
  if (rig) files.set(partPath('rigs', hash), layOutPart({ ...rig }));
  for (const clip of clips) files.set(partPath('clips', clip.id), layOutPart({ ...clip }));
  for (const { thumbnail, ...pose } of poses) {
    files.set(partPath('poses', pose.id), layOutPart(pose));
    if (thumbnail !== '') files.set(imagePath(pose.id), Buffer.from(thumbnail.slice(PNG_PREFIX.length), 'base64'));
  }
  return files;
}

/** Every path that the parts with these ids may have. */
export function partPaths(poses: readonly string[], clips: readonly string[]): string[] {
  return [...poses.flatMap((id) => [partPath('poses', id), imagePath(id)]), ...clips.map((id) => partPath('clips', id))];
}

/** One part's JSON, not yet validated. Throws an `Error` with one sentence when it cannot be used at all. */
export async function readPart(folder: string, kind: PartKind, id: string): Promise<RawPart> {
  const path = partPath(kind, id);
  const { version, ...part } = parseJsonObject(await readWholeFile(join(folder, path)), `its content`);
  if (typeof version !== 'number' || !(version <= PROJECT_VERSION)) {
    throw new Error(
      `its version is ${JSON.stringify(version) ?? 'missing'}, and this Limber reads versions up to ${PROJECT_VERSION}`,
    );
  }
  if (kind !== 'rigs' && part['id'] !== id)
    throw new Error(`its id is ${JSON.stringify(part['id']) ?? 'missing'}, expected "${id}"`);
  return kind === 'poses' ? { ...part, thumbnail: await readThumbnail(folder, id) } : part;
}

/** A pose without a picture, or with a damaged one, is still a pose. */
async function readThumbnail(folder: string, id: string): Promise<SavedPoseData['thumbnail']> {
  try {
    const bytes = Buffer.from(await readWholeFile(join(folder, imagePath(id))));
    const isImage = bytes.byteLength <= LARGEST_THUMBNAIL && bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE);
    return isImage ? PNG_PREFIX + bytes.toString('base64') : '';
  } catch {
    return '';
  }
}

function layOutPart(part: RawPart): string {
  return layOutJson({ version: PROJECT_VERSION, ...part });
}
