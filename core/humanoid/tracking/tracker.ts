import { isNumberFrom } from '../../math/check-numbers.ts';
import { spellOut } from '../../math/check-values.ts';
import { divideLeftPacked } from '../../math/packed-quats.ts';
import { createWorldTransforms, forwardKinematics, worldAtRest } from '../../skeleton/forward-kinematics.ts';
import { checkPose, restPose, rotationIndex, type Pose } from '../../skeleton/pose.ts';
import type { AnyNames } from '../../skeleton/skeleton.ts';
import { checkRig } from '../body/check-rig.ts';
import { SIDES } from '../body/found-bones.ts';
import type { Rig } from '../body/rig.ts';
import { writeBody, type BodyOverFeet } from './body-over-feet.ts';
import { findHips, findYaw, FOUND_SIZE } from './find-hips.ts';
import { followLimb, trackedLimb } from './follow-limb.ts';
import { followTrunk, trackedTrunk } from './follow-trunk.ts';
import { mountTrackers, toJoint, type Mounting } from './mounting.ts';
import { plantedFeet, plantFoot } from './plant-feet.ts';
import { raiseHeel } from './raise-heel.ts';
import { standingBody } from './standing-body.ts';
import { placeFeet, stepFeet, steppingFeet, writeFoot } from './step-feet.ts';
import {
  checkPlaces,
  PLACE_AT,
  PLACE_SIZE,
  readPlaces,
  TRACKED_PARTS,
  type TrackedPart,
  type TrackedPlaces,
} from './tracked-places.ts';

/** Follows what a person wears. Everything that is found follows from the places and the seconds that came since it began. */
export interface Tracker<Names = AnyNames> {
  /**
   * Learns how trackers sit on the body: `places` are what they show while the person stands as the character does in `pose` (default: at rest, most often
   * with arms held out), looking the same way and over the floor at y = 0. Places of the person are then brought to the character's size. Without it places
   * are those of the character's own joints. Begins anew. Throws a `RangeError` of one sentence where head or hands are missing or a place cannot be used.
   */
  calibrate(places: TrackedPlaces, pose?: Pose<Names>): void;
  /**
   * The pose that has the parts at their places, `seconds` after the last one, inside the limits. A place comes before a rotation that limits do not allow
   * with it. A part that is missing stays where it was last. Returns the same array each time: copy what is to be kept. Throws a `RangeError` of one sentence
   * where head or hands are missing at first, or a place or the seconds cannot be used.
   */
  update(places: TrackedPlaces, seconds: number): Pose<Names>;
}

const HEAD = PLACE_AT.head;
const HIPS = PLACE_AT.hips;
const LEFT_FOOT = PLACE_AT.leftFoot;
const RIGHT_FOOT = PLACE_AT.rightFoot;

/**
 * Follows three to six trackers with 6 degrees of freedom each, at the rate of a headset: head and hands, and hips and feet where they are worn. Built in closed
 * form with the natural elbows, knees and clavicles of pulls, the trunk by a solve of its own. Tracked feet that stand do not slide; feet without trackers step
 * after the body. Allocates nothing that matters, and costs less than a move of a puller. Throws a `RangeError` of one sentence unless the rig has hips, a head
 * above them, hands and feet.
 */
export function createTracker<Names>(rig: Rig<Names>): Tracker<Names> {
  checkRig(rig);
  const { skeleton, humanoid } = rig;
  const lacking = TRACKED_PARTS.find((part) => humanoid[part] === undefined);
  const trunk = lacking ? null : trackedTrunk(rig);
  if (trunk === null)
    throw new RangeError(`the rig must have hips, a head above them, hands and feet, got none of: ${lacking ?? 'head'}`);
  const hips = humanoid.hips!;
  const limbs = (['Hand', 'Foot'] as const).flatMap((part) =>
    SIDES.map((side) => ({ limb: trackedLimb(rig, side, part), at: PLACE_AT[`${side}${part}`] })),
  );
  const standing = standingBody(rig);
  const resting = worldAtRest(skeleton);
  const pose = restPose(skeleton);
  const world = createWorldTransforms(skeleton);
  const places = new Float64Array(PLACE_SIZE * TRACKED_PARTS.length);
  const isTracked: Record<TrackedPart, boolean> = {
    head: false,
    leftHand: false,
    rightHand: false,
    hips: false,
    leftFoot: false,
    rightFoot: false,
  };
  const found = new Float64Array(FOUND_SIZE);
  const planted = plantedFeet();
  const stepping = steppingFeet();
  const body: BodyOverFeet = { x: 0, z: 0, yaw: 0, speedX: 0, speedZ: 0 };
  let mounting: Mounting | null = null;
  let isFirst = true;

  /** Brings what came to the joints; a part that is missing stays. */
  const read = (given: TrackedPlaces): void => {
    readPlaces(given, places);
    for (let p = 0; p < TRACKED_PARTS.length; p++) {
      const part = TRACKED_PARTS[p]!;
      if (given[part] === undefined) continue;
      isTracked[part] = true;
      if (mounting) toJoint(mounting, places, PLACE_AT[part]);
    }
  };
  /** Plants feet that are tracked, and lets the others step. */
  const standOnFeet = (seconds: number): void => {
    const { leftFoot, rightFoot } = isTracked;
    for (let foot = 0; foot < 2; foot++)
      if (foot === 0 ? leftFoot : rightFoot) plantFoot(standing, planted, foot, places, seconds, isFirst);
    if (leftFoot && rightFoot) return;
    writeBody(standing, found, places, body, isTracked.hips, seconds, isFirst);
    if (isFirst) placeFeet(standing, stepping, body);
    else stepFeet(standing, stepping, body, seconds);
    for (let foot = 0; foot < 2; foot++) if (!(foot === 0 ? leftFoot : rightFoot)) writeFoot(standing, stepping, foot, places);
  };
  return {
    calibrate(given, stance = restPose(skeleton)) {
      checkPlaces(given, 'the places', true);
      checkPose(skeleton, stance, 'the pose of the person');
      mounting = mountTrackers(rig, given, stance);
      for (const part of TRACKED_PARTS) isTracked[part] = false;
      isFirst = true;
    },
    update(given, seconds) {
      checkPlaces(given, 'the places', isFirst);
      if (!isNumberFrom(seconds, 0, Number.MAX_VALUE))
        throw new RangeError(`the seconds must be a number from 0, got ${spellOut(seconds)}`);
      read(given);
      if (!isTracked.hips) findYaw(standing, found, places, seconds, isFirst);
      standOnFeet(seconds);
      if (!isTracked.hips) {
        const x = (places[LEFT_FOOT]! + places[RIGHT_FOOT]!) / 2;
        findHips(standing, found, x, (places[LEFT_FOOT + 2]! + places[RIGHT_FOOT + 2]!) / 2, places);
      }
      for (let foot = 0; foot < 2; foot++)
        if (!(foot === 0 ? isTracked.leftFoot : isTracked.rightFoot)) raiseHeel(standing, foot, places);
      for (let c = 0; c < 3; c++) pose[c] = places[HIPS + c]! - resting.positions[3 * hips + c]!;
      divideLeftPacked(resting.rotations, 4 * hips, places, HIPS + 3, pose, rotationIndex(hips));
      forwardKinematics(skeleton, pose, world);
      followTrunk(rig, trunk, places, HEAD, pose, world);
      forwardKinematics(skeleton, pose, world);
      for (let i = 0; i < limbs.length; i++) {
        const { limb, at } = limbs[i]!;
        if (limb) followLimb(rig, limb, places, at, pose, world);
      }
      isFirst = false;
      return pose;
    },
  };
}
