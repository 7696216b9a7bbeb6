import { checkRig } from '../humanoid/body/check-rig.ts';
import { checkSavedPoses, checkSavedPose } from './check-saved-poses.ts';
import { clipFromPoses } from '../animation/clip-from-poses.ts';
import { finish, type Steps } from '../animation/steps.ts';
import { frameTimes, posesAt } from '../animation/joint-paths.ts';
import { reduceKeys } from '../animation/reduce-keys.ts';
import { expressionTrack, ROOT_TRACK } from '../animation/clip.ts';
import type { Pose } from '../skeleton/pose.ts';
import { HUMANOID_BONES, otherSide, type HumanoidBone } from '../humanoid/body/bones.ts';
import { mirroredExpressions, sharedExpressions } from '../humanoid/transfer/expression-names.ts';
import { mirrorPose } from '../humanoid/transfer/mirror-pose.ts';
import { createRetarget } from '../humanoid/transfer/retarget.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import type { SavedPose } from './saved-pose.ts';

/** A pose brought onto another character. */
export interface TransferredPose {
  /** The pose of the other character, under the same id and name. */
  readonly pose: SavedPose;
  /** Humanoid bones that the pose speaks of and the other character lacks. */
  readonly missing: readonly HumanoidBone[];
  /** How many of the pose's joints are no humanoid bones, or expressions of another name, and so could not come along. */
  readonly unmapped: number;
}

/**
 * Brings saved poses onto another humanoid by the meaning of their bones, inside its limits; the hips' displacement is scaled by hip
 * height. Each pose speaks of the same bones and expressions as before, as far as the other character has them.
 */
export function transferPoses(from: Rig, poses: readonly SavedPose[], to: Rig): TransferredPose[] {
  return finish(transferPosesSteps(from, poses, to));
}

/** The same in steps, a pose each. */
export function* transferPosesSteps(from: Rig, poses: readonly SavedPose[], to: Rig): Steps<TransferredPose[]> {
  checkRig(from);
  checkRig(to);
  checkSavedPoses(poses, 'the poses', from.skeleton);
  const retarget = createRetarget(from, to);
  const boneOf = bonesByJoint(from);
  const shared = sharedExpressions(from.skeleton, to.skeleton);
  const faceOf = new Map(shared.map(([own, other]) => [expressionTrack(own), expressionTrack(other)]));
  const transferred: TransferredPose[] = [];
  for (const [i, saved] of poses.entries()) {
    const bones = saved.joints.flatMap((joint) => boneOf.get(joint) ?? []);
    const joints = bones.flatMap((bone) => to.humanoid[bone] ?? []);
    const root = saved.joints.includes(ROOT_TRACK) ? [ROOT_TRACK] : [];
    const faces = saved.joints.flatMap((joint) => faceOf.get(joint) ?? []);
    transferred.push({
      pose: {
        ...saved,
        pose: retarget(saved.pose),
        joints: [...root, ...joints, ...faces],
        ...movedMotion(from, saved, to, retarget),
      },
      missing: bones.filter((bone) => to.humanoid[bone] === undefined),
      unmapped: saved.joints.filter((joint) => joint !== ROOT_TRACK && !boneOf.has(joint) && !faceOf.has(joint)).length,
    });
    yield (i + 1) / poses.length;
  }
  return transferred;
}

/** The saved pose for the other side of the body: a left hand's pose becomes a right hand's. Joints outside the humanoid map stay. */
export function flipSavedPose(rig: Rig, saved: SavedPose): SavedPose {
  checkRig(rig);
  checkSavedPose(saved, 'the saved', rig.skeleton);
  const boneOf = bonesByJoint(rig);
  const mirrored = mirroredExpressions(rig.skeleton.expressions);
  const faceOf = new Map(mirrored.map(([one, other]) => [expressionTrack(one), expressionTrack(other)]));
  const joints = saved.joints.map((joint) => {
    const bone = boneOf.get(joint);
    const face = faceOf.get(joint);
    if (face !== undefined) return face;
    return (bone && rig.humanoid[otherSide(bone)]) ?? joint;
  });
  const mirror = (pose: Pose) => mirrorPose(rig, pose);
  return { ...saved, pose: mirror(saved.pose), joints, ...movedMotion(rig, saved, rig, mirror) };
}

/** The motion of a saved pose with `bring` done to each of its frames; nothing where the pose stands still. */
function movedMotion(
  from: Rig,
  { id, name, motion }: SavedPose,
  to: Rig,
  bring: (pose: Pose) => Pose,
): Pick<SavedPose, 'motion'> {
  if (!motion) return {};
  const clip = { id, name, ...motion };
  const poses = posesAt(from.skeleton, clip, frameTimes(clip)).map(bring);
  const { duration, fps, loop } = motion;
  const { tracks } = clipFromPoses(to.skeleton, poses, { id, name, fps, loop });
  return { motion: { duration, fps, loop, tracks: tracks.map(reduceKeys) } };
}

function bonesByJoint(rig: Rig): ReadonlyMap<number, HumanoidBone> {
  return new Map(
    HUMANOID_BONES.flatMap((bone): [number, HumanoidBone][] => {
      const joint = rig.humanoid[bone];
      return joint === undefined ? [] : [[joint, bone]];
    }),
  );
}
