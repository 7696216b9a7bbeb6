import { pictureFile } from '../../../core/library/saved-pose.ts';
import { type ListKind } from '../../../core/document/list-kinds.ts';
import { LEFT_OUT, partPath } from '../../../core/document/part-paths.ts';
import type { SavedPoseData } from '../../../core/document/project-data.ts';
import type { FolderAccess, FoundFile } from '../storage/folder-access.ts';
import { inParallel } from '../storage/in-parallel.ts';
import { isId } from '../storage/basic-schemas.ts';
import { isPicture, picturePath, readPose, revisionOf } from './project-parts.ts';

const NO_NAME = 'its name may hold letters, digits, "-" and "_", and not be a field of every object, as "constructor"';

/** A file as it was read. */
export interface SeenFile {
  readonly stamp: string;
  readonly revision: string;
}

/** What a project may be, beyond the limits of each of its files. */
export interface ProjectLimits {
  /** Bytes of all its files together; beyond, the window could not hold them either. */
  readonly bytes: number;
  /** Files in one of its folders: poses with their pictures, say. */
  readonly files: number;
}

const USUAL_LIMITS: ProjectLimits = { bytes: 2 ** 30, files: 400_000 };

/** The reading of a folder. */
export interface Reading {
  readonly access: FolderAccess;
  readonly limits: ProjectLimits;
  /** Bytes that were read so far. */
  bytes: number;
  readonly seen: Map<string, SeenFile>;
  /** Files that cannot be used. */
  readonly leftOut: Set<string>;
  readonly warnings: string[];
  /** Hears how many of the poses were read, 0 to 1. */
  readonly tell: (share: number) => void;
}

export function startReading(access: FolderAccess, limits: ProjectLimits = USUAL_LIMITS, tell = (_share: number) => {}): Reading {
  return { access, limits, bytes: 0, seen: new Map(), leftOut: new Set(), warnings: [], tell };
}

/** The revisions of the files that were read; {@link LEFT_OUT} for those that cannot be used. */
export function revisionsOf({ seen, leftOut }: Reading): Record<string, string> {
  const read = [...seen].map(([path, { revision }]) => [path, revision] as const);
  return Object.fromEntries([...read, ...[...leftOut].map((path) => [path, LEFT_OUT] as const)]);
}

/** Null when there is no such file, and when it cannot be used, which is told. */
export async function readPart<Part>(
  reading: Reading,
  path: string,
  read: (found: FoundFile) => Promise<Part>,
): Promise<Part | null> {
  const { access, seen, leftOut, warnings } = reading;
  try {
    const found = await access.read(path);
    if (!found) return null;
    spend(reading, found.bytes);
    seen.set(path, { stamp: found.stamp, revision: revisionOf(found.bytes) });
    return await read(found);
  } catch (error) {
    if (error instanceof TooLargeError) throw error;
    const warning = `${path} was left out: ${error instanceof Error ? error.message : String(error)}.`;
    warnings.push(warning);
    leftOut.add(path);
    // What may not be read at all has no content to tell it from others.
    if (!seen.has(path)) seen.set(path, { stamp: '', revision: revisionOf(warning) });
    return null;
  }
}

/** A project that cannot be opened because of its size as a whole, rather than for one of its files. */
class TooLargeError extends Error {}

function spend(reading: Reading, bytes: Uint8Array): void {
  reading.bytes += bytes.byteLength;
  const most = reading.limits.bytes;
  if (reading.bytes > most) throw new TooLargeError(`the project's files have more than the ${most} bytes that can be opened`);
}

/** The parts whose files lie in one of the folders, by their names. Default `ids`: all of them. */
export async function readList<Part extends { readonly name: string }>(
  reading: Reading,
  kind: ListKind,
  read: (id: string, found: FoundFile) => Promise<Part>,
  ids?: readonly string[],
): Promise<Part[]> {
  ids ??= (await listParts(reading, kind)).ids;
  const parts = await inParallel(ids, (id) => readPart(reading, partPath(kind, id), (found) => read(id, found)));
  const { compare } = new Intl.Collator('en', { numeric: true });
  return parts.filter((part) => part !== null).sort((a, b) => compare(a.name, b.name));
}

/** What lies in one of the folders. */
export interface ListedParts {
  /** Of its parts, in the order of their files. */
  readonly ids: readonly string[];
  /** The names of all its files. */
  readonly names: readonly string[];
}

export async function listParts({ access, limits, leftOut, warnings }: Reading, kind: ListKind): Promise<ListedParts> {
  const names = await access.list(kind).catch((error: unknown) => {
    warnings.push(`${kind}/ was left out: ${error instanceof Error ? error.message : String(error)}.`);
    return [];
  });
  const taken = new Set<string>();
  if (names.length > limits.files) {
    throw new TooLargeError(`${kind}/ holds ${names.length} files, more than the ${limits.files} that can be opened`);
  }
  // Only what remains is sorted: beside each pose lies a picture.
  const found = names.filter((name) => idOfFile(name) !== null).sort();
  // Names in small letters alone differ anyhow; with very many it takes long to keep each.
  const mayCoincide = found.some((name) => name !== name.toLowerCase());
  const ids = found.flatMap((name) => {
    const id = idOfFile(name)!;
    const folded = mayCoincide ? id.toLowerCase() : id;
    const isUsable = isId(id) && !taken.has(folded);
    if (!isUsable) {
      const problem = taken.has(folded) ? 'another file has the same name' : NO_NAME;
      warnings.push(`${kind}/${name.slice(0, 100)} was left out: ${problem}.`);
      if (isId(id)) leftOut.add(partPath(kind, id));
    }
    if (mayCoincide) taken.add(folded);
    return isUsable ? [id] : [];
  });
  return { ids, names };
}

/** The id that a file's name gives; null for files that are no part of the project. */
export function idOfFile(name: string): string | null {
  return name.endsWith('.json') && !name.startsWith('.') ? name.slice(0, -'.json'.length) : null;
}

/** The bytes of a pose's picture; null for a link, for what is no file and for what is no picture. */
export async function readPicture(access: FolderAccess, id: string): Promise<Buffer | null> {
  const found = await access.read(picturePath(id)).catch(() => null);
  return found && isPicture(found.bytes) ? found.bytes : null;
}

/** The poses of a folder, by their names; where their pictures lie is told. Default `ids`: all of them. */
export async function readPoses(reading: Reading, listed?: ListedParts, ids?: readonly string[]): Promise<SavedPoseData[]> {
  const found = listed ?? (await listParts(reading, 'poses'));
  const wanted = ids ?? found.ids;
  const named = new Set(wanted.map((id) => `${id}.png`));
  const pictures = new Set(found.names.filter((name) => named.has(name)));
  let count = 0;
  const read = async (id: string, { bytes }: FoundFile) => {
    reading.tell(++count / wanted.length);
    return readPose(id, bytes, pictures.has(`${id}.png`) ? pictureFile(id) : '');
  };
  return readList(reading, 'poses', read, wanted);
}
