import { hypot } from '../../../math/elementary.ts';
import { firstWhere } from '../../../math/search-interval.ts';
import { add, distance, length, lerp, scale, subtract, vec3At, ZERO, type Vec3 } from '../../../math/vec3.ts';
import { nearestInSupport } from '../../../ik/mechanism/balance.ts';
import { forwardKinematics } from '../../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../../skeleton/pose.ts';
import { centreOfMass, segmentMasses, supportPolygon } from '../../anatomy/masses.ts';
import { sizeOf, type Rig } from '../../body/rig.ts';
import { carriedPose, legsBelow, legsReach, stand, type Carried, type TrunkPull } from './carried-trunk.ts';
import type { PinnedLimb } from '../../limbs/pinned-limbs.ts';
import { ankleAt, stanceOf } from '../../limbs/plant-limbs.ts';
import { plantLimbs } from './planted-goals.ts';

/** Rounds in which hips go back for the balance, and how far for a metre that is missing: legs that stay move the centre by less. */
const BALANCE_ROUNDS = 6;
const GOES_BACK = 1.2;
/** Halvings of the way back: to a tenth of a millimetre of some 0.4 m. */
const HALVINGS = 12;
/** Metres, for a figure 1.75 m tall, by which the centre of mass may be outside: soles are known no better. Our choice. */
const SPARE = 0.006;

/**
 * The same body with hips that go back until the centre of mass is over the soles, or until the target is missed by a share of its way for it: what stands misses a
 * little rather than fall. The setting `weight` takes a share of that.
 */
export function stayOverFeet(pull: TrunkPull, fallen: Carried, target: Vec3): Carried {
  const { rig, snapshot, legs, weight, mayMiss } = pull;
  if (legs.length === 0 || weight === 0) return fallen;
  const { trunk } = fallen;
  const excess = excessBeyond(rig, snapshot);
  const standing = legs.map((leg) => withHeelAsAt(leg, fallen.by));
  const standAt = (by: Vec3): Carried => stand(trunk, target, legsReach(pull, legsBelow(trunk, standing), by, false));
  const spansAt = ({ by }: Carried): number[] =>
    legsBelow(trunk, standing).map(({ plane }) => distance(add(plane.root, by), plane.end));
  const spansFallen = spansAt(fallen);
  let balanced = fallen;
  for (let round = 0; round < BALANCE_ROUNDS; round++) {
    const outside = excess(plantLimbs(rig, carriedPose(pull, balanced), legs).pose);
    if (outside === ZERO) break;
    balanced = standAt(subtract(balanced.by, scale(outside, GOES_BACK)));
  }
  if (balanced === fallen) return fallen;
  const most = length(fallen.missing) + mayMiss * distance(target, vec3At(trunk.upright.places, trunk.joints.length));
  const spansBalanced = spansAt(balanced);
  const back = (share: number): Carried => {
    const spans = spansFallen.map((span, i) => span + (spansBalanced[i]! - span) * share);
    return standAt(raised(legsBelow(trunk, standing), lerp(fallen.by, balanced.by, share), spans));
  };
  const tooMuch = firstWhere(0, 1, (less) => length(back(1 - less).missing) <= most, HALVINGS);
  return tooMuch === 1 ? stand(trunk, target, fallen.by) : back(weight * (1 - tooMuch));
}

/** `by` with the hips raised until a leg spans its part of `spans`, metres: y = √(span² − level²) over the ankle. */
function raised(legs: readonly PinnedLimb[], by: Vec3, spans: readonly number[]): Vec3 {
  const lifts = legs.map(({ plane }, i) => {
    const [x, y, z] = subtract(add(plane.root, by), plane.end);
    return Math.sqrt(Math.max(0, spans[i]! ** 2 - x * x - z * z)) - y;
  });
  return add(by, [0, Math.max(0, Math.min(...lifts)), 0]);
}

/** A leg over its foot as that stands for hips that have moved by `by`: no heel comes up further. */
function withHeelAsAt(leg: PinnedLimb, by: Vec3): PinnedLimb {
  const { sole, plane } = leg;
  if (!sole) return leg;
  const { heel } = stanceOf(leg, add(plane.root, by));
  return { ...leg, plane: { ...plane, end: ankleAt(leg, sole, heel) } };
}

/** How far the centre of mass of a pose is outside of what stands: level, metres of the world. */
type Excess = (pose: Pose) => Vec3;

/**
 * By how much more than `snapshot` a pose has its centre of mass outside the soles on which that stands: with c the centre, s the point of the soles' hull nearest to
 * it and e₀ what the snapshot is outside by, and a little, (c − s) (1 − e₀ / |c − s|), or nothing.
 */
function excessBeyond(rig: Rig, snapshot: Pose): Excess {
  const ground = forwardKinematics(rig.skeleton, snapshot);
  const support = supportPolygon(rig, ground);
  const masses = segmentMasses(rig);
  const nearest = new Float64Array(2);
  const outsideIn = (pose: Pose): Vec3 => {
    const [x, , z] = centreOfMass(masses, forwardKinematics(rig.skeleton, pose));
    nearestInSupport(support, x, z, nearest);
    return [x - nearest[0]!, 0, z - nearest[1]!];
  };
  const [x0, , z0] = outsideIn(snapshot);
  const allowed = hypot(x0, z0) + SPARE * sizeOf(rig);
  return (pose) => {
    const [x, , z] = outsideIn(pose);
    const away = hypot(x, z);
    const share = away > allowed ? 1 - allowed / away : 0;
    return share > 0 ? [share * x, 0, share * z] : ZERO;
  };
}
