import { posesAt, frameTimes } from '../../core/animation/joint-paths.ts';
import { clipFromPoses } from '../../core/animation/clip-from-poses.ts';
import type { Clip } from '../../core/animation/clip.ts';
import type { HumanoidBone } from '../../core/humanoid/body/bones.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { conjugate, fromAxisAngle, multiply, normalizeQuat, quatAt } from '../../core/math/quat.ts';
import { normalize, vec3At } from '../../core/math/vec3.ts';
import { rotationOf, setRotation, type Pose } from '../../core/skeleton/pose.ts';

/**
 * The same motion with a bone rolled about itself by `angleAt` radians, and the bone below it rolled back: every joint stays where it was, and every other
 * bone as it was turned.
 */
export function rolledBone(
  rig: Rig,
  clip: Clip,
  bone: HumanoidBone,
  below: HumanoidBone,
  angleAt: (frame: number) => number,
): Clip {
  const { skeleton, humanoid } = rig;
  const [upper, lower] = [humanoid[bone]!, humanoid[below]!];
  if (skeleton.parents[lower] !== upper) throw new Error(`${below} must hang from ${bone}`);
  const along = normalize(vec3At(skeleton.offsets, lower));
  const rest = quatAt(skeleton.rest, lower);
  const rolled = posesAt(skeleton, clip, frameTimes(clip, clip.fps)).map((pose, frame): Pose => {
    const result = pose.slice();
    const roll = fromAxisAngle(along, angleAt(frame));
    setRotation(result, upper, normalizeQuat(multiply(rotationOf(pose, upper), roll)));
    // World: upper · roll · rest · x = upper · rest · lower.
    const back = multiply(multiply(conjugate(rest), conjugate(roll)), multiply(rest, rotationOf(pose, lower)));
    setRotation(result, lower, normalizeQuat(back));
    return result;
  });
  return clipFromPoses(skeleton, rolled, { id: clip.id, name: clip.name, fps: clip.fps, loop: clip.loop });
}
