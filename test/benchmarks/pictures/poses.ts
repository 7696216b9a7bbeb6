import { blendPose } from '../../../core/animation/blend.ts';
import { tracksOfBody } from '../../../core/animation/clip.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { bodyOf } from '../../../core/humanoid/body/rig-body.ts';
import { conjugate, fromAxisAngle, fromRotationVector, multiply, rotate } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { UNIT_Y, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { clampPose } from '../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import { capturedClips } from '../poses/motions.ts';

/** Radians by which every joint of the body is turned at random from where a captured pose has it, at most about each axis. */
const STIRRED = 0.12;

/**
 * Poses of captured motion by a seed, as many from each set of clips, half of them between two poses; stirred, inside limits, over the origin and looking along
 * +Z. None of them is in a library. Empty where the sample motion is not there.
 */
export async function picturedPoses(rig: Rig, count: number, seed: number): Promise<Pose[]> {
  const clips = await capturedClips(rig);
  const sets = [...new Set(clips.map(({ set }) => set))].map((set) => clips.filter((clip) => clip.set === set));
  if (sets.length === 0) return [];
  const random = seededRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  return Array.from({ length: count }, (_, i) => {
    const draw = () => pick(pick(sets[i % sets.length]!).poses);
    const drawn = random() < 0.5 ? draw() : blendPose(draw(), draw(), 0.3 + 0.4 * random(), tracksOfBody(rig.skeleton));
    const pose = drawn.slice() as Pose;
    for (const joint of new Set(Object.values(rig.humanoid))) {
      const turn = [0, 1, 2].map(() => STIRRED * (2 * random() - 1)) as unknown as Vec3;
      setRotation(pose, joint, multiply(rotationOf(pose, joint), fromRotationVector(turn)));
    }
    return facingAhead(rig, clampPose(rig.skeleton, pose).pose);
  });
}

/** The pose turned about the vertical and moved along the floor, with its hips over the origin and looking along +Z. */
function facingAhead(rig: Rig, pose: Pose): Pose {
  const { skeleton, humanoid } = rig;
  const hips = humanoid.hips!;
  const world = forwardKinematics(skeleton, pose);
  const rest = forwardKinematics(skeleton, restPose(skeleton));
  const turned = multiply(worldRotation(world, hips), conjugate(worldRotation(rest, hips)));
  const [x, , z] = rotate(turned, bodyOf(rig).frame.forward);
  const turn = fromAxisAngle(UNIT_Y, -Math.atan2(x, z));
  const { root } = skeleton;
  const next = pose.slice() as Pose;
  // rest · own = turn · (rest · own before), the root having no parent.
  const before = worldRotation(world, root);
  setRotation(next, root, multiply(rotationOf(pose, root), multiply(conjugate(before), multiply(turn, before))));
  const [px, , pz] = worldPosition(forwardKinematics(skeleton, next), hips);
  next[0] = next[0]! - px;
  next[2] = next[2]! - pz;
  return next;
}
