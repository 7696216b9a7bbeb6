import { stat } from 'node:fs/promises';
import type { ExportClipRequest, ExportPoseRequest, ExportReport, ExportSceneRequest } from '../contract.ts';
import { exportFormatOf } from '../../core/formats/usd/export-formats.ts';
import { stageFile, type StagedFile } from '../files/storage/staged-write.ts';
import { writeAndCompare, type ComparedFile } from '../files/write-and-compare.ts';
import type { WrittenMotion } from '../../core/formats/clips/write-clip.ts';
import type { Characters } from './characters.ts';
import { refuseOriginal, type ExportTask } from './export-tasks.ts';
import type { Jobs } from './jobs.ts';

/**
 * Writes clips and poses onto their characters, each as a job on a thread of its own. Every refusal is an `Error` with one sentence;
 * then, and when the job is cancelled, nothing is written and what was there before stays.
 */
export interface Exports {
  clip(job: string, request: ExportClipRequest): Promise<ExportReport>;
  scene(job: string, request: ExportSceneRequest): Promise<ExportReport>;
  pose(job: string, request: ExportPoseRequest): Promise<ExportReport>;
  /** What lies at the path was written there by the program too. */
  remember(path: string): Promise<void>;
  /** Whether something lies at the path that was not written there by these exports, or was changed since. */
  replaces(path: string): Promise<boolean>;
}

/** `announce` hears of each file that is written beside its place, before it is there. */
export function createExports(
  characters: Pick<Characters, 'get'>,
  jobs: Jobs,
  announce: (temporary: string) => Promise<void> = nobody,
): Exports {
  /** What each export left at its path. */
  const written = new Map<string, string | null>();
  const remember = async (path: string): Promise<void> => void written.set(path, await stampOf(path));
  const write = async (job: string, path: string, taskOf: (temporary: string) => Promise<ExportTask>): Promise<ExportReport> => {
    const report = await toFile(path, announce, (stage) => jobs.run(job, async () => taskOf(await stage())));
    await remember(report.path);
    return report;
  };
  return {
    clip: (job, request) =>
      write(job, request.path, async (temporary) => ({
        kind: 'exportClip',
        bytes: await characters.get(request.characterHash),
        request,
        temporary,
      })),
    scene: (job, request) =>
      write(job, request.path, async (temporary) => {
        // Each file is read once, however many actors or props have it.
        const files = new Map<string, Uint8Array>();
        for (const { characterHash } of request.actors)
          if (!files.has(characterHash)) files.set(characterHash, await characters.get(characterHash));
        for (const { form } of request.props ?? [])
          if (form.kind === 'file' && !files.has(form.hash)) files.set(form.hash, await characters.get(form.hash));
        return { kind: 'exportScene', files, request, temporary };
      }),
    pose: (job, request) =>
      write(job, request.path, async (temporary) => ({
        kind: 'exportPose',
        bytes: await characters.get(request.characterHash),
        request,
        temporary,
      })),
    remember,
    async replaces(path) {
      const stamp = await stampOf(path);
      return stamp !== null && stamp !== written.get(path);
    },
  };
}

/** What tells the file at a path from any other that comes to lie there; null when there is none. */
async function stampOf(path: string): Promise<string | null> {
  const there = await stat(path, { bigint: true }).catch(() => null);
  return there && `${there.ino} ${there.size} ${there.mtimeNs}`;
}

/**
 * Writes a motion file, reads it back from the disk, compares, and puts it in its place. Refuses to replace the character's own file,
 * whose SHA-256 (as a character) is `characterHash`.
 */
export async function writeChecked(path: string, characterHash: string, write: () => WrittenMotion): Promise<ExportReport> {
  return toFile(path, nobody, async (stage) => {
    const temporary = await stage();
    refuseOriginal(path, characterHash);
    return writeAndCompare(temporary, write());
  });
}

/** `make` writes the file where `stage` says; only when all of it succeeds does the file come to its place. */
async function toFile(
  path: string,
  announce: (temporary: string) => Promise<void>,
  make: (stage: () => Promise<string>) => Promise<ComparedFile>,
): Promise<ExportReport> {
  let staged: StagedFile | null = null;
  const stage = async () => {
    exportFormatOf(path);
    staged = await stageFile(path, { followLink: true, announce });
    return staged.temporary;
  };
  try {
    const { bytes, distance, angle, weight, warnings } = await make(stage);
    await (staged as StagedFile | null)?.commit();
    const errors = { largestDistance: distance, largestAngle: angle, ...(weight !== undefined && { largestWeight: weight }) };
    return { path, bytes, ...errors, warnings };
  } catch (error) {
    await (staged as StagedFile | null)?.discard();
    throw error;
  }
}

const nobody = async () => {};
