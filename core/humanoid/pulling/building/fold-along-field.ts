import { sideOf } from '../../body/found-bones.ts';
import { fromAxisAngle, rotate, type Quat } from '../../../math/quat.ts';
import { smooth } from '../../../math/soft-stretch.ts';
import { add, distance, dot, length, normalize, scale, subtract, type Vec3 } from '../../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation, type WorldTransforms } from '../../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../../skeleton/pose.ts';
import { hipsAxes } from '../../body/hips-axes.ts';
import { isLocked, turnJoint } from '../../body/limbs.ts';
import { sizeOf } from '../../body/rig.ts';
import { fieldOf, poleAlong } from '../../limbs/bend-field.ts';
import { comfortableSwivel } from '../../limbs/direct-end.ts';
import { foldLimb } from '../../limbs/fold-limb.ts';
import { clavicleOf, raiseClavicle } from '../../limbs/raise-clavicle.ts';
import type { Reaching } from '../request/pull-move.ts';
import { settleLimb } from '../../limbs/settle-limb.ts';

/** Metres of the way, for a figure 1.75 m tall, over which what the grab has unnaturally fades to half. Our choice. */
const FADES = 0.3;
/** Cosines to the front from which a hand behind the body no longer swivels its arm for its direction, and over which that sets in. Our choice. */
const BEHIND = -0.5;
const BESIDE = 0.4;
/** Rounds in which the clavicle follows the upper arm, and the arm its clavicle: what is left falls to a third in each. */
const ROUNDS = 5;

/**
 * The pose with the pulled limb folded towards its target, a share of the way that `spanOf` says, elbow or knee where the field of its bend has them, the
 * clavicle raised with the upper arm, and the limb swivelled for the world rotation of its end. What the grab has otherwise is kept and fades with the way, so
 * grabbing moves nothing. The upper joint may stand outside its limit.
 */
export function foldAlongField(
  move: Reaching,
  before: WorldTransforms,
  carried: Pose,
  spanOf: (wanted: number) => number,
  turn: Quat | null,
): Pose {
  const { rig, limb, handle, target } = move;
  const side = sideOf(handle);
  const part = handle.endsWith('Foot') ? 'Foot' : 'Hand';
  const field = fieldOf(rig, before, limb, side, part);
  const clavicle = part === 'Hand' ? clavicleOf(rig, before, side) : null;
  const gone = distance(worldPosition(before, limb.end), target) / (FADES * sizeOf(rig));
  const kept = 1 / (1 + gone * gone);
  const fold = (pose: Pose): Pose => {
    const world = forwardKinematics(rig.skeleton, pose);
    const place = placeOf(worldPosition(world, limb.upper), target, spanOf);
    const line = normalize(subtract(place, worldPosition(world, limb.upper)));
    if (length(line) === 0) return pose;
    return foldLimb(rig, pose, limb, field.axis, place, poleAlong(field, world, line, kept));
  };
  let pose = fold(carried);
  if (clavicle) for (let round = 0; round < ROUNDS; round++) pose = fold(raiseClavicle(rig, pose, clavicle, kept));
  const swivel = turn ? comfortOf(move, before, pose, kept, turn) : 0;
  if (swivel === 0) return settleLimb(rig, pose, limb);
  const world = forwardKinematics(rig.skeleton, pose);
  const line = normalize(subtract(worldPosition(world, limb.end), worldPosition(world, limb.upper)));
  return settleLimb(rig, turnJoint(rig, pose, limb.upper, fromAxisAngle(line, swivel)), limb);
}

/** Where the end of a limb is for a target: on the line from its root to that, `spanOf` its length away. World, metres. */
function placeOf(root: Vec3, target: Vec3, spanOf: (wanted: number) => number): Vec3 {
  const way = subtract(target, root);
  return add(root, scale(normalize(way), spanOf(length(way))));
}

/** Radians that a limb swivels for the direction of its end: what that needs now, less what the grab needed and keeps. */
function comfortOf(
  { rig, limb, snapshot, rotation, target }: Reaching,
  before: WorldTransforms,
  folded: Pose,
  kept: number,
  turn: Quat,
): number {
  if (isLocked(rig, limb.end)) return 0;
  const now = comfortableSwivel(rig, folded, limb, turn, snapshot);
  const needed = now - kept * comfortableSwivel(rig, snapshot, limb, worldRotation(before, limb.end), snapshot);
  if (rotation) return needed;
  const { joint, ahead } = hipsAxes(rig);
  const line = normalize(subtract(target, worldPosition(before, limb.upper)));
  const front = dot(rotate(worldRotation(before, joint), ahead), line);
  return needed * smooth((front - BEHIND) / BESIDE);
}
