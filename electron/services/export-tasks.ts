import { basename } from 'node:path';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import { checkPose, type Pose } from '../../core/skeleton/pose.ts';
import type { RigSettings } from '../../core/document/project.ts';
import type { MotionTarget } from '../../core/formats/clips/write-clip.ts';
import type { ExportClipRequest, ExportPoseRequest, ExportSceneRequest } from '../contract.ts';
import { readGltf } from '../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../core/formats/gltf/gltf-scene.ts';
import { asKhrCharacter, exportClips, exportFormatOf, exportPose, exportScene } from '../../core/formats/usd/export-formats.ts';
import { performOpening } from './reading-tasks.ts';
import { writeAndCompare, type ComparedFile } from '../files/write-and-compare.ts';

/** The character's file, what to write onto it, and where to write while it is not yet known to be good. */
export type ExportTask =
  | { readonly kind: 'exportClip'; readonly bytes: Uint8Array; readonly request: ExportClipRequest; readonly temporary: string }
  /** `files`: those of the actors' characters and of props, by their hashes. */
  | {
      readonly kind: 'exportScene';
      readonly files: ReadonlyMap<string, Uint8Array>;
      readonly request: ExportSceneRequest;
      readonly temporary: string;
    }
  | { readonly kind: 'exportPose'; readonly bytes: Uint8Array; readonly request: ExportPoseRequest; readonly temporary: string };

/**
 * Throws an `Error` with one sentence when the file at `path` is the character's own, whose SHA-256 (as a character) is `characterHash`.
 * A file that is no character, or that cannot be read, is another one.
 */
export function refuseOriginal(path: string, characterHash: string): void {
  let hash: string | null = null;
  try {
    ({ hash } = performOpening({ kind: 'openFile', path }));
  } catch {
    return;
  }
  if (hash === characterHash) {
    throw new Error(`"${basename(path)}" is the character's own file, which is never changed: give another name`);
  }
}

/** Shares of the work after which the character is read, and the motion written. */
const READING_SHARE = 0.1;
const WRITING_SHARE = 0.6;

/** Writes the motion and compares a re-read of it. `tell` hears how far it is, 0 to 1. Throws an `Error` with one sentence. */
export function performExport(task: ExportTask, tell: (progress: number) => void): ComparedFile {
  if (task.kind === 'exportScene') return performSceneExport(task, tell);
  refuseOriginal(task.request.path, task.request.characterHash);
  const target = targetOf(task.bytes, task.request.rig);
  const { rig } = target;
  const format = exportFormatOf(task.request.path);
  tell(READING_SHARE);
  const part = (from: number, to: number) => (share: number) => tell(from + (to - from) * share);
  const write = () => {
    if (task.kind === 'exportClip') {
      const { clips, range, khrCharacter } = task.request;
      const written = khrCharacter ? asKhrCharacter(target, format) : target;
      return exportClips(written, format, clips, range, part(READING_SHARE, WRITING_SHARE));
    }
    const pose: Pose = Float64Array.from(task.request.pose);
    checkPose(rig.skeleton, pose);
    return exportPose(target, format, pose);
  };
  const compared = writeAndCompare(task.temporary, write(), part(WRITING_SHARE, 1));
  tell(1);
  return compared;
}

function performSceneExport(
  { files, request, temporary }: Extract<ExportTask, { kind: 'exportScene' }>,
  tell: (progress: number) => void,
): ComparedFile {
  const { path, range, actors, props, cameras } = request;
  const format = exportFormatOf(path);
  for (const { characterHash } of actors) refuseOriginal(path, characterHash);
  const motions = actors.map(({ id, name, place, characterHash, rig, clips }) => ({
    id,
    name,
    place,
    target: targetOf(files.get(characterHash)!, rig),
    clips,
  }));
  tell(READING_SHARE);
  const part = (from: number, to: number) => (share: number) => tell(from + (to - from) * share);
  const written = exportScene(
    motions,
    format,
    { range, props, cameras, fileOf: (hash) => files.get(hash)! },
    part(READING_SHARE, WRITING_SHARE),
  );
  const compared = writeAndCompare(temporary, written, part(WRITING_SHARE, 1));
  tell(1);
  return compared;
}

function targetOf(bytes: Uint8Array, settings: RigSettings): MotionTarget {
  const scene = readCharacterScene(readGltf(bytes));
  return { bytes, scene, rig: buildRig(scene, settings) };
}
