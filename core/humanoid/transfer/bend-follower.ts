import { angleAbout, clamp, toRadians, wrapAngle } from '../../math/angles.ts';
import { asin, atan2 } from '../../math/elementary.ts';
import { conjugate, fromAxisAngle, multiply, quatAt, rotate, type Quat } from '../../math/quat.ts';
import { add, cross, dot, length, normalize, rejectFrom, scale, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import type { WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { armBend, legBend, type BodyGeometry } from '../body/body-geometry.ts';
import type { HumanoidBone, HumanoidMap } from '../body/bones.ts';
import { sided, SIDES } from '../body/found-bones.ts';

/** Sines of the bend: below the first a limb has no plane, above the second its plane is followed entirely. */
const PLANE = [0.09, 0.42] as const;
/** Radians by which a limb rolls at most so that a lower bone which lies out of the plane of its hinge points as the source's does. */
const MOST_INTO_PLANE = toRadians(3);
/** The same for a limb that is bent to another side than its hinge goes, by how far its plane is aside: up to the first it may be overstretched. */
const OVERSTRETCHED = [0.2, 0.5] as const;
const ASIDE = [toRadians(60), toRadians(100)] as const;

/** Radians by which an upper arm or thigh may turn about itself from a frame to the next: what turns farther was written so, and does not move so. Our choice. */
const MOST_TWIST = toRadians(60);
/** Radians by which the roll of a straight limb may be off. */
const MOST_LEEWAY = Math.PI / 2;

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
  /** Sine of the angle by which the target's lower bone is farther out of the plane of its hinge than the source's, along the hinge's axis. */
  readonly aside: number;
}

/** Radians about their own direction by which upper arms and thighs roll, by bone. */
export type LimbRolls = ReadonlyMap<HumanoidBone, number>;

/** What one frame of the source shows of a limb's roll. Radians. */
export interface SeenRoll {
  /** To the plane in which the limb is bent, −π to π. */
  readonly roll: number;
  /** Sine of the bend: how plainly that plane shows. */
  readonly bend: number;
  /** What comes on top, so that a lower bone which lies out of the plane of its hinge points as the source's does. */
  readonly intoPlane: number;
}

/** The rolls of one limb, one a frame, radians. */
export interface CarriedRolls {
  readonly rolls: Float64Array;
  /** By how much each may be off before anybody sees it: the straighter the limb, the more. */
  readonly leeways: Float64Array;
}

/** The limbs whose upper bones roll, by those bones. */
export type BendFollower = ReadonlyMap<HumanoidBone, SourceLimb>;

/**
 * Elbows and knees are hinges, but those of a recording need not be: what the source's lower bone does beside its hinge goes into the
 * roll of the target's upper bone, so that the limb bends in the same plane. There is none for a source whose elbows and knees are hinges, and the target's
 * lower bones turn in the planes of theirs; `isHinge` says whether a bone of the target does nothing else.
 */
export function bendFollower(
  source: BodyGeometry,
  target: BodyGeometry,
  sourceMap: HumanoidMap,
  isHinge: (bone: HumanoidBone) => boolean,
): BendFollower {
  const limbs = new Map<HumanoidBone, SourceLimb>();
  for (const side of SIDES) {
    for (const [a, b, c, bendAt] of [
      ['UpperArm', 'LowerArm', 'Hand', armBend],
      ['UpperLeg', 'LowerLeg', 'Foot', legBend],
    ] as const) {
      const [upper, lower, end] = [sided(side, a), sided(side, b), sided(side, c)];
      if (![upper, lower, end].every(source.has) || !target.has(upper) || !target.has(lower)) continue;
      const inverse = conjugate(source.restOf(upper));
      const asideOf = (body: BodyGeometry) => dot(body.direction(lower), bendAt(body, side).axis);
      limbs.set(upper, {
        upperJoint: sourceMap[upper]!,
        lowerJoint: sourceMap[lower]!,
        endJoint: sourceMap[end]!,
        upper: rotate(inverse, source.direction(upper)),
        lower: rotate(inverse, source.direction(lower)),
        axis: rotate(inverse, bendAt(source, side).axis),
        targetUpper: rotate(conjugate(target.restOf(upper)), target.direction(upper)),
        aside: isHinge(lower) ? asideOf(target) - asideOf(source) : 0,
      });
    }
  }
  return limbs;
}

/** The rolls that one frame of the source shows. */
export function rollsIn(follower: BendFollower, world: WorldTransforms): ReadonlyMap<HumanoidBone, SeenRoll> {
  const rolls = new Map<HumanoidBone, SeenRoll>();
  for (const [bone, limb] of follower) rolls.set(bone, rollBeside(limb, world));
  return rolls;
}

/** The roll of a limb in one pose, of which nothing is known before or after. */
export function rollAlone(seen: SeenRoll): number {
  return seen.roll * certaintyOf(seen, seen.roll) + seen.intoPlane;
}

/**
 * The rolls of a limb frame by frame: they set out from the frame whose plane shows best, go the way round that is nearer, and stay while the limb is
 * straight. `twists`: radians by which the source's upper bone turns about itself from each frame to the next; no body turns one as far as some do,
 * and the roll undoes that.
 */
export function carriedRolls(seen: readonly SeenRoll[], twists: Float64Array): CarriedRolls {
  const plainest = seen.reduce((best, { bend }, frame) => (bend > seen[best]!.bend ? frame : best), 0);
  const rolls = new Float64Array(seen.length);
  const leeways = new Float64Array(seen.length);
  const carry = (frame: number, before: number) => {
    const each = seen[frame]!;
    const turn = wrapAngle(each.roll - before);
    const certainty = certaintyOf(each, turn);
    rolls[frame] = before + certainty * turn;
    leeways[frame] = MOST_LEEWAY * (1 - certainty) * (1 - certainty);
  };
  carry(plainest, 0);
  const leap = (step: number) => (Math.abs(twists[step]!) > MOST_TWIST ? twists[step]! : 0);
  for (let frame = plainest + 1; frame < seen.length; frame++) carry(frame, rolls[frame - 1]! - leap(frame - 1));
  for (let frame = plainest - 1; frame >= 0; frame--) carry(frame, rolls[frame + 1]! + leap(frame));
  for (let frame = 0; frame < seen.length; frame++) rolls[frame]! += seen[frame]!.intoPlane;
  return { rolls, leeways };
}

/** How far a plane is to be believed that is `turn` radians from where the limb was rolled to, 0 to 1. */
function certaintyOf({ bend }: SeenRoll, turn: number): number {
  // A limb that is a little overstretched is no reason to turn it round.
  const beyond = rise(Math.abs(turn), ASIDE) * (1 - rise(bend, OVERSTRETCHED));
  return rise(bend, PLANE) * (1 - beyond);
}

/** The world rotation that is wanted for a bone of the target, rolled. */
export function rolled(follower: BendFollower, bone: HumanoidBone, wanted: Quat, rolls: LimbRolls): Quat {
  const roll = rolls.get(bone) ?? 0;
  return roll === 0 ? wanted : multiply(fromAxisAngle(rotate(wanted, follower.get(bone)!.targetUpper), roll), wanted);
}

/** Radians about the upper bone from the plane in which the hinge would bend the limb to the plane in which it is bent. */
function rollBeside(
  { upperJoint, lowerJoint, endJoint, upper, lower, axis, aside }: SourceLimb,
  world: WorldTransforms,
): SeenRoll {
  const way = normalize(subtract(vec3At(world.positions, endJoint), vec3At(world.positions, lowerJoint)));
  const bent = rotate(conjugate(quatAt(world.rotations, upperJoint)), way);
  // The best the hinge can do, from straight towards its own side: θ = atan2(h · (f × b), f⊥ · b⊥).
  const straight = turnAbout(axis, lower, upper);
  const hinged = (flexion: number) => rejectFrom(rotate(fromAxisAngle(axis, straight + flexion), lower), upper);
  const best = hinged(Math.abs(wrapAngle(turnAbout(axis, lower, bent) - straight)));
  const to = rejectFrom(bent, upper);
  const bend = length(to);
  // A limb that is bent across its hinge has the hinge nearly straight: its plane shows when it flexes as far.
  const across = Math.max(0, 1 - length(best) / Math.max(bend, 1e-12));
  const from = across > 0 ? add(best, scale(hinged(atan2(bend, dot(bent, upper))), across)) : best;
  const roll = angleAbout(upper, from, to);
  // With u the upper bone and a the hinge's axis, the lower one is sin(φ) a × u + s a across u: turned by −asin(s / sin φ) it lies in the plane.
  const intoPlane = -clamp(asin(clamp(aside / Math.max(bend, PLANE[0]), -1, 1)), -MOST_INTO_PLANE, MOST_INTO_PLANE);
  return { roll, bend, intoPlane: intoPlane * rise(bend, PLANE) };
}

/** Radians about `axis` from one direction to another, of which what is along the axis does not count. */
export function turnAbout(axis: Vec3, from: Vec3, to: Vec3): number {
  return atan2(dot(axis, cross(from, to)), dot(rejectFrom(from, axis), rejectFrom(to, axis)));
}

/** 0 up to the first bound, 1 from the second on. */
function rise(value: number, [begins, ends]: readonly [number, number]): number {
  return Math.min(1, Math.max(0, (value - begins) / (ends - begins)));
}
