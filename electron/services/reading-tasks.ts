import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Clip } from '../../core/animation/clip.ts';
import { packPoses, type PackedPoses } from '../../core/document/packed-poses.ts';
import type { RigSettings } from '../../core/document/project.ts';
import type { Step } from '../../core/document/step.ts';
import type { BvhReading } from '../../core/formats/bvh/bvh-reading.ts';
import type { MotionInfo } from '../contract.ts';
import { frameRateOf } from '../../core/formats/clips/clip-import.ts';
import { readAnimations } from '../../core/formats/gltf/gltf-animation.ts';
import { peopleInFile } from '../../core/formats/clips/people-in-file.ts';
import { readCharacterScene } from '../../core/formats/gltf/gltf-scene.ts';
import { readGltf } from '../../core/formats/gltf/gltf-asset.ts';
import type { BvhReadingOverrides } from '../../core/formats/read-character.ts';
import { openCharacterFile, type OpenedFile } from '../../core/formats/open-character.ts';
import { siblingsOf } from '../files/siblings.ts';
import type { NamedRest } from '../../core/formats/clips/named-rest.ts';
import { readingBeside, restBeside } from '../files/takes-beside.ts';
import {
  readJournalFile,
  shortenJournal,
  type JournalFile,
  type JournalTask,
  type ShorteningTask,
} from '../files/project/journal-file.ts';
import {
  planLibrarySave,
  readLibraryFolder,
  type LibraryReadingTask,
  type LibrarySavePlan,
  type LibrarySaveTask,
  type ReadLibraryFolder,
} from '../files/project/library-folder.ts';
import { planSave, type SavePlan, type SaveTask } from '../files/project/plan-save.ts';
import { openedFolderOf, readProjectFolder, readProjectPoses, type ReadProjectFolder } from '../files/project/project-folder.ts';
import { readSteps } from '../files/project/step-log.ts';
import { stepsThatLedTo } from '../files/project/steps.ts';
import { lookForNews, type LookedAt, type LookTask } from '../files/project/project-news.ts';
import type { ReadBudget } from '../files/storage/folder-access.ts';
import { readWholeFileSync } from '../files/storage/read-file.ts';
import { clipOf, readMotionFile } from './motion-file.ts';

/** Files that are opened: from the disk with what lies beside them, or from bytes. */
export type OpenTask =
  | { readonly kind: 'openFile'; readonly path: string; readonly bvh?: Partial<BvhReading> | undefined }
  | {
      readonly kind: 'openBytes';
      readonly fileName: string;
      readonly bytes: Uint8Array;
      readonly bvh?: BvhReadingOverrides | undefined;
    };

/** The motions of a character's bytes; `index` chooses one. */
export type MotionReadingTask =
  | { readonly kind: 'listMotions'; readonly bytes: Uint8Array }
  | { readonly kind: 'readMotion'; readonly bytes: Uint8Array; readonly index: number; readonly rig: RigSettings };

/** A project by its folder or its file, with the own state of one user. */
export interface ProjectReadingTask {
  readonly kind: 'openProject';
  readonly path: string;
  readonly user: string;
  /** Of more poses only so many are read. */
  readonly mostPoses: number;
  /** The logs whose steps can be taken back. Default: all of the user's. */
  readonly logs?: readonly number[] | undefined;
}

/** All poses of a project's folder, in the order of one user. */
export interface PoseReadingTask {
  readonly kind: 'readProjectPoses';
  readonly folder: string;
  readonly user: string;
}

/** What reads the folders of projects and libraries, and journals. */
export type FolderTask =
  | ProjectReadingTask
  | PoseReadingTask
  | SaveTask
  | LibraryReadingTask
  | LibrarySaveTask
  | LookTask
  | JournalTask
  | ShorteningTask;

export interface FolderResults {
  readonly openProject: PackedProject;
  readonly readProjectPoses: PackedLibrary;
  readonly planSave: SavePlan | null;
  readonly openLibrary: PackedLibrary;
  readonly planLibrarySave: LibrarySavePlan;
  readonly lookForNews: LookedAt;
  readonly readJournal: JournalFile;
  readonly shortenJournal: { readonly bytes: Uint8Array | null };
}

