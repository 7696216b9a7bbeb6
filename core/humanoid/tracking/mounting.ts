import { atan2 } from '../../math/elementary.ts';
import { multiplyPacked, rotatePacked } from '../../math/packed-quats.ts';
import { conjugate, fromAxisAngle, multiply, rotate, type Quat } from '../../math/quat.ts';
import { add, scale, subtract, UNIT_Y, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { Rig } from '../body/rig.ts';
import { PLACE_AT, TRACKED_PARTS, type TrackedPart, type TrackedPlaces } from './tracked-places.ts';

/** Share of a body's height at which its eyes are: where a headset is worn. */
const EYES = 0.93;
/** How many times as tall as the person a character may be, and how few: beyond that the head's tracker is no head's. */
const MOST_TALLER = 20;

/** How trackers sit on the joints that they are worn at: set by a pose that the person takes. */
export interface Mounting {
  /** What places of trackers are multiplied by: how many times as tall as the person the character is. */
  readonly size: number;
  /** Of each part the joint as its tracker has it: 3 numbers of its place, 4 of its rotation. */
  readonly joints: Float64Array;
}

/**
 * The mounting of trackers that show `places` while the person stands as the character does in `pose`. The character is turned about the vertical and moved
 * along the floor until its hands and its head are over the person's.
 */
export function mountTrackers(rig: Rig, places: TrackedPlaces, pose: Pose): Mounting {
  const world = forwardKinematics(rig.skeleton, pose);
  const jointOf = (part: TrackedPart): number => rig.humanoid[part]!;
  const standing = (part: TrackedPart): Vec3 => worldPosition(world, jointOf(part));
  const head = places.head!;
  const size = (EYES * rig.report.height) / head.position[1];
  if (!(size > 1 / MOST_TALLER && size < MOST_TALLER))
    throw new RangeError(`the head's tracker must be as high above the floor as eyes are, got ${head.position[1]} m`);
  const turn = turnBetween(
    subtract(standing('leftHand'), standing('rightHand')),
    subtract(places.leftHand!.position, places.rightHand!.position),
  );
  const over = subtract(scale(head.position, size), rotate(turn, standing('head')));
  const along: Vec3 = [over[0], 0, over[2]];
  const joints = new Float64Array(7 * TRACKED_PARTS.length);
  for (const part of TRACKED_PARTS) {
    const place = places[part];
    const at = PLACE_AT[part];
    if (place === undefined || rig.humanoid[part] === undefined) {
      joints[at + 6] = 1;
      continue;
    }
    const back = conjugate(place.rotation);
    const joint = add(rotate(turn, standing(part)), along);
    joints.set(rotate(back, subtract(joint, scale(place.position, size))), at);
    joints.set(multiply(back, multiply(turn, worldRotation(world, jointOf(part)))), at + 3);
  }
  return { size, joints };
}

/** The turn about the vertical from one vector to another. */
function turnBetween(from: Vec3, to: Vec3): Quat {
  return fromAxisAngle(UNIT_Y, atan2(from[2] * to[0] - from[0] * to[2], from[0] * to[0] + from[2] * to[2]));
}

/** Turns the numbers of a part at `places[at…]` from those of its tracker to those of its joint. */
export function toJoint({ size, joints }: Mounting, places: Float64Array, at: number): void {
  rotatePacked(places, at + 3, joints, at, offset, 0);
  for (let c = 0; c < 3; c++) places[at + c] = size * places[at + c]! + offset[c]!;
  multiplyPacked(places, at + 3, joints, at + 3, places, at + 3);
}

const offset = /* @__PURE__ */ new Float64Array(3);
