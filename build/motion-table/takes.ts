import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleClip } from '../../core/animation/sampling.ts';
import { readBvhCharacter } from '../../core/formats/bvh/bvh-scene.ts';
import { parseBvh } from '../../core/formats/bvh/bvh.ts';
import { clipFromAnimation } from '../../core/formats/clips/clip-import.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import type { Pose } from '../../core/skeleton/pose.ts';

/** A captured motion on its own skeleton. */
export interface Take {
  readonly name: string;
  readonly rig: Rig;
  /** {@link FPS} a second. */
  readonly poses: readonly Pose[];
}

export const FPS = 30;

/** The BVH files of a folder, in order of their names, without the first seconds, which are no motion; `only` is a part of the names that are wanted. */
export function* takesIn(folder: string, without: number, only = ''): Generator<Take> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.bvh') && file.includes(only));
  for (const file of files.sort()) {
    const { scene, animation } = readBvhCharacter(parseBvh(readFileSync(join(folder, file))));
    if (!animation) continue;
    const rig = buildRig(scene);
    const clip = clipFromAnimation(rig, scene, animation);
    const count = Math.floor((clip.duration - without) * FPS) + 1;
    const poses = Array.from({ length: count }, (_, i) => sampleClip(rig.skeleton, clip, without + i / FPS));
    yield { name: file.replace('.bvh', ''), rig, poses };
  }
}