/** A project's folder as it was read, with its poses packed: `project` holds none. */
export interface PackedProject extends ReadProjectFolder {
  readonly poses: PackedPoses;
  /** What scripts and assistants did last, see `OpenedProject`. */
  readonly steps: readonly Step[];
}

/** The poses of a library or a project as they were read, packed. */
export interface PackedLibrary extends Omit<ReadLibraryFolder, 'poses'> {
  readonly poses: PackedPoses;
}

export interface ReadCharacter extends OpenedFile {
  /** How its skeleton rests as the takes beside it tell; missing where they tell nothing. */
  readonly restOfTakes?: NamedRest;
  /** SHA-256 of the bytes, lower-case hexadecimal. */
  readonly hash: string;
}

/** Throws an `Error` with one sentence. */
export function performOpening(task: OpenTask): ReadCharacter {
  const file =
    task.kind === 'openFile' ? openFile(task.path, task.bvh) : openCharacterFile(task.fileName, task.bytes, undefined, task.bvh);
  return { ...file, hash: createHash('sha256').update(file.bytes).digest('hex') };
}

function openFile(path: string, bvh: Partial<BvhReading> | undefined): Omit<ReadCharacter, 'hash'> {
  const bytes = readWholeFileSync(path);
  const file = openCharacterFile(basename(path), bytes, siblingsOf(path), { ...readingBeside(path, bytes, bvh), ...bvh });
  const restOfTakes = restBeside(path, file);
  return { ...file, ...(restOfTakes && { restOfTakes }) };
}

/** Throws an `Error` with one sentence. */
export function performMotionReading(task: MotionReadingTask): readonly MotionInfo[] | Clip {
  if (task.kind === 'readMotion') return clipOf(readMotionFile(task.bytes, { settings: task.rig }), task.index);
  const asset = readGltf(task.bytes);
  const { animations } = readAnimations(asset);
  const people = animations.length === 0 ? 0 : peopleInFile(readCharacterScene(asset)).length;
  return animations.map((each) => ({
    name: each.name,
    duration: each.end - each.start,
    fps: frameRateOf(each),
    ...(people > 1 && { people }),
  }));
}

/** Rejects with an `Error` with one sentence. What is read is taken from `budget`; `tell` hears how far longer work is, 0 to 1. */
export function performFolderTask<Task extends FolderTask>(
  task: Task,
  budget?: ReadBudget,
  tell?: (share: number) => void,
): Promise<FolderResults[Task['kind']]>;
export async function performFolderTask(
  task: FolderTask,
  budget?: ReadBudget,
  tell?: (share: number) => void,
): Promise<FolderResults[FolderTask['kind']]> {
  switch (task.kind) {
    case 'openProject':
      return readPacked(task, budget);
    case 'readProjectPoses': {
      const { poses, ...read } = await readProjectPoses(task.folder, task.user, undefined, budget);
      return { ...read, poses: packPoses(poses) };
    }
    case 'planSave':
      return planSave(task, budget);
    case 'openLibrary': {
      const { poses, ...read } = await readLibraryFolder(task, budget);
      return { ...read, poses: packPoses(poses) };
    }
    case 'planLibrarySave':
      return planLibrarySave(task, budget);
    case 'lookForNews':
      return lookForNews(task, budget);
    case 'readJournal':
      return readJournalFile(task, budget, tell);
    case 'shortenJournal':
      return shortenJournal(task, budget);
  }
}

async function readPacked(
  { path, user, mostPoses, logs }: ProjectReadingTask,
  budget: ReadBudget | undefined,
): Promise<PackedProject> {
  const done = await readSteps(openedFolderOf(path), user, logs);
  // Whether the project is as steps left it, only all of it can tell.
  const { project, ...read } = await readProjectFolder(path, user, undefined, budget, done.length === 0 ? mostPoses : Infinity);
  const steps = stepsThatLedTo(project, done);
  return { ...read, project: { ...project, poses: [] }, poses: packPoses(project.poses), steps };
}
