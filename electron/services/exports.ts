import type { ExportClipRequest, ExportPoseRequest, ExportReport } from '../contract.ts';
import { motionFormatOf } from '../../core/formats/clips/motion-formats.ts';
import { stageFile, type StagedFile } from '../files/storage/staged-write.ts';
import { writeAndCompare, type ComparedFile } from '../files/write-and-compare.ts';
import type { WrittenMotion } from '../../core/formats/clips/write-clip.ts';
import type { Characters } from './characters.ts';
import { refuseOriginal } from './export-tasks.ts';
import type { Jobs } from './jobs.ts';

/**
 * Writes clips and poses onto their characters, each as a job on a thread of its own. Every refusal is an `Error` with one sentence;
 * then, and when the job is cancelled, nothing is written and what was there before stays.
 */
export interface Exports {
  clip(job: string, request: ExportClipRequest): Promise<ExportReport>;
  pose(job: string, request: ExportPoseRequest): Promise<ExportReport>;
}

/** `announce` hears of each file that is written beside its place, before it is there. */
export function createExports(
  characters: Pick<Characters, 'get'>,
  jobs: Jobs,
  announce: (temporary: string) => Promise<void> = nobody,
): Exports {
  return {
    clip: (job, request) =>
      toFile(request.path, announce, (stage) =>
        jobs.run(job, async () => {
          const temporary = await stage();
          return { kind: 'exportClip' as const, bytes: await characters.get(request.characterHash), request, temporary };
        }),
      ),
    pose: (job, request) =>
      toFile(request.path, announce, (stage) =>
        jobs.run(job, async () => {
          const temporary = await stage();
          return { kind: 'exportPose' as const, bytes: await characters.get(request.characterHash), request, temporary };
        }),
      ),
  };
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
    motionFormatOf(path);
    staged = await stageFile(path, { followLink: true, announce });
    return staged.temporary;
  };
  try {
    const { bytes, distance, angle, warnings } = await make(stage);
    await (staged as StagedFile | null)?.commit();
    return { path, bytes, largestDistance: distance, largestAngle: angle, warnings };
  } catch (error) {
    await (staged as StagedFile | null)?.discard();
    throw error;
  }
}

const nobody = async () => {};
