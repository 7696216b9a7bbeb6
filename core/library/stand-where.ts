import type { Track } from '../animation/clip.ts';
import { placeTracks, posePlacer } from '../animation/place-motion.ts';
import { checkRig } from '../humanoid/body/check-rig.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { checkArray } from '../math/check-values.ts';
import { atan2 } from '../math/elementary.ts';
import { shortTurn, turnOf, type Place } from '../math/place.ts';
import { conjugate, multiply, rotate, type Quat } from '../math/quat.ts';
import { distance, lerp, subtract, ZERO, type Vec3 } from '../math/vec3.ts';
import { forwardKinematics, worldAtRest, worldPosition, worldRotation } from '../skeleton/forward-kinematics.ts';
import { checkPose, type Pose } from '../skeleton/pose.ts';

/** The pose on the spot of the floor where `present` stands, and looking where that looks; its height and the rest of it stay as they are. */
export function standWhere(rig: Rig, pose: Pose, present: Pose): Pose {
  checkRig(rig);
  checkPose(rig.skeleton, pose, 'the pose');
  checkPose(rig.skeleton, present, 'the present pose');
  const change = changeOfStand(rig, pose, present);
  return change ? posePlacer(rig, change)(pose) : pose.slice();
}

/** The tracks of a motion that begins as `first` does, so that it begins where `present` stands and looks, and goes on from there. */
export function tracksFromWhere(rig: Rig, tracks: readonly Track[], first: Pose, present: Pose): Track[] {
  checkRig(rig);
  checkArray(tracks, 'the tracks');
  checkPose(rig.skeleton, first, 'the first pose');
  checkPose(rig.skeleton, present, 'the present pose');
  const change = changeOfStand(rig, first, present);
  return change ? placeTracks(rig, tracks, change) : [...tracks];
}

/** The way along the floor from one stand to another; null where a foot stands in both as it does. */
function changeOfStand(rig: Rig, from: Pose, to: Pose): Place | null {
  const [there, here] = [standOf(rig, from), standOf(rig, to)];
  if (there.feet.some((foot, i) => isSameFoot(foot, here.feet[i]!))) return null;
  const byFeet = here.byFeet === null || there.byFeet === null ? null : here.byFeet - there.byFeet;
  const turn = byFeet ?? here.byRoot - there.byRoot;
  return { at: subtract(here.place, rotate(turnOf({ at: ZERO, turn }), there.place)), turn };
}

/** A foot that stands: the floor under its ankle, and radians about the vertical away from rest. */
interface Foot {
  readonly place: Vec3;
  readonly yaw: number;
}

/** Metres and radians up to which a foot counts as standing where another pose has it. Our choice. */
const SAME_PLACE = 0.01;
const SAME_YAW = 0.02;

/** A body that has one foot where the pose has it stands there already: the other has only stepped. */
function isSameFoot(a: Foot, b: Foot): boolean {
  return distance(a.place, b.place) < SAME_PLACE && Math.abs(shortTurn(a.yaw - b.yaw)) < SAME_YAW;
}

/** Where a body stands, and where it looks as an angle about the vertical, radians away from rest. */
interface Stand {
  /** On the floor in the middle between its feet, or under its root without feet. */
  readonly place: Vec3;
  readonly feet: readonly Foot[];
  /** As both feet point; null without feet, and where they point apart. */
  readonly byFeet: number | null;
  readonly byRoot: number;
}

/** Radians from which on two feet point apart: they say no more where the body looks. Our choice. */
const APART = Math.PI / 2;

function standOf(rig: Rig, pose: Pose): Stand {
  const { skeleton, humanoid } = rig;
  const world = forwardKinematics(skeleton, pose);
  const atRest = worldAtRest(skeleton);
  const yawOf = (joint: number) => twistOf(multiply(worldRotation(world, joint), conjugate(worldRotation(atRest, joint))));
  const joints = [humanoid.leftFoot, humanoid.rightFoot].filter((joint) => joint !== undefined);
  const feet = joints.map((joint): Foot => ({ place: onFloor(worldPosition(world, joint)), yaw: yawOf(joint) }));
  const stand = { feet, byRoot: yawOf(skeleton.root) };
  const [left, right] = feet;
  if (!left || !right) return { ...stand, place: onFloor(worldPosition(world, skeleton.root)), byFeet: null };
  const between = shortTurn(right.yaw - left.yaw);
  const byFeet = Math.abs(between) < APART ? left.yaw + between / 2 : null;
  return { ...stand, place: lerp(left.place, right.place, 0.5), byFeet };
}

function onFloor([x, , z]: Vec3): Vec3 {
  return [x, 0, z];
}

/** The twist about the vertical: 2 atan2(y, w), radians. */
function twistOf([, y, , w]: Quat): number {
  return 2 * atan2(y, w);
}
