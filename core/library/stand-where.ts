import { ROOT_TRACK, type Interpolation, type Track } from '../animation/clip.ts';
import { hasTangents } from '../animation/easing.ts';
import { checkRig } from '../humanoid/body/check-rig.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { checkArray } from '../math/check-values.ts';
import { atan2, cos, sin } from '../math/elementary.ts';
import { conjugate, fromAxisAngle, multiply, normalizeQuat, rotate, type Quat } from '../math/quat.ts';
import { add, distance, lerp, subtract, UNIT_Y, type Vec3 } from '../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../skeleton/forward-kinematics.ts';
import { checkPose, restPose, rotationOf, rootTranslationOf, setRotation, type Pose } from '../skeleton/pose.ts';

/** The pose on the spot of the floor where `present` stands, and looking where that looks; its height and the rest of it stay as they are. */
export function standWhere(rig: Rig, pose: Pose, present: Pose): Pose {
  checkRig(rig);
  checkPose(rig.skeleton, pose, 'the pose');
  checkPose(rig.skeleton, present, 'the present pose');
  const { move, turn } = changeOfStand(rig, pose, present);
  const placed = pose.slice();
  placed.set(move(rootTranslationOf(pose)));
  const { root } = rig.skeleton;
  setRotation(placed, root, turn(rotationOf(pose, root)));
  return placed;
}

/** The tracks of a motion that begins as `first` does, so that it begins where `present` stands and looks, and goes on from there. */
export function tracksFromWhere(rig: Rig, tracks: readonly Track[], first: Pose, present: Pose): Track[] {
  checkRig(rig);
  checkArray(tracks, 'the tracks');
  checkPose(rig.skeleton, first, 'the first pose');
  checkPose(rig.skeleton, present, 'the present pose');
  const { move, along, turn } = changeOfStand(rig, first, present);
  const each = <Key>(track: Track, size: number, change: (key: Key) => readonly number[]): Track => ({
    ...track,
    values: track.times.flatMap((_, k) => [...change(track.values.slice(size * k, size * (k + 1)) as Key)]),
  });
  return tracks.map((track) => {
    if (track.joint === ROOT_TRACK) return withTangents(each<Vec3>(track, 3, move), along);
    return track.joint === rig.skeleton.root ? each<Quat>(track, 4, turn) : track;
  });
}

/** The track of the root's translation with the tangents of its curves changed: they are ways in the world. Those of its rotation are the joint's own. */
function withTangents(track: Track, change: (way: Vec3) => Vec3): Track {
  const changed = (way: Interpolation | null): Interpolation | null =>
    hasTangents(way) ? { out: change(way.out as Vec3), in: change(way.in as Vec3) } : way;
  const { interpolation, keyInterpolations } = track;
  return {
    ...track,
    interpolation: changed(interpolation) ?? interpolation,
    ...(keyInterpolations && { keyInterpolations: keyInterpolations.map(changed) }),
  };
}

/** What brings the root from one stand to another: its displacement and its rotation, both away from rest, and ways of it in the world. */
interface ChangeOfStand {
  readonly move: (translation: Vec3) => Vec3;
  readonly along: (way: Vec3) => Vec3;
  readonly turn: (rotation: Quat) => Quat;
}

function changeOfStand(rig: Rig, from: Pose, to: Pose): ChangeOfStand {
  const { root } = rig.skeleton;
  const [there, here] = [standOf(rig, from), standOf(rig, to)];
  if (there.feet.some((foot, i) => isSameFoot(foot, here.feet[i]!))) return NO_CHANGE;
  const byFeet = here.byFeet === null || there.byFeet === null ? null : here.byFeet - there.byFeet;
  const yaw = fromAxisAngle(UNIT_Y, byFeet ?? here.byRoot - there.byRoot);
  const begin = rootTranslationOf(from);
  // The root at p comes to p′ = here + Y (p − there).
  const carried = add(here.place, rotate(yaw, subtract(there.root, there.place)));
  const shift = subtract(carried, there.root);
  // W = F r, with the frame F of the joint before its own rotation r; Y W = F r′ gives r′ = (F⁻¹ Y F) r.
  const frame = multiply(there.rotation, conjugate(rotationOf(from, root)));
  const inFrame = multiply(conjugate(frame), multiply(yaw, frame));
  return {
    move: (translation) => add(add(begin, shift), rotate(yaw, subtract(translation, begin))),
    along: (way) => rotate(yaw, way),
    turn: (rotation) => normalizeQuat(multiply(inFrame, rotation)),
  };
}

const NO_CHANGE: ChangeOfStand = { move: (translation) => translation, along: (way) => way, turn: (rotation) => rotation };

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
  return distance(a.place, b.place) < SAME_PLACE && Math.abs(wrapped(a.yaw - b.yaw)) < SAME_YAW;
}

/** Where a body stands, and where it looks as an angle about the vertical, radians away from rest. */
interface Stand {
  /** On the floor in the middle between its feet, or under its root without feet. */
  readonly place: Vec3;
  readonly feet: readonly Foot[];
  /** On the floor under its root. */
  readonly root: Vec3;
  /** The root's rotation in the world. */
  readonly rotation: Quat;
  /** As both feet point; null without feet, and where they point apart. */
  readonly byFeet: number | null;
  readonly byRoot: number;
}

/** Radians from which on two feet point apart: they say no more where the body looks. Our choice. */
const APART = Math.PI / 2;

function standOf(rig: Rig, pose: Pose): Stand {
  const { skeleton, humanoid } = rig;
  const world = forwardKinematics(skeleton, pose);
  const atRest = forwardKinematics(skeleton, restPose(skeleton));
  const yawOf = (joint: number) => twistOf(multiply(worldRotation(world, joint), conjugate(worldRotation(atRest, joint))));
  const joints = [humanoid.leftFoot, humanoid.rightFoot].filter((joint) => joint !== undefined);
  const feet = joints.map((joint): Foot => ({ place: onFloor(worldPosition(world, joint)), yaw: yawOf(joint) }));
  const root = onFloor(worldPosition(world, skeleton.root));
  const stand = { root, feet, rotation: worldRotation(world, skeleton.root), byRoot: yawOf(skeleton.root) };
  const [left, right] = feet;
  if (!left || !right) return { ...stand, place: root, byFeet: null };
  const between = wrapped(right.yaw - left.yaw);
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

/** The same angle from −π to π. */
function wrapped(angle: number): number {
  return atan2(sin(angle), cos(angle));
}
