import { retargetClip } from '../../core/animation/retarget-clip.ts';
import { begunTogether, bringTogether, reportTogether, type CapturedPerson } from '../../core/document/bring-together.ts';
import type { RigSettings } from '../../core/document/project.ts';
import { showsFloor } from '../../core/formats/clips/source-rest.ts';
import { refuseUneven } from '../../core/formats/clips/uneven-bones.ts';
import { readGltf } from '../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../core/formats/gltf/gltf-scene.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import { sampleMotion } from '../../core/library/from-motion.ts';
import type {
  BroughtMotion,
  BroughtTogether,
  MotionReference,
  RetargetChoices,
  RetargetRequest,
  SampledPose,
  SampleRequest,
  TogetherRequest,
} from '../contract.ts';
import { readMotionFile, sourceOf, type MotionFile } from './motion-file.ts';

/** Motions that are brought onto characters. `files` holds the bytes of every file by its hash. */
export type MotionTask =
  | { readonly kind: 'retarget'; readonly files: Files; readonly request: RetargetRequest }
  | { readonly kind: 'retargetTogether'; readonly files: Files; readonly request: TogetherRequest }
  | { readonly kind: 'samplePoses'; readonly files: Files; readonly request: SampleRequest };

export type Files = ReadonlyMap<string, Uint8Array>;

export interface MotionResults {
  readonly retarget: BroughtMotion;
  readonly retargetTogether: BroughtTogether;
  readonly samplePoses: readonly SampledPose[];
}

/** Shares of the work after which it is told: the character is read, all motions are on it. */
const READING_SHARE = 0.1;
const RETARGET_SHARE = 0.8;

type Tell = (progress: number) => void;

/** Does such a job on this thread; `tell` hears how far it is, 0 to 1. Throws an `Error` with one sentence. */
export function performMotion(task: MotionTask, tell: Tell): MotionResults[MotionTask['kind']] {
  switch (task.kind) {
    case 'retarget':
      return retarget(task.files, task.request, tell);
    case 'retargetTogether':
      return retargetTogether(task.files, task.request, tell);
    case 'samplePoses':
      return samplePoses(task.files, task.request, tell);
  }
}

function retarget(files: Files, { source, characterHash, rig, options }: RetargetRequest, tell: Tell): BroughtMotion {
  const target = targetOf(files, characterHash, rig);
  tell(READING_SHARE);
  const { captured: _, ...brought } = bring(files, source, target, options, (share) =>
    tell(READING_SHARE + (1 - READING_SHARE) * share),
  );
  return brought;
}

function retargetTogether(files: Files, { people, gives }: TogetherRequest, tell: Tell): BroughtTogether {
  const brought: (BroughtMotion & CapturedPerson)[] = [];
  for (const [i, { source, characterHash, rig, options, actor: id }] of people.entries()) {
    const target = targetOf(files, characterHash, rig);
    // All do it in one clip: at the rate of the first.
    const choices = brought[0] ? { ...options, fps: brought[0].clip.fps } : options;
    const { captured, ...each } = bring(files, source, target, choices, (share) =>
      tell((RETARGET_SHARE * (i + share)) / people.length),
    );
    brought.push({ ...each, source: captured, actor: { id, rig: target, clip: each.clip } });
  }
  const captured = begunTogether(brought);
  const placed = bringTogether(captured, gives);
  const together = reportTogether(captured, placed);
  tell(1);
  return { people: placed.map((each, i) => ({ ...each, report: brought[i]!.report })), together };
}

function samplePoses(files: Files, request: SampleRequest, tell: Tell): readonly SampledPose[] {
  const target = targetOf(files, request.characterHash, request.rig);
  tell(READING_SHARE);
  const { sources, fps = 10, difference = 0.08, mirrored = false } = request;
  const clips = sources.map((motion, i) => {
    const { clip } = bring(files, motion, target, { limits: true, ...(motion.known && { known: motion.known }) }, (share) =>
      tell(READING_SHARE + ((RETARGET_SHARE - READING_SHARE) * (i + share)) / sources.length),
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

function targetOf(files: Files, hash: string, settings: RigSettings): Rig {
  const scene = readCharacterScene(readGltf(bytesOf(files, hash)));
  const target = buildRig(scene, settings);
  refuseUneven('the character', scene, target);
  return target;
}

/** One of the motions on a character, and as it was captured. */
function bring(
  files: Files,
  motion: MotionReference,
  target: Rig,
  choices: RetargetChoices,
  onProgress: Tell,
): BroughtMotion & { readonly captured: CapturedPerson['source'] } {
  const { rest: choice, known, bones, keepsFirst = false, ...options } = choices;
  const file = fileOf(files, motion, bones);
  const { rig, clip, places, rest, rests, skeletonRest, leavesFirst } = sourceOf(
    file,
    motion.index,
    { ...(choice !== undefined && { rest: choice }), ...(known && { known }) },
    keepsFirst,
  );
  const brought = retargetClip(rig, clip, target, { ...options, places, sourceStands: showsFloor(rest), onProgress });
  return { ...brought, rest, rests, skeletonRest, leavesFirst, captured: { rig, clip } };
}

const read = new WeakMap<Files, Map<string, MotionFile>>();

/** A file is read once for all its motions. */
function fileOf(files: Files, { characterHash, person }: MotionReference, bones: RetargetChoices['bones']): MotionFile {
  const known = read.get(files) ?? new Map<string, MotionFile>();
  read.set(files, known);
  const key = JSON.stringify([characterHash, person, bones]);
  const file = known.get(key) ?? readMotionFile(bytesOf(files, characterHash), { bones, person });
  known.set(key, file);
  return file;
}

function bytesOf(files: Files, hash: string): Uint8Array {
  const bytes = files.get(hash);
  if (!bytes) throw new Error('the file was not sent with the job');
  return bytes;
}
