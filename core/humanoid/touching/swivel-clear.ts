import { angleBetween, fromAxisAngle, rotate, type Quat } from '../../math/quat.ts';
import { add, length, normalize, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { limitExcess } from '../../skeleton/limit-state.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { isLocked, turnJoint, type Limb } from '../body/limbs.ts';
import type { Rig } from '../body/rig.ts';
import { turnWithin } from '../limbs/fold-limb.ts';
import { deepestIn } from './overlaps.ts';
import { blocksOf } from './parts.ts';
import type { Touching } from './touching.ts';
import { hangsFrom } from '../../skeleton/hierarchy.ts';
import { lastWhere } from '../../math/search-interval.ts';

/** Radians between the swivels that are tried, and how many on each side. */
const STEP = 0.1;
const STEPS = 16;
/** Halvings between a swivel that overlaps and one that does not: to a thousandth of a radian. */
const HALVINGS = 7;
/** Share of the depth that must be left at most for a swivel to be worth it. */
const HELPS = 0.8;
/** Radians that a joint may exceed its limit by and still count as inside. */
const INSIDE = 1e-6;

/**
 * The pose with an elbow or a knee swivelled about the line from its limb's root to its end by the least angle from which upper arm and forearm, or thigh and
 * shin, overlap nothing by more than they may, or least. The end stays, turned as it was as far as its limits allow, and never
 * further away than by `mostTurn` radians. Null where no such swivel inside the upper joint's limits helps much.
 */
export function swivelClear(rig: Rig, pose: Pose, limb: Limb, contacts: Touching, slack: number, mostTurn: number): Pose | null {
  if (isLocked(rig, limb.upper) || isLocked(rig, limb.bend)) return null;
  const { parents } = rig.skeleton;
  const world = forwardKinematics(rig.skeleton, pose);
  const root = worldPosition(world, limb.upper);
  const axis = normalize(subtract(worldPosition(world, limb.end), root));
  if (length(axis) === 0) return null;
  const moves = contacts.shape.map(({ joint }) => hangsFrom(parents, joint, limb.upper) && !hangsFrom(parents, joint, limb.end));
  const chosen = contacts.pairs.flatMap(({ first, second }, i) => (moves[first] !== moves[second] ? [i] : []));
  const chosenPairs = chosen.map((i) => contacts.pairs[i]!);
  const pairs = { ...contacts, pairs: chosenPairs, blocks: blocksOf(chosenPairs, contacts.parts) };
  const depths = Float64Array.from(chosen, (i) => contacts.allowed[i]!);
  const still = contacts.place(world);
  const placed = still.slice();
  const about = (rotation: Quat, place: Vec3): Vec3 => add(root, rotate(rotation, subtract(place, root)));
  const depthAt = (angle: number): number => {
    const rotation = fromAxisAngle(axis, angle);
    moves.forEach((isMoved, i) => {
      if (!isMoved) return;
      placed.set(about(rotation, vec3At(still, 2 * i)), 6 * i);
      placed.set(about(rotation, vec3At(still, 2 * i + 1)), 6 * i + 3);
    });
    return deepestIn(pairs, placed, depths, slack);
  };
  const turned = (angle: number): Pose => turnJoint(rig, pose, limb.upper, fromAxisAngle(axis, angle));
  const before = worldRotation(world, limb.end);
  const finish = (angle: number): Pose =>
    isLocked(rig, limb.end) ? turned(angle) : turnWithin(rig, turned(angle), limb.end, before);
  const excess = Math.max(INSIDE, limitExcess(rig.skeleton, pose, limb.upper));
  const turnAt = (angle: number): number =>
    angleBetween(before, worldRotation(forwardKinematics(rig.skeleton, finish(angle)), limb.end));
  const isAllowed = (angle: number): boolean =>
    limitExcess(rig.skeleton, turned(angle), limb.upper) <= excess && (mostTurn === Infinity || turnAt(angle) <= mostTurn);
  let best = 0;
  let least = HELPS * depthAt(0);
  for (let step = 1; step <= STEPS; step++) {
    for (const side of [1, -1]) {
      const clear = side * step * STEP;
      const depth = depthAt(clear);
      if (depth >= least || !isAllowed(clear)) continue;
      [best, least] = [clear, depth];
      if (depth > 0) continue;
      const isClear = (angle: number): boolean => depthAt(angle) === 0 && isAllowed(angle);
      return finish(lastWhere(clear, side * (step - 1) * STEP, isClear, HALVINGS));
    }
  }
  return best === 0 ? null : finish(best);
}
