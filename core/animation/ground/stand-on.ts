import { checkGround, type Ground } from '../../contact/ground.ts';
import { checkRig } from '../../humanoid/body/check-rig.ts';
import { hipsAxes } from '../../humanoid/body/hips-axes.ts';
import { legLength } from '../../humanoid/body/leg-length.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { uprightAt } from '../../humanoid/seating/sit-on.ts';
import { checkCoordinates } from '../../math/check-numbers.ts';
import { rotate } from '../../math/quat.ts';
import { length, lerp, meanOf, normalize, subtract, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, pointOf, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { checkPose, moveBy, type Pose, restPose, rotationOf, setRotation } from '../../skeleton/pose.ts';
import { clipFromPoses } from '../clip-from-poses.ts';
import { CONTACT_SETTINGS } from '../contacts.ts';
import { footPoints, solePointsOf } from '../holding/contact-points.ts';
import { CONTACT_PARTS } from '../clip.ts';
import { sampleClip } from '../sampling.ts';
import { overGroundFrom } from './walk-over-ground.ts';

/** Leg lengths that hips may be beside the middle of the feet of who stands. */
const OVER_FEET = 0.3;
/** Metres that a sole may be off the ground of who stands. */
const STANDS = 5e-3;
const FPS = 30;

/**
 * The pose standing on ground about a point of it, metres: feet as far apart as they are, heel and ball on the ground, tilted as that slopes, or as little forward or
 * back as it takes; the hips go along, and come down where a leg is too short. Who does not stand yet has hips and legs straightened as at rest. Null where there
 * is nothing for both feet to stand on. Throws a `RangeError` of one sentence for what cannot be used.
 */
export function standOn(rig: Rig, pose: Pose, ground: Ground, at: Vec3): Pose | null {
  checkRig(rig);
  checkPose(rig.skeleton, pose, 'the pose');
  checkGround(ground);
  checkCoordinates(at, 3, 'the point to stand on');
  const feet = footPoints(rig);
  if (feet.length === 0) return null;
  const upright = straightened(rig, pose);
  const world = forwardKinematics(rig.skeleton, upright);
  const soles = feet.map((foot) => solePointsOf(foot).map(({ joint, offset }) => pointOf(world, joint, offset)));
  const middle = meanOf(soles.map(([heel, ball]) => lerp(heel!, ball!, 0.5)));
  const lowest = Math.min(...soles.flat().map(([, y]) => y));
  const there = moveBy(upright, subtract(at, [middle[0], lowest, middle[2]]));
  const still = clipFromPoses(rig.skeleton, [there, there], { id: 'stand', name: 'stand', fps: FPS, loop: false });
  const parts = CONTACT_PARTS.filter((part) => !part.endsWith('Hand'));
  const contacts = parts.map((part) => ({ part, from: 0, to: 1 / FPS }));
  const stood = sampleClip(rig.skeleton, overGroundFrom(rig, { ...still, contacts }, ground, at[1]), 0).slice() as Pose;
  const after = forwardKinematics(rig.skeleton, stood);
  const stands = feet.every((foot) =>
    solePointsOf(foot).some(({ joint, offset }) => {
      const [x, y, z] = pointOf(after, joint, offset);
      return Math.abs(y - ground.heightBelow(x, y + STANDS, z)) < STANDS;
    }),
  );
  return stands ? stood : null;
}

/** The pose as it is where its hips are over its feet and these are level; else with its hips upright and its legs as at rest. */
function straightened(rig: Rig, pose: Pose): Pose {
  const { skeleton } = rig;
  const world = forwardKinematics(skeleton, pose);
  const { joint, ahead } = hipsAxes(rig);
  const feet = footPoints(rig);
  const lows = feet.map((foot) => Math.min(...solePointsOf(foot).map(({ joint: at, offset }) => pointOf(world, at, offset)[1])));
  const ankles = feet.map(({ limb }) => worldPosition(world, limb.end));
  const middle = meanOf(ankles);
  const [x, , z] = subtract(worldPosition(world, joint), middle);
  const size = legLength(rig);
  const isLevel = Math.max(...lows) - Math.min(...lows) < CONTACT_SETTINGS.height * size;
  if (isLevel && Math.sqrt(x * x + z * z) < OVER_FEET * size) return pose;
  const [aheadX, , aheadZ] = rotate(worldRotation(world, joint), ahead);
  const facing: Vec3 = [aheadX, 0, aheadZ];
  const upright = uprightAt(rig, pose, joint, length(facing) > 0 ? normalize(facing) : rig.report.facing).slice() as Pose;
  const rest = restPose(skeleton);
  for (const { limb, toes } of feet)
    for (const each of toes < 0 ? limb.joints : [...limb.joints, toes]) setRotation(upright, each, rotationOf(rest, each));
  return upright;
}
