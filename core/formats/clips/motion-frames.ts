import type { Clip } from '../../animation/clip.ts';
import { sampleClip } from '../../animation/sampling.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { createWorldTransforms, forwardKinematics, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { restPose, type Pose } from '../../skeleton/pose.ts';

/** The joints' world transforms in each of some poses. The same object is given again and again. */
export function* worldsOf(rig: Rig, poses: Iterable<Pose>): Generator<WorldTransforms> {
  const world = createWorldTransforms(rig.skeleton);
  for (const pose of poses) yield forwardKinematics(rig.skeleton, pose, world);
}

/** The poses of a clip at some times. The same object is given again and again. `onProgress` hears how far it is, 0 to 1. */
export function* posesOf(rig: Rig, clip: Clip, times: readonly number[], onProgress?: (share: number) => void): Generator<Pose> {
  const pose = restPose(rig.skeleton);
  for (const [i, time] of times.entries()) {
    yield sampleClip(rig.skeleton, clip, time, pose);
    onProgress?.((i + 1) / times.length);
  }
}

/** The joints' world transforms at rest. */
export function restWorld(rig: Rig): WorldTransforms {
  return forwardKinematics(rig.skeleton, restPose(rig.skeleton));
}

/** The joint and everything below it, parents first. */
export function subtree(rig: Rig, top: number): number[] {
  const { parents, count } = rig.skeleton;
  const inside = new Set([top]);
  for (let joint = top + 1; joint < count; joint++) if (inside.has(parents[joint]!)) inside.add(joint);
  return [...inside].sort((a, b) => a - b);
}
