import { stat } from 'node:fs/promises';
import { encode } from '@msgpack/msgpack';
import { packChange } from '../../../core/document/packed-change.ts';
import { packPoses, type PackedPoses } from '../../../core/document/packed-poses.ts';
import { filesBeside } from '../../../core/document/files-beside.ts';
import type { ClipData, ProjectData, TrackData } from '../../../core/document/project-data.ts';
import type { JournalView, UnsavedWork } from '../../contract.ts';
import type { ReadBudget } from '../storage/folder-access.ts';
import { readWholeFile } from '../storage/read-file.ts';
import { journalLine, readJournal, wholeEntry, type ReadJournal, type Recovered } from './journal-lines.ts';
import { readProjectFolder } from './project-folder.ts';

/** A journal to read. */
export interface JournalTask {
  readonly kind: 'readJournal';
  readonly path: string;
}

/** A journal to make one entry of, called `label`. */
export interface ShorteningTask {
  readonly kind: 'shortenJournal';
  readonly path: string;
  readonly label: string;
}

/** What is told of unsaved work, without the work. */
export interface LeftWork extends Pick<ReadJournal, 'folder' | 'edits' | 'view' | 'length'> {
  /** Of the project. */
  readonly name: string;
  readonly character: ProjectData['character'];
  /** The files of its other actors and of its props. */
  readonly actors: readonly ProjectData['character'][];
  readonly view: JournalView | null;
}

export interface JournalFile {
  /** Null when its first line cannot begin a journal. */
  readonly left: LeftWork | null;
  /** The work: {@link UnsavedWork} as MessagePack; empty where there is none. */
  readonly bytes: Uint8Array;
  /** Whether it ever got a line. */
  readonly hasLine: boolean;
}

/** Share of the work after which the journal and what is saved are read. */
const READ_SHARE = 0.9;

/**
 * Reads a journal's file. What is read is taken from `budget`; `tell` hears how far it is. Rejects as {@link readJournal} does, and when the
 * file may not be read.
 */
export async function readJournalFile(
  { path }: JournalTask,
  budget?: ReadBudget,
  tell?: (share: number) => void,
): Promise<JournalFile> {
  const { read, hasLine } = await readFile(path, budget, tell && ((share) => tell(READ_SHARE * share)));
  if (!read) return { left: null, bytes: new Uint8Array(0), hasLine };
  const { project, folder, edits, view, length } = read;
  const actors = filesBeside(project);
  const left = { name: project.name, character: project.character, actors, folder, edits, view, length };
  return { left, bytes: packed(unsavedWork(read)), hasLine };
}

/** Bytes that a pose takes beside its numbers, as a first guess: its words, and the revision of its file. */
const WORDS = 256;
/** Bytes of a number, and those of a track beside its numbers, as a first guess. */
const NUMBER = 9;

function packed(work: UnsavedWork): Uint8Array {
  const { poses, clips } = work.saved?.change ?? {};
  const ofPoses = ({ items, numbers }: PackedPoses) => numbers.byteLength + WORDS * items.length;
  const ofTrack = ({ times, values }: TrackData) => WORDS + NUMBER * (times.length + values.length);
  const ofClip = ({ tracks }: ClipData) => WORDS + sum(tracks.map(ofTrack));
  const changedClips = clips?.put.map(({ item }) => item) ?? [];
  const initialBufferSize =
    2048 + ofPoses(work.poses) + (poses ? ofPoses(poses.put) : 0) + sum([...work.project.clips, ...changedClips].map(ofClip));
  return encode(work, { ignoreUndefined: true, initialBufferSize });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** The line that can stand for all of a journal; none where nothing of it can be read. Rejects as {@link readJournalFile} does. */
export async function shortenJournal(
  { path, label }: ShorteningTask,
  budget?: ReadBudget,
): Promise<{ readonly bytes: Uint8Array | null }> {
  const { read } = await readFile(path, budget);
  return { bytes: read && journalLine(wholeEntry(label, read)) };
}

async function readFile(
  path: string,
  budget?: ReadBudget,
  tell?: (share: number) => void,
): Promise<{ readonly read: ReadJournal | null; readonly hasLine: boolean }> {
  if (budget) budget.left -= (await stat(path)).size;
  if (budget && budget.left < 0) throw new Error('the journal is longer than may be read at once');
  const bytes = await readWholeFile(path);
  const readSaved = (folder: string, onShare: (share: number) => void) =>
    readProjectFolder(folder, undefined, undefined, budget, undefined, onShare);
  const read = await readJournal(bytes, readSaved, tell);
  return { read, hasLine: bytes.includes(NEWLINE) };
}

function unsavedWork({ project, saved }: Recovered): UnsavedWork {
  const { poses, ...fields } = saved?.project ?? project;
  return {
    project: { ...fields, poses: [] },
    poses: packPoses(poses),
    saved: saved && { revisions: saved.revisions, change: packChange(saved.change) },
  };
}

const NEWLINE = 0x0a;
