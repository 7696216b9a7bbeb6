import { smooth } from '../../math/soft-stretch.ts';
import { add, length, lerp, subtract, ZERO, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { centreOfMass, segmentMasses } from '../anatomy/masses.ts';
import { moveBy } from './carry-trunk.ts';
import type { PinnedLimb } from './pinned-limbs.ts';
import { withinReach } from './place-hips.ts';
import { plantLimbs } from './planted-goals.ts';
import type { Reaching } from './pull-move.ts';

/**
 * Height above the foot that stands at which a lifted foot carries nothing any more: in lengths of the leg, and at least so many times what the weight has to
 * go, so that hips are at most 2.5 times as quick as the foot. Our choice.
 */
const LIFTED = 0.14;
const STEADY = 0.6;
/** Where the weight is on a foot that stands alone: a share of the way from its ankle to its ball, the middle of what carries it. */
const MIDDLE = 0.4;
/** Rounds in which the hips bring the centre of mass to its place: legs that stay move with it by less, so that a tenth is left in each. */
const ROUNDS = 4;

/**
 * How far hips go aside for a foot that is lifted, metres of the world, level: until the centre of mass is over the foot that stands, and a share of that way while the
 * other is lifted little above it, or was lifted before. Zero where no single foot stands, where hips may not leave their place, and for other handles. `folded` is the pose
 * whose body has moved by so much, its pulled leg folded to the target.
 */
export function shiftWeight(move: Reaching, limbs: readonly PinnedLimb[], folded: (base: Pose) => Pose): Vec3 {
  const { rig, snapshot, handle, limb, target, settings, pins } = move;
  const [standing, ...others] = limbs.filter(({ sole, ik }) => sole && ik === 1);
  const stays = settings.rootStiffness === 1 || [pins.hips, pins.chest, pins.head].some((pin) => pin?.translation);
  if (!handle.endsWith('Foot') || !standing?.sole || others.length > 0 || stays) return ZERO;
  const { plane, sole } = standing;
  const world = forwardKinematics(rig.skeleton, snapshot);
  const masses = segmentMasses(rig);
  const centreFor = (by: Vec3): Vec3 =>
    centreOfMass(masses, forwardKinematics(rig.skeleton, plantLimbs(rig, folded(moveBy(snapshot, by)), limbs).pose));
  const over = lerp(plane.end, sole.ball, MIDDLE);
  const centre = centreFor(ZERO);
  const away = subtract(over, centre);
  const high = Math.max(LIFTED * (plane.upperLength + plane.lowerLength), STEADY * length([away[0], 0, away[2]]));
  const liftAt = (height: number): number => smooth((height - plane.end[1]) / high);
  const [before, now] = [worldPosition(world, limb.end)[1], target[1]].map(liftAt) as [number, number];
  const share = settings.weight * Math.max(0, (now - before) / (1 - before));
  if (!(share > 0)) return ZERO;
  const place = lerp(centre, over, share);
  let by = ZERO;
  for (let round = 0; round < ROUNDS; round++) {
    const [x, , z] = subtract(place, round === 0 ? centre : centreFor(by));
    by = withinReach([standing], add(by, [x, 0, z]), false);
  }
  return by;
}
