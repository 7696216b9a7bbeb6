import type { Rig } from '../../humanoid/body/rig.ts';
import type { Clip } from '../clip.ts';
import { releaseFrames } from '../fade-between.ts';
import { fadeMoves } from '../foot-path.ts';
import { frameTimes, posesAt } from '../joint-paths.ts';
import { carryBody } from './carry-body.ts';

/** The clip whose foot (its joint) is lower by so many metres from frame `first` to `last`; the body comes down where the leg is too short. */
export function setFootDown(rig: Rig, clip: Clip, joint: number, first: number, last: number, metres: number): Clip {
  const poses = posesAt(rig.skeleton, clip, frameTimes(clip));
  const isDown = (frame: number) => frame >= first && frame <= last;
  return carryBody(rig, clip, {
    poses,
    carried: new Map(poses.flatMap((pose, frame) => (isDown(frame) ? [[frame, pose] as const] : []))),
    stays: () => true,
    reshape: ({ limb }, path) => {
      if (limb.end !== joint) return;
      const moves = Float64Array.from({ length: 3 * poses.length }, (_, i) =>
        i % 3 === 1 && isDown(Math.floor(i / 3)) ? -metres : 0,
      );
      const held = Uint8Array.from(poses, (_, frame) => Number(isDown(frame)));
      fadeMoves(path, moves, held, releaseFrames(clip.fps));
    },
  });
}
