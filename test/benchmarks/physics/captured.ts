import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Clip } from '../../../core/animation/clip.ts';
import { trimClip } from '../../../core/animation/recut.ts';
import { clipFromAnimation } from '../../../core/formats/clips/clip-import.ts';
import { readBvhCharacter } from '../../../core/formats/bvh/bvh-scene.ts';
import { parseBvh } from '../../../core/formats/bvh/bvh.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { sharedData } from '../../helpers/shared-data.ts';

/** A captured motion on its own skeleton. */
export interface CapturedMotion {
  readonly name: string;
  readonly rig: Rig;
  readonly clip: Clip;
}

/** Frames at the beginning that are no motion: the first is a calibration pose. */
const CALIBRATION = 2;

/** All captured motion of the sample data; `only` is a part of the names that are wanted. */
export function capturedMotions(only: string): CapturedMotion[] {
  return ['bvh', 'train'].flatMap((name) => {
    const folder = sharedData(name);
    const files = folder ? readdirSync(folder).sort() : [];
    return files
      .filter((file) => file.includes(only))
      .flatMap((file): CapturedMotion[] => {
        const { scene, animation } = readBvhCharacter(parseBvh(readFileSync(`${folder}/${file}`)));
        if (!animation) return [];
        const rig = buildRig(scene);
        const clip = { ...clipFromAnimation(rig, scene, animation), loop: false };
        // A single pose is no motion.
        if (clip.duration * clip.fps <= CALIBRATION) return [];
        return [{ name: basename(file, '.bvh'), rig, clip: trimClip(clip, CALIBRATION / clip.fps, clip.duration) }];
      });
  });
}
