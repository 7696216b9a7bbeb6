import { HUMANOID_BONES, type HumanoidBone } from '../../humanoid/body/bones.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { parentBones } from '../../humanoid/detection/disorder.ts';
import { clamp, toRadians } from '../../math/angles.ts';
import { copyPacked, divideLeftPacked, divideRightPacked, multiplyPacked, normalizePacked } from '../../math/packed-quats.ts';
import { ORIGIN, turnOf, type Place } from '../../math/place.ts';
import { angleBetween, conjugate, IDENTITY, multiply, quatAt, rotate, type Quat } from '../../math/quat.ts';
import { add, length, scale, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import { createWorldTransforms, forwardKinematics } from '../../skeleton/forward-kinematics.ts';
import { restPose, rotationIndex, weightIndex, type Pose } from '../../skeleton/pose.ts';
import { restWorld } from '../clips/motion-frames.ts';
import { turnsToTPose } from '../clips/t-pose.ts';
import { onFloor, tPosePositions, turnsSinceTPose, turnToFront, writeTurn } from '../clips/turns-since-t-pose.ts';
import type { VmcFrame, VmcTransform } from './vmc-frame.ts';
import { expressionFinder } from './vmc-names.ts';

/** A frame of VMC for each pose of a character that stands at `place`. */
export type WriteFrame = (pose: Pose, place?: Place) => VmcFrame;

/** The pose that a frame of VMC means. What the frame does not say is at rest, or as in `before`. */
export type ReadFrame = (frame: VmcFrame, before?: Pose) => Pose;

/**
 * How a character's poses are told: each bone's rotation in its parent bone since the T-pose, where it is in that, and the hips from the
 * floor below the character's origin. A VRM model rests in its T-pose; any other body is brought into one. Throws an `Error` of one sentence
 * where the character has no hips.
 */
export function createFrameWriter(rig: Rig): WriteFrame {
  const { skeleton, humanoid } = rig;
  const turns = turnsSinceTPose(rig, tPoseTurns(rig));
  const offsets = boneOffsets(rig);
  const bones = HUMANOID_BONES.filter((bone) => humanoid[bone] !== undefined);
  const parents = bones.map((bone) => bones.indexOf(parentIn(rig, bone)!));
  const front = turnToFront(rig);
  const world = createWorldTransforms(skeleton);
  const turned = new Float64Array(4 * bones.length);
  const local = new Float64Array(4);
  const names = skeleton.expressions ?? [];
  return (pose, place = ORIGIN) => {
    forwardKinematics(skeleton, pose, world);
    const told: Partial<Record<HumanoidBone, VmcTransform>> = {};
    bones.forEach((bone, i) => {
      writeTurn(turns, world, humanoid[bone]!, turned, 4 * i);
      if (parents[i]! < 0) copyPacked(turned, 4 * i, local, 0);
      else divideLeftPacked(turned, 4 * parents[i]!, turned, 4 * i, local, 0);
      const position = bone === 'hips' ? onFloor(rig, vec3At(world.positions, humanoid.hips!)) : offsets[bone]!;
      told[bone] = { position: rotate(front, position), rotation: quatAt(local, 0) };
    });
    // The place as seen by a character that faces +Z.
    const root = { position: rotate(front, place.at), rotation: turnOf(place) };
    const expressions = Object.fromEntries(names.map((name, i) => [name, pose[weightIndex(pose, i)]!]));
    return { root, bones: told, expressions };
  };
}

/**
 * The way back: a rig's pose for each frame, whoever sent it. Bones that the rig lacks turn those below them; joints without a meaning stay
 * at rest. Hips that are told to be at the origin say nothing of where they are; else the way from there is scaled by the length of the legs, as far as
 * the sender tells its own. Limits do not hold live motion back. Throws an `Error` of one sentence where the character has no hips.
 */
export function createFrameReader(rig: Rig): ReadFrame {
  const { skeleton, humanoid } = rig;
  const { front, back, fromTPose } = turnsSinceTPose(rig, tPoseTurns(rig));
  const boneOf = new Map(
    HUMANOID_BONES.flatMap((bone) => (humanoid[bone] === undefined ? [] : [[humanoid[bone], bone] as const])),
  );
  const ownLegs = legsOf(boneOffsets(rig));
  const rest = restWorld(rig);
  const restHips = vec3At(rest.positions, humanoid.hips!);
  const intoRig = conjugate(turnToFront(rig));
  const findExpression = expressionFinder(skeleton.expressions ?? []);
  const worlds = new Float64Array(4 * skeleton.count);
  const wanted = new Float64Array(4);
  return (frame, before) => {
    const root: VmcTransform = frame.root ?? { position: [0, 0, 0], rotation: IDENTITY };
    const turned = turnsOf(frame, root.rotation);
    const pose = restPose(skeleton);
    for (let joint = 0; joint < skeleton.count; joint++) {
      const parent = skeleton.parents[joint]!;
      const at = rotationIndex(joint);
      if (parent < 0) copyPacked(skeleton.rest, 4 * joint, worlds, 4 * joint);
      else multiplyPacked(worlds, 4 * parent, skeleton.rest, 4 * joint, worlds, 4 * joint);
      const turn = turned.get(boneOf.get(joint)!);
      if (turn) {
        // W = F⁻¹ · T · F · D · W₀, and q = (W of the parent · rest)⁻¹ · W.
        multiplyPacked(back, 0, Float64Array.from(turn), 0, wanted, 0);
        multiplyPacked(wanted, 0, front, 0, wanted, 0);
        divideRightPacked(wanted, 0, fromTPose, 4 * joint, wanted, 0);
        divideLeftPacked(worlds, 4 * joint, wanted, 0, pose, at);
        normalizePacked(pose, at);
      }
      multiplyPacked(worlds, 4 * joint, pose, at, worlds, 4 * joint);
    }
    const hips = frame.bones.hips?.position;
    if (hips && length(hips) > 0) {
      const size = ownLegs / legsOf(positionsOf(frame), ownLegs);
      const place = rotate(intoRig, add(root.position, scale(rotate(root.rotation, hips), size)));
      pose.set(subtract(add(place, [0, rig.report.floor, 0]), restHips), 0);
    } else pose.set(rotate(intoRig, root.position), 0);
    writeWeights(frame, before, pose, skeleton.expressions?.length ?? 0, findExpression);
    return pose;
  };
}

/** World rotation of each bone since the T-pose: its own local one in that of its parent. */
function turnsOf({ bones }: VmcFrame, root: Quat): ReadonlyMap<HumanoidBone, Quat> {
  const turned = new Map<HumanoidBone, Quat>();
  for (const bone of HUMANOID_BONES) {
    const parent = parentBones(bone)[0];
    const above = parent === undefined ? root : turned.get(parent)!;
    const own = bones[bone]?.rotation;
    turned.set(bone, own ? multiply(above, own) : above);
  }
  return turned;
}

function writeWeights(
  { expressions }: VmcFrame,
  before: Pose | undefined,
  pose: Pose,
  count: number,
  find: (name: string) => number | undefined,
): void {
  if (before) for (let i = 0; i < count; i++) pose[weightIndex(pose, i)] = before[weightIndex(before, i)]!;
  for (const [name, weight] of Object.entries(expressions)) {
    const place = find(name);
    if (place !== undefined) pose[weightIndex(pose, place)] = clamp(weight, 0, 1);
  }
}

/** Radians by which the limbs of a body that rests in its T-pose may be off one. */
const NEAR_T_POSE = toRadians(30);
const LIMBS = ['UpperArm', 'LowerArm', 'UpperLeg', 'LowerLeg'].flatMap((part) => [
  `left${part}` as HumanoidBone,
  `right${part}` as HumanoidBone,
]);

/** A VRM model's rest is its T-pose, whatever its fingers look like. */
function tPoseTurns(rig: Rig): Quat[] {
  if (rig.humanoid.hips === undefined) throw new Error('VMC needs hips, and this character has none');
  const isDeclared = rig.report.matches.some(({ bone, reason }) => bone === 'hips' && reason === 'declared by the file');
  const turns = turnsToTPose(rig);
  const rests = LIMBS.every((bone) => angleBetween(turns[rig.humanoid[bone] ?? -1] ?? IDENTITY, IDENTITY) < NEAR_T_POSE);
  return isDeclared && rests ? turns.map(() => IDENTITY) : turns;
}

type Offsets = Partial<Record<HumanoidBone, Vec3>>;

/** Where each bone is in its parent bone in the T-pose, world axes, metres. */
function boneOffsets(rig: Rig): Offsets {
  const positions = tPosePositions(rig, tPoseTurns(rig));
  const offsets: Offsets = {};
  for (const bone of HUMANOID_BONES) {
    const joint = rig.humanoid[bone];
    const parent = parentIn(rig, bone);
    if (joint !== undefined && parent !== undefined)
      offsets[bone] = subtract(positions[joint]!, positions[rig.humanoid[parent]!]!);
  }
  return offsets;
}

/** The nearest bone that the rig has of those that a bone hangs from. */
function parentIn({ humanoid }: Rig, bone: HumanoidBone): HumanoidBone | undefined {
  for (let above = parentBones(bone)[0]; above !== undefined; above = parentBones(above)[0]) {
    if (humanoid[above] !== undefined) return above;
  }
  return undefined;
}

function positionsOf({ bones }: VmcFrame): Offsets {
  return { leftLowerLeg: bones.leftLowerLeg?.position, leftFoot: bones.leftFoot?.position } as Offsets;
}

/** Metres of thigh and shin together, or `otherwise` where they are not told. */
function legsOf({ leftLowerLeg, leftFoot }: Offsets, otherwise = 1): number {
  const metres = leftLowerLeg && leftFoot ? length(leftLowerLeg) + length(leftFoot) : 0;
  return metres > 1e-3 ? metres : otherwise;
}
