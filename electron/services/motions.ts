import type { Clip } from '../../core/animation/clip.ts';
import type { RigSettings } from '../../core/document/project.ts';
import type {
  BroughtMotion,
  BroughtTogether,
  MotionInfo,
  RetargetRequest,
  SampledPose,
  SampleRequest,
  TogetherRequest,
} from '../contract.ts';
import type { Characters } from './characters.ts';
import type { Jobs } from './jobs.ts';
import type { Files } from './motion-tasks.ts';

/** The motions inside files that were opened as characters, each message a job. Every refusal is an `Error` with one sentence. */
export interface Motions {
  list(characterHash: string, job?: string): Promise<readonly MotionInfo[]>;
  /** The motion as a clip of the rig that `settings` give. */
  read(characterHash: string, index: number, settings: RigSettings, job?: string): Promise<Clip>;
  retarget(job: string, request: RetargetRequest): Promise<BroughtMotion>;
  retargetTogether(job: string, request: TogetherRequest): Promise<BroughtTogether>;
  samplePoses(job: string, request: SampleRequest): Promise<readonly SampledPose[]>;
}

export function createMotions(characters: Pick<Characters, 'get'>, jobs: Jobs): Motions {
  const filesOf = async (hashes: readonly string[]): Promise<Files> => {
    const different = [...new Set(hashes)];
    const contents = await Promise.all(different.map((hash) => characters.get(hash)));
    return new Map(different.map((hash, i) => [hash, contents[i]!]));
  };
  return {
    list: (hash, job) => jobs.run(job ?? null, async () => ({ kind: 'listMotions' as const, bytes: await characters.get(hash) })),
    read: (hash, index, rig, job) =>
      jobs.run(job ?? null, async () => ({ kind: 'readMotion' as const, bytes: await characters.get(hash), index, rig })),
    retarget: (job, request) =>
      jobs.run(job, async () => {
        const files = await filesOf([request.characterHash, request.source.characterHash]);
        return { kind: 'retarget' as const, files, request };
      }),
    retargetTogether: (job, request) =>
      jobs.run(job, async () => {
        const files = await filesOf(request.people.flatMap(({ characterHash, source }) => [characterHash, source.characterHash]));
        return { kind: 'retargetTogether' as const, files, request };
      }),
    samplePoses: (job, request) =>
      jobs.run(job, async () => {
        const files = await filesOf([request.characterHash, ...request.sources.map(({ characterHash }) => characterHash)]);
        return { kind: 'samplePoses' as const, files, request };
      }),
  };
}
