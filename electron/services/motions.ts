import type { Clip } from '../../core/animation/clip.ts';
import type { RigSettings } from '../../core/document/project.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import type { BroughtMotion, MotionInfo, RetargetRequest, SampledPose, SampleRequest } from '../contract.ts';
import { clipFromAnimation } from '../files/clips/clip-import.ts';
import { readAnimations } from '../files/gltf/gltf-animation.ts';
import { readGltf } from '../files/gltf/gltf-asset.ts';
import { readCharacterScene } from '../files/gltf/gltf-scene.ts';
import { motionId } from '../files/clips/motion-id.ts';
import type { Characters } from './characters.ts';
import type { Files } from './job-tasks.ts';
import type { Jobs } from './jobs.ts';

/** The motions inside files that were opened as characters. Every refusal is an `Error` with one sentence. */
export interface Motions {
  list(characterHash: string): Promise<readonly MotionInfo[]>;
  /** The motion as a clip of the rig that `settings` give. */
  read(characterHash: string, index: number, settings: RigSettings): Promise<Clip>;
  retarget(job: string, request: RetargetRequest): Promise<BroughtMotion>;
  samplePoses(job: string, request: SampleRequest): Promise<readonly SampledPose[]>;
}

export function createMotions(characters: Pick<Characters, 'get'>, jobs: Jobs): Motions {
  const open = async (hash: string) => {
    const asset = readGltf(await characters.get(hash));
    return { asset, animations: readAnimations(asset).animations };
  };
  const filesOf = async (hashes: readonly string[]): Promise<Files> => {
    const different = [...new Set(hashes)];
    const contents = await Promise.all(different.map((hash) => characters.get(hash)));
    return new Map(different.map((hash, i) => [hash, contents[i]!]));
  };
  return {
    async list(hash) {
      const { animations } = await open(hash);
      return animations.map(({ name, start, end }) => ({ name, duration: end - start }));
    },
    async read(hash, index, settings) {
      const { asset, animations } = await open(hash);
      const animation = animations[index];
      if (!animation) throw new Error(`the file holds ${animations.length} motions, so there is none with the number ${index}`);
      const scene = readCharacterScene(asset);
      return { ...clipFromAnimation(buildRig(scene, settings), scene, animation), id: motionId(animation.name) };
    },
    retarget: (job, request) =>
      jobs.run(job, async () => {
        const files = await filesOf([request.characterHash, request.source.characterHash]);
        return { kind: 'retarget' as const, files, request };
      }),
    samplePoses: (job, request) =>
      jobs.run(job, async () => {
        const files = await filesOf([request.characterHash, ...request.sources.map(({ characterHash }) => characterHash)]);
        return { kind: 'samplePoses' as const, files, request };
      }),
  };
}
