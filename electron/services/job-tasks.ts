import { retargetClip } from '../../core/animation/retarget-clip.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { sampleMotion } from '../../core/library/from-motion.ts';
import type { CharacterScene } from '../../core/skeleton/scene.ts';
import type {
  BroughtMotion,
  MotionReference,
  RestChoice,
  RetargetChoices,
  RetargetRequest,
  SampledPose,
  SampleRequest,
} from '../contract.ts';
import { readAnimations, type FileAnimation } from '../files/gltf/gltf-animation.ts';
import { motionSource, type MotionSourceClip } from '../files/clips/motion-source.ts';
import { readGltf, type GltfAsset } from '../files/gltf/gltf-asset.ts';
import { readCharacterScene } from '../files/gltf/gltf-scene.ts';
import { motionId } from '../files/clips/motion-id.ts';
import type { ComparedFile } from '../files/clips/write-and-compare.ts';
import { performExport, type ExportTask } from './export-tasks.ts';

/** What a job gets: plain values that can be sent to another thread. */
export type JobTask = MotionTask | ExportTask;

/** `files` holds the bytes of every character by its hash. */
type MotionTask =
  | { readonly kind: 'retarget'; readonly files: Files; readonly request: RetargetRequest }
  | { readonly kind: 'samplePoses'; readonly files: Files; readonly request: SampleRequest };

export type Files = ReadonlyMap<string, Uint8Array>;

export type JobResult<Task extends JobTask> = Task extends { kind: 'retarget' }
  ? BroughtMotion
  : Task extends { kind: 'samplePoses' }
    ? readonly SampledPose[]
    : ComparedFile;

/** Shares of the work after which it is told: the character is read, all motions are on it. */
const READING_SHARE = 0.1;
const RETARGET_SHARE = 0.8;
/** Progress is told in steps of at least this share. */
const TOLD_STEP = 0.01;

/** Does a job on this thread. `onProgress` hears how far it is, 0 to 1. Throws an `Error` with one sentence. */
export function performJob(task: JobTask, onProgress: (progress: number) => void): JobResult<JobTask> {
  const tell = inSteps(onProgress);
  return task.kind === 'retarget' || task.kind === 'samplePoses' ? performMotion(task, tell) : performExport(task, tell);
}

function performMotion(task: MotionTask, tell: (progress: number) => void): BroughtMotion | readonly SampledPose[] {
  const { files, request } = task;
  const target = buildRig(readCharacterScene(readGltf(bytesOf(files, request.characterHash))), request.rig);
  const sources = new Map<string, MotionFile>();
  const bring = (motion: MotionReference, choices: RetargetChoices, onShare: (share: number) => void) => {
    const file = sources.get(motion.characterHash) ?? readMotionFile(bytesOf(files, motion.characterHash));
    sources.set(motion.characterHash, file);
    const { rest: choice, ...options } = choices;
    const { rig, clip, rest, rests } = sourceOf(file, motion.index, choice);
    const brought = retargetClip(rig, clip, target, {
      ...options,
      sourceStands: rest.stands && rest.choice !== 'tPose',
      onProgress: onShare,
    });
    return { ...brought, rest, rests };
  };
  tell(READING_SHARE);
  if (task.kind === 'retarget') {
    return bring(task.request.source, task.request.options, (share) => tell(READING_SHARE + (1 - READING_SHARE) * share));
  }
  const { sources: motions, fps = 10, difference = 0.08 } = task.request;
  const clips = motions.map((motion, i) => {
    const { clip } = bring(motion, { limits: true }, (share) =>
      tell(READING_SHARE + ((RETARGET_SHARE - READING_SHARE) * (i + share)) / motions.length),
    );
    return { ...clip, id: `${clip.id}-${i + 1}` };
  });
  const poses = sampleMotion(target, clips, {
    fps,
    difference,
    onProgress: (done, all) => tell(RETARGET_SHARE + ((1 - RETARGET_SHARE) * done) / all),
  });
  return poses.map(({ id, name, tags, joints, pose }) => ({ id, name, tags, joints, pose: [...pose] }));
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

interface MotionFile {
  readonly asset: GltfAsset;
  readonly rig: Rig;
  readonly scene: CharacterScene;
  readonly animations: readonly FileAnimation[];
}

function readMotionFile(bytes: Uint8Array): MotionFile {
  const asset = readGltf(bytes);
  const scene = readCharacterScene(asset);
  return { asset, rig: buildRig(scene), scene, animations: readAnimations(asset).animations };
}

function sourceOf({ asset, rig, scene, animations }: MotionFile, index: number, rest: RestChoice | undefined): MotionSourceClip {
  const animation = animations[index];
  if (!animation) throw new Error(`the file holds ${animations.length} motions, so there is none with the number ${index}`);
  const source = motionSource(asset, scene, rig, animation, rest);
  return { ...source, clip: { ...source.clip, id: motionId(animation.name) } };
}

function bytesOf(files: Files, hash: string): Uint8Array {
  const bytes = files.get(hash);
  if (!bytes) throw new Error('the file was not sent with the job');
  return bytes;
}
