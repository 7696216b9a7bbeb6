import type { Clip } from '../../core/animation/clip.ts';
import { retargetClip } from '../../core/animation/retarget-clip.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import { sampleMotion } from '../../core/library/from-motion.ts';
import type {
  BroughtMotion,
  MotionInfo,
  MotionReference,
  RetargetChoices,
  RetargetRequest,
  SampledPose,
  SampleRequest,
} from '../contract.ts';
import { refuseUneven } from '../../core/formats/clips/uneven-bones.ts';
import { readGltf } from '../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../core/formats/gltf/gltf-scene.ts';
import type { ComparedFile } from '../files/write-and-compare.ts';
import { showsFloor } from '../../core/formats/clips/source-rest.ts';
import { readMotionFile, sourceOf, type MotionFile } from './motion-file.ts';
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

/** `files` holds the bytes of every character by its hash. */
type MotionTask =
  | { readonly kind: 'retarget'; readonly files: Files; readonly request: RetargetRequest }
  | { readonly kind: 'samplePoses'; readonly files: Files; readonly request: SampleRequest };

export type Files = ReadonlyMap<string, Uint8Array>;

export type JobResult<Task extends JobTask> = Results[Task['kind']];

interface Results extends FolderResults {
  readonly openFile: ReadCharacter;
  readonly openBytes: ReadCharacter;
  readonly listMotions: readonly MotionInfo[];
  readonly readMotion: Clip;
  readonly retarget: BroughtMotion;
  readonly samplePoses: readonly SampledPose[];
  readonly exportClip: ComparedFile;
  readonly exportScene: ComparedFile;
  readonly exportPose: ComparedFile;
}

/** Shares of the work after which it is told: the character is read, all motions are on it. */
const READING_SHARE = 0.1;
const RETARGET_SHARE = 0.8;
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
    case 'samplePoses':
      return performMotion(task, tell);
    case 'exportClip':
    case 'exportScene':
    case 'exportPose':
      return performExport(task, tell);
  }
}

function performMotion(task: MotionTask, tell: (progress: number) => void): BroughtMotion | readonly SampledPose[] {
  const { files, request } = task;
  const scene = readCharacterScene(readGltf(bytesOf(files, request.characterHash)));
  const target = buildRig(scene, request.rig);
  refuseUneven('the character', scene, target);
  const sources = new Map<string, MotionFile>();
  const bring = (motion: MotionReference, choices: RetargetChoices, onShare: (share: number) => void) => {
    const { rest: choice, known, bones, keepsFirst = false, ...options } = choices;
    const file = sources.get(motion.characterHash) ?? readMotionFile(bytesOf(files, motion.characterHash), undefined, bones);
    sources.set(motion.characterHash, file);
    const read = sourceOf(
      file,
      motion.index,
      { ...(choice !== undefined && { rest: choice }), ...(known && { known }) },
      keepsFirst,
    );
    const { rig, clip, places, rest, rests, skeletonRest, leavesFirst } = read;
    const brought = retargetClip(rig, clip, target, {
      ...options,
      places,
      sourceStands: showsFloor(rest),
      onProgress: onShare,
    });
    return { ...brought, rest, rests, skeletonRest, leavesFirst };
  };
  tell(READING_SHARE);
  if (task.kind === 'retarget') {
    return bring(task.request.source, task.request.options, (share) => tell(READING_SHARE + (1 - READING_SHARE) * share));
  }
  const { sources: motions, fps = 10, difference = 0.08, mirrored = false } = task.request;
  const clips = motions.map((motion, i) => {
    const { clip } = bring(motion, { limits: true, ...(motion.known && { known: motion.known }) }, (share) =>
      tell(READING_SHARE + ((RETARGET_SHARE - READING_SHARE) * (i + share)) / motions.length),
    );
    return { ...clip, id: `${clip.id}-${i + 1}`, name: motion.name ?? clip.name };
  });
  const poses = sampleMotion(target, clips, {
    fps,
    difference,
    mirrored,
    onProgress: (done, all) => tell(RETARGET_SHARE + ((1 - RETARGET_SHARE) * done) / all),
  });
  return poses.map(({ id, name, tags, folder, joints, pose }) => ({ id, name, tags, folder, joints, pose: [...pose] }));
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

function bytesOf(files: Files, hash: string): Uint8Array {
  const bytes = files.get(hash);
  if (!bytes) throw new Error('the file was not sent with the job');
  return bytes;
}
