import { wrapAngle } from '../../math/angles.ts';
import { atan2 } from '../../math/elementary.ts';
import { fromAxisAngle, type Quat } from '../../math/quat.ts';
import { cross, dot, length, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import { worldAtRest, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { rotationOf, type Pose } from '../../skeleton/pose.ts';
import { sided, SIDES, type Side } from '../body/found-bones.ts';
import { hocksOf } from '../body/hock.ts';
import type { Rig } from '../body/rig.ts';

/** Share of the knee's turn that a hock takes over from a source that has none: both together fold the leg as far as the one knee does. */
export const TAKEN_OVER = 0.5;

/** A hock of the target, and what it follows. */
export interface HockFollower {
  /** What it turns about when it flexes, a unit vector of its own frame. */
  readonly axis: Vec3;
  readonly knee: number;
  /** The same of its knee, in the knee's frame. */
  readonly kneeAxis: Vec3;
  /** The source's knee, hock and foot, and by how much they are bent at rest, radians; null where the source has no hock: then the target's knee leads. */
  readonly source: { readonly joints: readonly [number, number, number]; readonly atRest: number } | null;
}

/** The hocks of a target by joint. Hocks that turn any way are left at rest. */
export function hockFollowers(from: Rig, to: Rig): ReadonlyMap<number, HockFollower> {
  const followers = new Map<number, HockFollower>();
  const resting = worldAtRest(from.skeleton);
  for (const side of SIDES) {
    const joint = hocksOf(to)[side];
    const limit = joint === undefined ? null : to.skeleton.limits[joint]!;
    const knee = to.humanoid[sided(side, 'LowerLeg')];
    const above = knee === undefined ? null : to.skeleton.limits[knee]!;
    if (joint === undefined || knee === undefined || limit?.kind !== 'hinge' || above?.kind !== 'hinge') continue;
    const joints = legBelowKnee(from, side);
    followers.set(joint, {
      axis: limit.axis,
      knee,
      kneeAxis: above.axis,
      source: joints && { joints, atRest: bendIn(resting, joints) },
    });
  }
  return followers;
}

function legBelowKnee(rig: Rig, side: Side): readonly [number, number, number] | null {
  const hock = hocksOf(rig)[side];
  return hock === undefined ? null : [rig.humanoid[sided(side, 'LowerLeg')]!, hock, rig.humanoid[sided(side, 'Foot')]!];
}

function bendIn({ positions }: WorldTransforms, joints: readonly [number, number, number]): number {
  const [knee, hock, foot] = joints.map((joint) => vec3At(positions, joint)) as [Vec3, Vec3, Vec3];
  const [shin, below] = [subtract(hock, knee), subtract(foot, hock)];
  return atan2(length(cross(shin, below)), dot(shin, below));
}

/** The turn of a hock: as far as the source's, or where that has none as far as the knee of `pose`. */
export function turnOfHock({ axis, knee, kneeAxis, source }: HockFollower, world: WorldTransforms, pose: Pose): Quat {
  if (source) return fromAxisAngle(axis, bendIn(world, source.joints) - source.atRest);
  // About its axis a the knee of the target turns by 2 atan2(a · v, w).
  const [x, y, z, w] = rotationOf(pose, knee);
  return fromAxisAngle(axis, wrapAngle(2 * atan2(dot(kneeAxis, [x, y, z]), w)));
}
