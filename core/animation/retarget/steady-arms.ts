import { sided, SIDES, type Side } from '../../humanoid/body/found-bones.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { clamp, toRadians, wrapAngle } from '../../math/angles.ts';
import { atan2 } from '../../math/elementary.ts';
import { conjugate, fromAxisAngle, multiply, normalizeQuat, quatAt, rotate, type Quat } from '../../math/quat.ts';
import { normalize, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import type { WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { setRotation, type Pose } from '../../skeleton/pose.ts';
import { fillFrameWorlds } from '../frame-worlds.ts';
import { limitPace } from '../smoothing.ts';

/** Radians a second by which an arm may turn about itself faster than the source's: 8° in a frame of 1/30 s. */
export const SUDDEN = toRadians(8) * 30;
/** Share of that to which turns are slowed. */
const SLOWED = 0.95;
/** Radians by which an arm is turned at most for that. */
const MOST_TURN = toRadians(25);

/** Radians that are rounding. */
const NO_TURN = 1e-9;

/** A bone of an arm in a rig. */
interface Bone {
  readonly joint: number;
  readonly end: number;
}

/** The direction of a bone in the world. */
function directionOf({ positions }: WorldTransforms, { joint, end }: Bone): Vec3 {
  return normalize(subtract(vec3At(positions, end), vec3At(positions, joint)));
}

/** Radians by which a bone turns about its own direction from one frame to the next, −π to π. */
export function twistBetween(before: WorldTransforms, after: WorldTransforms, bone: Bone): number {
  const rotation = quatAt(before.rotations, bone.joint);
  const step = multiply(conjugate(rotation), quatAt(after.rotations, bone.joint));
  const axis = rotate(conjugate(rotation), directionOf(before, bone));
  return wrapAngle(2 * atan2(step[0] * axis[0] + step[1] * axis[1] + step[2] * axis[2], step[3]));
}

/**
 * The poses with arms that do not turn about themselves much faster than the source's. A forearm that hangs on a hinge turns along when the upper
 * arm swings across it, where that of the source may turn back: the whole arm is turned about the bone by what is too much, before and after.
 * Bones keep their directions but for the upper arm's, by less than it turns, and hands their world rotations. `source` are the source's worlds, one a pose.
 */
export function steadyArms(from: Rig, to: Rig, source: readonly WorldTransforms[], poses: readonly Pose[], fps: number): Pose[] {
  let steady = poses;
  let worlds = fillFrameWorlds(to.skeleton, poses);
  for (const side of SIDES) {
    for (const part of ['UpperArm', 'LowerArm'] as const) {
      const [original, bone] = [boneOf(from, side, part), boneOf(to, side, part)];
      const slow = original && bone && slowed(to, side, bone, steady, worlds, source, original, fps);
      if (!slow) continue;
      steady = slow;
      worlds = fillFrameWorlds(to.skeleton, slow);
    }
  }
  return [...steady];
}

function boneOf({ humanoid }: Rig, side: Side, part: 'UpperArm' | 'LowerArm'): Bone | null {
  const joint = humanoid[sided(side, part)];
  const end = humanoid[sided(side, part === 'UpperArm' ? 'LowerArm' : 'Hand')];
  return joint === undefined || end === undefined ? null : { joint, end };
}

/** The poses with one arm turned about a bone of it in each frame so that the bone's turns are slow enough; null where they are. */
function slowed(
  { skeleton, humanoid }: Rig,
  side: Side,
  bone: Bone,
  poses: readonly Pose[],
  worlds: readonly WorldTransforms[],
  source: readonly WorldTransforms[],
  original: Bone,
  fps: number,
): Pose[] | null {
  const turns = new Float64Array(poses.length);
  const rates = new Float64Array(Math.max(0, poses.length - 1));
  for (let frame = 0; frame < rates.length; frame++) {
    turns[frame + 1] = turns[frame]! + twistBetween(worlds[frame]!, worlds[frame + 1]!, bone);
    rates[frame] = Math.abs(twistBetween(source[frame]!, source[frame + 1]!, original)) + (SLOWED * SUDDEN) / fps;
  }
  const paced = limitPace(turns, rates);
  if (paced.every((turn, frame) => Math.abs(turn - turns[frame]!) < NO_TURN)) return null;
  const [top, hand] = [humanoid[sided(side, 'UpperArm')]!, humanoid[sided(side, 'Hand')]];
  return poses.map((pose, frame) => {
    const by = clamp(paced[frame]! - turns[frame]!, -MOST_TURN, MOST_TURN);
    if (Math.abs(by) < NO_TURN) return pose;
    const result = pose.slice();
    const world = worlds[frame]!;
    const turn = fromAxisAngle(directionOf(world, bone), by);
    const into = (joint: number, rotation: Quat) =>
      setRotation(result, joint, normalizeQuat(multiply(conjugate(rotation), quatAt(world.rotations, joint))));
    const frameOf = (joint: number): Quat => {
      const parent = skeleton.parents[joint]!;
      const rest = quatAt(skeleton.rest, joint);
      return parent < 0 ? rest : multiply(quatAt(world.rotations, parent), rest);
    };
    // R w = f q', so that q' = f⁻¹ R w = (R⁻¹ f)⁻¹ w; a hand below turned joints keeps its rotation w = R f q'.
    into(top, multiply(conjugate(turn), frameOf(top)));
    if (hand !== undefined) into(hand, multiply(turn, frameOf(hand)));
    return result;
  });
}
