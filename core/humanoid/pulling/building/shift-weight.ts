import { smooth } from '../../../math/soft-stretch.ts';
import { add, length, lerp, meanOf, scale, subtract, type Vec3, ZERO } from '../../../math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../skeleton/forward-kinematics.ts';
import { firstWhere } from '../../../math/search-interval.ts';
import { moveBy, type Pose, rotationOf } from '../../../skeleton/pose.ts';
import { limitShare } from '../../anatomy/limit-frames.ts';
import type { Limb } from '../../body/limbs.ts';
import type { Rig } from '../../body/rig.ts';
import { centreOfMass, segmentMasses, soleCorners } from '../../anatomy/masses.ts';
import { sideOf } from '../../body/found-bones.ts';
import type { PinnedLimb } from '../../limbs/pinned-limbs.ts';
import { withinReach } from './place-hips.ts';
import { plantLimbs } from './planted-goals.ts';
import type { PullMove, Reaching } from '../request/pull-move.ts';

/**
 * Height above the foot that stands at which a lifted foot carries nothing any more: in lengths of the leg, and at least so many times what the weight has to
 * go, so that hips are at most four times as quick as the foot. Our choice.
 */
const LIFTED = 0.14;
const STEADY = 0.4;
/** Halvings of the way that the standing leg lets the hips go: to a tenth of a millimetre. */
const HALVINGS = 12;
/** Rounds in which the hips bring the centre of mass to its place: legs that stay move with it by less, so that a tenth is left in each. */
const ROUNDS = 4;

/**
 * How far hips go aside for a foot that is lifted, metres of the world, level: until the centre of mass is over the middle of the foot that stands, or as far as the
 * joints of that leg let them; and a share of that way while the other is lifted little above it, or was lifted before. Zero where no single foot stands, where hips
 * may not leave their place, and for other handles. `folded` is the pose whose body has moved by so much, its pulled leg folded to the target.
 */
export function shiftWeight(move: Reaching, limbs: readonly PinnedLimb[], folded: (base: Pose) => Pose): Vec3 {
  const { rig, snapshot, handle, limb, target, settings } = move;
  const [standing, ...others] = limbs.filter(({ name, ik }) => name.endsWith('Foot') && ik === 1);
  if (!handle.endsWith('Foot') || !standing || others.length > 0 || hipsAreKept(move)) return ZERO;
  const { plane } = standing;
  const world = forwardKinematics(rig.skeleton, snapshot);
  const masses = segmentMasses(rig);
  const standAt = (by: Vec3): Pose => plantLimbs(rig, folded(moveBy(snapshot, by)), limbs).pose;
  const centreFor = (by: Vec3): Vec3 => centreOfMass(masses, forwardKinematics(rig.skeleton, standAt(by)));
  const corners = soleCorners(rig, world, sideOf(standing.name));
  const over = meanOf(corners);
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
  const mostOf = allowedShare(rig, snapshot, standing.limb);
  const isAllowed = (part: number): boolean => mostOf(plantLimbs(rig, moveBy(snapshot, scale(by, part)), [standing]).pose) <= 1;
  return scale(by, 1 - firstWhere(0, 1, (less) => isAllowed(1 - less), HALVINGS));
}

/** Whether hips may not leave their place in a move. */
export function hipsAreKept({ settings, pins }: PullMove): boolean {
  return settings.rootStiffness === 1 || [pins.hips, pins.chest, pins.head].some((pin) => pin?.translation);
}

/** The largest share of its limit that a joint of a limb takes up in a pose, of what it may: the whole limit, or what the snapshot takes up. */
function allowedShare({ skeleton }: Rig, snapshot: Pose, { upper, bend, end }: Limb): (pose: Pose) => number {
  const joints = [upper, bend, end];
  const sharesIn = (pose: Pose): number[] => joints.map((joint) => limitShare(skeleton.limits[joint]!, rotationOf(pose, joint)));
  const most = sharesIn(snapshot).map((share) => Math.max(1, share));
  return (pose) => Math.max(...sharesIn(pose).map((share, i) => share / most[i]!));
}
