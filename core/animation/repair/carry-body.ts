import type { Rig } from '../../humanoid/body/rig.ts';
import { quatAt, rotate } from '../../math/quat.ts';
import { add, vec3At } from '../../math/vec3.ts';
import { rotationOf, rootTranslationOf, type Pose } from '../../skeleton/pose.ts';
import { ROOT_TRACK, type Clip } from '../clip.ts';
import { freePath, type FootPath } from '../foot-path.ts';
import { createFrameWorlds, fillFrameWorlds } from '../frame-worlds.ts';
import { footPoints, type FootPoints } from '../holding/contact-points.ts';
import { limbAlong, solveLimbs, type PlannedLimb } from '../holding/solve-limbs.ts';
import { frameTimes } from '../joint-paths.ts';
import { withSolvedKeys, type SolvedValues } from '../solved-keys.ts';

/** How a body is carried elsewhere. */
export interface Carrying {
  /** The poses of the clip's frames. */
  readonly poses: readonly Pose[];
  /** Those whose root is placed otherwise, by frame. */
  readonly carried: ReadonlyMap<number, Pose>;
  /** Whether feet stay where they are in the world in a frame, else they go with the body. */
  readonly stays: (frame: number) => boolean;
  /** Changes the way that a foot goes, in place. */
  readonly reshape?: (foot: FootPoints, path: FootPath) => void;
}

/** The clip with its root carried as is said, and its feet where they stay; in the frames of `carried` they are held there. */
export function carryBody(rig: Rig, clip: Clip, { poses, carried, stays, reshape }: Carrying): Clip {
  const { skeleton } = rig;
  const times = frameTimes(clip);
  const moved = poses.map((pose, frame) => carried.get(frame) ?? pose);
  const keysOf = (value: (pose: Pose) => readonly number[]) =>
    new Map([...carried].map(([frame, pose]) => [times[frame]!, [...value(pose)]]));
  const isTurned = [...carried].some(([frame, pose]) =>
    rotationOf(pose, skeleton.root).some((value, c) => value !== rotationOf(poses[frame]!, skeleton.root)[c]),
  );
  const solved: SolvedValues = new Map([
    [ROOT_TRACK, keysOf(rootTranslationOf)],
    ...(isTurned ? [[skeleton.root, keysOf((pose) => rotationOf(pose, skeleton.root))] as const] : []),
  ]);
  const withBody = carried.size === 0 ? clip : withSolvedKeys(rig, clip, solved);
  const before = fillFrameWorlds(skeleton, poses, createFrameWorlds(skeleton, poses.length));
  const after = fillFrameWorlds(skeleton, moved, createFrameWorlds(skeleton, poses.length));
  const worlds = before.map((world, frame) => (stays(frame) ? world : after[frame]!));
  const legs = footPoints(rig).map((foot): PlannedLimb => {
    const { limb, toes } = foot;
    const path = freePath(limb, toes, worlds);
    reshape?.(foot, path);
    // The ball stays: in a deep crouch the heel rises, as far as the ankle asks.
    const ballAt = (frame: number) => add(vec3At(path.positions, frame), rotate(quatAt(path.rotations, frame), foot.ball));
    const isHeld = (frame: number) => stays(frame) && carried.has(frame);
    return limbAlong(limb, toes, path, (frame) =>
      isHeld(frame) ? [{ joint: limb.end, offset: foot.ball, place: ballAt(frame), priority: 1 }] : [],
    );
  });
  return solveLimbs(rig, withBody, legs, moved, 0);
}
