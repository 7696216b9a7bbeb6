import { sideOf } from '../../body/found-bones.ts';
import type { Quat } from '../../../math/quat.ts';
import { add, distance, normalize, scale, subtract, ZERO, type Vec3 } from '../../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation, type WorldTransforms } from '../../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../../skeleton/pose.ts';
import { isLocked } from '../../body/limbs.ts';
import { carryTrunk, type CarriedBody } from './carry-trunk.ts';
import { directEnd } from '../../limbs/direct-end.ts';
import { limbPlane } from '../../limbs/fold-limb.ts';
import { foldAlongField } from './fold-along-field.ts';
import { bendAxisOf, type PinnedLimb } from '../../limbs/pinned-limbs.ts';
import type { Reaching } from '../request/pull-move.ts';
import { softSpan } from '../../limbs/soft-reach.ts';
import { stiffenedShare } from './stiffened-share.ts';

/** Share of its way by which a limb's root stops short for the balance: what the limb itself makes up for. Our choice. */
const MOST_MISSED = 1;

/** A limb that reaches out, with the body that brings it there. */
export interface ReachedOut extends CarriedBody {
  /** Whether the bend is to stay as it is, more bent than the target asks: see `soft-reach.ts`. */
  readonly isSoftened: boolean;
}

/** How a limb reaches out: from a body that stands at `base`, over limbs that are pinned. */
export interface ReachPull extends Reaching {
  /** The snapshot, its body moved but not turned. */
  readonly base: Pose;
  readonly limbs: readonly PinnedLimb[];
  /** By how much more than for its length the limb's root is carried along, metres of the world. */
  readonly further: Vec3;
}

/**
 * The base with a limb folded to its target, its end turned as it was. What a soft reach does not span, and what the limb is too stiff for, the body
 * does by carrying the limb's root along, see `carryTrunk`. Pinned limbs are not yet put back. The upper joint may stand outside its limit.
 */
export function reachOut(move: ReachPull): ReachedOut {
  const { rig, limb, snapshot, base, target, settings, keepsDirection, rotation, order, further } = move;
  if (isLocked(rig, limb.upper) || isLocked(rig, limb.bend)) return { pose: base, isHeldBack: false, isSoftened: false };
  const before = forwardKinematics(rig.skeleton, snapshot);
  const { end, firm, full } = lengthsOf(move, before);
  const root = worldPosition(forwardKinematics(rig.skeleton, base), limb.upper);
  let carried: CarriedBody = { pose: base, isHeldBack: false };
  if (order === 'smartBounce') {
    const along = add(root, scale(subtract(target, end), stiffenedShare(rig, limb)));
    const wanted = distance(along, target);
    const nearer = add(along, scale(normalize(subtract(target, along)), wanted - softSpan(wanted, firm, full)));
    const place = add(nearer, further);
    if (distance(place, root) > 0) carried = carryRoot(move, place);
  }
  const asked = rotation ?? (keepsDirection ? worldRotation(before, limb.end) : null);
  const turn = isLocked(rig, limb.end) ? null : asked;
  const isSoftened =
    settings.softReach > 0 && distance(worldPosition(forwardKinematics(rig.skeleton, carried.pose), limb.upper), target) > firm;
  const pose = foldFrom(move, carried.pose, turn);
  if (turn) directEnd(rig, pose, limb.end, turn, snapshot);
  return { pose, isHeldBack: carried.isHeldBack, isSoftened };
}

/**
 * The pose `carried`, which has the limb's root where it is to be, with the limb folded from there to the target as far as it spans softly. The fold
 * suits the world rotation `turn` of its end.
 */
export function foldFrom(move: Reaching, carried: Pose, turn: Quat | null): Pose {
  const before = forwardKinematics(move.rig.skeleton, move.snapshot);
  const { firm, full } = lengthsOf(move, before);
  return foldAlongField(move, before, carried, (wanted) => softSpan(wanted, firm, full), turn);
}

/** Where a limb's end is, how long it is and what it spans firmly, at least as far as the grab has it: world, metres. */
function lengthsOf(
  { rig, limb, handle, settings }: Reaching,
  before: WorldTransforms,
): { end: Vec3; firm: number; full: number } {
  const axis = bendAxisOf(rig, sideOf(handle), handle.endsWith('Foot') ? 'Foot' : 'Hand');
  const { root, end, upperLength, lowerLength } = limbPlane(before, limb, axis);
  const full = upperLength + lowerLength;
  return { end, full, firm: Math.max((1 - settings.softReach) * full, distance(root, end)) };
}

/** The base with its body carried until the limb's root is at `place`, as far as pins of the trunk let it. */
function carryRoot({ rig, limb, snapshot, base, handle, settings, pins, limbs }: ReachPull, place: Vec3): CarriedBody {
  if (pins.chest?.translation || pins.head?.translation) return { pose: base, isHeldBack: false };
  const moved = subtract(rootPlace(base), rootPlace(snapshot));
  const legs = limbs
    .filter(({ name }) => name.endsWith('Foot'))
    .map((leg) => ({ ...leg, plane: { ...leg.plane, root: add(leg.plane.root, moved) } }));
  const hipsStay = settings.rootStiffness === 1 || pins.hips?.translation === true;
  // Hips go all the way of the root of a leg, and of that of an arm only what the trunk leaves.
  const along = (way: Vec3): Vec3 => (handle.endsWith('Foot') ? way : ZERO);
  // A foot that is lifted has its weight shifted first, see `shiftWeight`.
  const weight = handle.endsWith('Foot') ? 0 : settings.weight;
  const grabbed = { joint: limb.upper, offset: ZERO };
  const hipsKeepTurn = pins.hips?.rotation === true;
  return carryTrunk(
    {
      rig,
      snapshot: base,
      grabbed,
      legs,
      along,
      hipsStay,
      hipsKeepTurn,
      tilts: true,
      unfolds: false,
      weight,
      hangs: settings.weight,
      mayMiss: MOST_MISSED,
    },
    place,
  );
}

function rootPlace([x, y, z]: Pose): Vec3 {
  return [x!, y!, z!];
}
