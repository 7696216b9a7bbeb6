import type { Clip } from '../../core/animation/clip.ts';
import type { MotionInfo } from '../contract.ts';
import type { ComparedFile } from '../files/write-and-compare.ts';
import { performMotion, type MotionResults, type MotionTask } from './motion-tasks.ts';
import { performExport, type ExportTask } from './export-tasks.ts';
import {
  performMotionReading,
  performFolderTask,
  performOpening,
  type MotionReadingTask,
  type FolderResults,
  type FolderTask,
  type OpenTask,
  type ReadCharacter,
} from './reading-tasks.ts';

/** What a job gets: plain values that can be sent to another thread. */
export type JobTask = OpenTask | FolderTask | MotionReadingTask | MotionTask | ExportTask;

export type JobResult<Task extends JobTask> = Results[Task['kind']];

interface Results extends FolderResults, MotionResults {
  readonly openFile: ReadCharacter;
  readonly openBytes: ReadCharacter;
  readonly listMotions: readonly MotionInfo[];
  readonly readMotion: Clip;
  readonly exportClip: ComparedFile;
  readonly exportScene: ComparedFile;
  readonly exportPose: ComparedFile;
}

/** Progress is told in steps of at least this share. */
const TOLD_STEP = 0.01;

/** Does a job on this thread. `onProgress` hears how far it is, 0 to 1. Throws an `Error` with one sentence. */
export function performJob(
  task: JobTask,
  onProgress: (progress: number) => void,
): JobResult<JobTask> | Promise<JobResult<JobTask>> {
  const tell = inSteps(onProgress);
  switch (task.kind) {
    case 'openFile':
    case 'openBytes':
      return performOpening(task);
    case 'openProject':
    case 'readProjectPoses':
    case 'planSave':
    case 'openLibrary':
    case 'planLibrarySave':
    case 'lookForNews':
    case 'readJournal':
    case 'shortenJournal':
      return performFolderTask(task, undefined, tell);
    case 'listMotions':
    case 'readMotion':
      return performMotionReading(task);
    case 'retarget':
    case 'retargetTogether':
    case 'samplePoses':
      return performMotion(task, tell);
    case 'exportClip':
    case 'exportScene':
    case 'exportPose':
      return performExport(task, tell);
  }
}

/** Passes on only what is a step more than what was told last, and the end. */
function inSteps(tell: (progress: number) => void): (progress: number) => void {
  let told = -1;
  return (progress) => {
    if (progress < 1 && progress < told + TOLD_STEP) return;
    told = progress;
    tell(progress);
  };
}
