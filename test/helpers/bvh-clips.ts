import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Clip } from '../../core/animation/clip.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { readBvhCharacter } from '../../core/formats/bvh/bvh-scene.ts';
import { parseBvh } from '../../core/formats/bvh/bvh.ts';
import { clipFromAnimation } from '../../core/formats/clips/clip-import.ts';
import { sharedData } from './shared-data.ts';

export const BVH_FILES = [
  'bvh/cmu-12_01-walk.bvh',
  'bvh/cmu-jumping-jacks.bvh',
  'bvh/cmu-10_01-kick.bvh',
  'bvh/rokoko-dance.bvh',
  'bvh/fair1-wave-hello.bvh',
  'bvh/makehuman-tpose.bvh',
] as const;

export interface SampleMotion {
  readonly name: string;
  readonly rig: Rig;
  readonly clip: Clip;
}

/** The sample motions that are there, each with the rig of its own skeleton; says in one line when there are none. */
export function sampleMotions(files: readonly string[] = BVH_FILES): SampleMotion[] {
  const paths = files.flatMap((file) => sharedData(file) ?? []);
  if (paths.length === 0) console.log('SKIP sample motions: the folder ../shared/data is not there');
  return paths.map((path) => {
    const { scene, animation } = readBvhCharacter(parseBvh(readFileSync(path)));
    if (!animation) throw new Error(`${path} holds no frames`);
    const rig = buildRig(scene);
    return { name: basename(path), rig, clip: clipFromAnimation(rig, scene, animation) };
  });
}
