import { atan2 } from '../../math/elementary.ts';
import { conjugate, fromAxisAngle, multiply, quatAt, rotate, type Quat } from '../../math/quat.ts';
import { cross, dot, length, normalize, rejectFrom, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import type { WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { armBend, legBend, type BodyGeometry } from '../body/body-geometry.ts';
import type { HumanoidBone, HumanoidMap } from '../body/bones.ts';
import { sided, SIDES } from '../body/found-bones.ts';

/** Sine of the bend below which a limb has no plane, and above which its plane is followed entirely. */
const PLANE_BEGINS = 0.09;
const PLANE_CERTAIN = 0.42;

/** A limb of the source. Directions are in the frame of its upper bone's joint. */
interface SourceLimb {
  readonly upperJoint: number;
  readonly lowerJoint: number;
  readonly endJoint: number;
  readonly upper: Vec3;
  /** The lower bone at rest. */
  readonly lower: Vec3;
  readonly axis: Vec3;
  /** The target's upper bone in the frame of its own joint. */
  readonly targetUpper: Vec3;
}

/** Radians about their own direction by which upper arms and thighs roll, by bone. */
export type LimbRolls = ReadonlyMap<HumanoidBone, number>;

/** The limbs whose upper bones roll, by those bones. */
export type BendFollower = ReadonlyMap<HumanoidBone, SourceLimb>;

/**
 * Elbows and knees are hinges, but those of a recording need not be: what the source's lower bone does beside its hinge goes into the
 * roll of the target's upper bone, so that the limb bends in the same plane. There is none for a source whose elbows and knees are hinges.
 */
export function bendFollower(source: BodyGeometry, target: BodyGeometry, sourceMap: HumanoidMap): BendFollower {
  const limbs = new Map<HumanoidBone, SourceLimb>();
  for (const side of SIDES) {
    for (const [a, b, c, bendAt] of [
      ['UpperArm', 'LowerArm', 'Hand', armBend],
      ['UpperLeg', 'LowerLeg', 'Foot', legBend],
    ] as const) {
      const [upper, lower, end] = [sided(side, a), sided(side, b), sided(side, c)];
      if (![upper, lower, end].every(source.has) || !target.has(upper) || !target.has(lower)) continue;
      const inverse = conjugate(source.restOf(upper));
      limbs.set(upper, {
        upperJoint: sourceMap[upper]!,
        lowerJoint: sourceMap[lower]!,
        endJoint: sourceMap[end]!,
        upper: rotate(inverse, source.direction(upper)),
        lower: rotate(inverse, source.direction(lower)),
        axis: rotate(inverse, bendAt(source, side).axis),
        targetUpper: rotate(conjugate(target.restOf(upper)), target.direction(upper)),
      });
    }
  }
  return limbs;
}

/** The rolls for one frame of the source. */
export function rollsIn(follower: BendFollower, world: WorldTransforms): LimbRolls {
  const rolls = new Map<HumanoidBone, number>();
  for (const [bone, limb] of follower) rolls.set(bone, rollBeside(limb, world));
  return rolls;
}

/** The world rotation that is wanted for a bone of the target, rolled. */
export function rolled(follower: BendFollower, bone: HumanoidBone, wanted: Quat, rolls: LimbRolls): Quat {
  const roll = rolls.get(bone) ?? 0;
  return roll === 0 ? wanted : multiply(fromAxisAngle(rotate(wanted, follower.get(bone)!.targetUpper), roll), wanted);
}

/** Radians about the upper bone from the plane in which the hinge would bend the limb to the plane in which it is bent. */
function rollBeside({ upperJoint, lowerJoint, endJoint, upper, lower, axis }: SourceLimb, world: WorldTransforms): number {
  const way = normalize(subtract(vec3At(world.positions, endJoint), vec3At(world.positions, lowerJoint)));
  const bent = rotate(conjugate(quatAt(world.rotations, upperJoint)), way);
  // The best the hinge can do: θ = atan2(h · (f × b), f⊥ · b⊥).
  const angle = atan2(dot(axis, cross(lower, bent)), dot(rejectFrom(lower, axis), rejectFrom(bent, axis)));
  const hinged = rotate(fromAxisAngle(axis, angle), lower);
  const [from, to] = [rejectFrom(hinged, upper), rejectFrom(bent, upper)];
  const bend = Math.min(length(from), length(to));
  const certainty = Math.min(1, Math.max(0, (bend - PLANE_BEGINS) / (PLANE_CERTAIN - PLANE_BEGINS)));
  const roll = atan2(dot(upper, cross(from, to)), dot(from, to));
  // A limb that bends the other way is no reason to turn it round.
  return Math.abs(roll) > Math.PI / 2 ? 0 : roll * certainty;
}
