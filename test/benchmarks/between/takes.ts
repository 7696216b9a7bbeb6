import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { readBvhCharacter } from '../../../core/formats/bvh/bvh-scene.ts';
import { parseBvh } from '../../../core/formats/bvh/bvh.ts';
import { clipFromAnimation } from '../../../core/formats/clips/clip-import.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { sharedData } from '../../helpers/shared-data.ts';

/** A captured motion on its own skeleton. */
export interface Take {
  readonly name: string;
  /** The number of the person. */
  readonly subject: string;
  readonly rig: Rig;
  /** {@link FPS} a second. */
  readonly poses: readonly Pose[];
}

export const FPS = 30;

/** Seconds at the beginning that are no motion: the first frame is a T-pose. */
const CALIBRATION = 1 / 30;

/** Takes of three people; `only` is a part of the names that are wanted. */
export function* takes(only: string): Generator<Take> {
  const folder = sharedData('train');
  if (!folder) return;
  for (const file of readdirSync(folder)
    .filter((each) => each.includes(only))
    .sort()) {
    const { scene, animation } = readBvhCharacter(parseBvh(readFileSync(join(folder, file))));
    if (!animation) continue;
    const rig = buildRig(scene);
    const clip = clipFromAnimation(rig, scene, animation);
    const count = Math.floor((clip.duration - CALIBRATION) * FPS) + 1;
    const poses = Array.from({ length: count }, (_, i) => sampleClip(rig.skeleton, clip, CALIBRATION + i / FPS));
    yield { name: file.replace('.bvh', ''), subject: file.slice(4, 7), rig, poses };
  }
}
