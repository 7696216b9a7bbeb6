import { createRetarget } from '../../humanoid/transfer/retarget.ts';
import { HUMANOID_BONES, SPINE, type HumanoidBone } from '../../humanoid/body/bones.ts';
import { checkRig } from '../../humanoid/body/check-rig.ts';
import { sided, SIDES, type Side } from '../../humanoid/body/found-bones.ts';
import { legLength } from '../../humanoid/body/leg-length.ts';
import { perRig } from '../../humanoid/body/per-rig.ts';
import { bodyOf } from '../../humanoid/body/rig-body.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { ROOT_TRACK } from '../../animation/clip.ts';
import { footShape } from '../../animation/foot-shapes.ts';
import { toRadians } from '../../math/angles.ts';
import { cos } from '../../math/elementary.ts';
import { angleBetween, conjugate, rotate } from '../../math/quat.ts';
import { dot } from '../../math/vec3.ts';
import { createSolver } from '../../ik/solver.ts';
import type { Goal } from '../../ik/request/goals.ts';
import { forwardKinematics, worldPosition, worldRotation, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { FREE } from '../../skeleton/limits.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { checkSavedPose } from '../check-saved-poses.ts';
import type { SavedPose } from '../saved-pose.ts';
import { transferPoses } from '../transfer.ts';
import { referenceBody } from './reference-body.ts';
import { HIPS_STIFFNESS } from '../take-pose.ts';

/** A pose of a shared library on a character, and how well the two match. */
export interface PoseOnCharacter {
  /** On the character, inside its limits, under the same id and name. */
  readonly pose: SavedPose;
  readonly match: PoseMatch;
}

/** What became of a pose of a shared library on a character. */
export interface PoseMatch {
  /** Bones that the pose speaks of and the character has. */
  readonly found: readonly HumanoidBone[];
  /** Bones that the pose speaks of and the character lacks. */
  readonly missing: readonly HumanoidBone[];
  /** Bones that the character's limits hold back by more than ten degrees. */
  readonly held: readonly HumanoidBone[];
  /** Feet that stand in the pose and were set onto the floor, by more than a millimetre. */
  readonly planted: readonly Side[];
}

/** A pose of a character for a shared library. */
export interface PoseForSharing {
  /** On the reference body, under the same id and name. */
  readonly pose: SavedPose;
  /** How many joints that it speaks of are no humanoid bones, and stay behind. */
  readonly unmapped: number;
}

/** What a limit may take away of a bone's direction for nobody to see it, radians. */
const UNSEEN_TURN = toRadians(10);
/** Metres by which a foot may be off the floor for nobody to see it. */
const UNSEEN_STEP = 0.001;
/** How far over the floor a foot of the reference body still stands, in leg lengths: its feet are longer or shorter than those of others. */
const STANDS = 0.03;
/** Cosine of the steepest tilt of a foot that stands. */
const LEAST_UP = 0.5;

/** A character's pose as shared libraries hold it: rotations of humanoid bones from a T-pose, the hips' displacement in leg lengths. */
export function sharePose(rig: Rig, saved: SavedPose): PoseForSharing {
  checkRig(rig);
  checkSavedPose(saved, 'the pose', rig.skeleton);
  const trunk = SPINE.filter((bone) => rig.humanoid[bone] !== undefined);
  const [brought] = transferPoses(rig, [saved], bodyWithTrunk(trunk));
  return { pose: brought!.pose, unmapped: brought!.unmapped };
}

/**
 * A pose of a shared library on a character: by the meaning of its bones, inside the character's limits, with feet that stand in the pose set
 * onto the floor again.
 */
export function poseOnCharacter(shared: SavedPose, rig: Rig): PoseOnCharacter {
  checkRig(rig);
  const reference = referenceBody();
  checkSavedPose(shared, 'the pose', reference.skeleton);
  const spoken = new Set(shared.joints);
  const bones = HUMANOID_BONES.filter((bone) => spoken.has(reference.humanoid[bone]!));
  const from = bodyOfPose(shared);
  const [brought] = transferPoses(from, [shared], rig);
  const { pose, missing } = brought!;
  const found = bones.filter((bone) => rig.humanoid[bone] !== undefined);
  const planted = spoken.has(ROOT_TRACK) ? plantFeet(shared.pose, rig, pose, found) : { pose: pose.pose, feet: [] };
  const held = heldBones(rig, pose.pose, createRetarget(from, withoutLimits(rig))(shared.pose), found);
  return { pose: { ...pose, pose: planted.pose }, match: { found, missing, held, planted: planted.feet } };
}

/**
 * Poses of a shared library on a character by the meaning of their bones, inside its limits, in their order: what a body learns from. Feet are where the
 * character's legs put them, unlike in {@link poseOnCharacter}, which takes thirty times as long.
 */
export function bringOntoCharacter(shared: readonly SavedPose[], rig: Rig): readonly SavedPose[] {
  const byBody = new Map<Rig, SavedPose[]>();
  for (const saved of shared) {
    const from = bodyOfPose(saved);
    byBody.set(from, [...(byBody.get(from) ?? []), saved]);
  }
  const brought = new Map<SavedPose, SavedPose>();
  for (const [from, poses] of byBody) {
    transferPoses(from, poses, rig).forEach(({ pose }, i) => brought.set(poses[i]!, pose));
  }
  return shared.map((saved) => brought.get(saved)!);
}

/** The body that reads a shared pose: with those bones of the trunk that the pose speaks of. */
function bodyOfPose({ joints }: SavedPose): Rig {
  const { humanoid } = referenceBody();
  const spoken = new Set(joints);
  return bodyWithTrunk(SPINE.filter((bone) => spoken.has(humanoid[bone]!)));
}

const bodies = new Map<string, Rig>();

/** The reference body with these bones of the trunk: none at all stands for all of them. */
function bodyWithTrunk(trunk: readonly HumanoidBone[]): Rig {
  const reference = referenceBody();
  if (trunk.length === 0 || trunk.length === SPINE.length) return reference;
  const key = trunk.join();
  const known = bodies.get(key);
  if (known) return known;
  const isKept = (bone: HumanoidBone) => !SPINE.includes(bone) || trunk.includes(bone);
  const kept = HUMANOID_BONES.filter(isKept).map((bone) => [bone, reference.humanoid[bone]!] as const);
  const body: Rig = { ...reference, humanoid: Object.fromEntries(kept) };
  bodies.set(key, body);
  return body;
}

const withoutLimits = perRig((rig: Rig): Rig => ({
  ...rig,
  skeleton: {
    ...rig.skeleton,
    limits: rig.skeleton.limits.map((limit) => (limit.kind === 'prismatic' ? limit : FREE)),
    couplings: [],
  },
}));

/** Bones at whose ends a turn about their own direction is seen. */
const ENDS = /^(?:hips|head|.*(?:Hand|Foot))$/;

/** Bones that point elsewhere than they would without limits; hands, feet, head and hips also those that are turned otherwise. */
function heldBones(rig: Rig, pose: Pose, free: Pose, found: readonly HumanoidBone[]): readonly HumanoidBone[] {
  const body = bodyOf(rig);
  const [limited, wanted] = [pose, free].map((each) => forwardKinematics(rig.skeleton, each));
  return found.filter((bone) => {
    const joint = rig.humanoid[bone]!;
    const [there, asked] = [worldRotation(limited!, joint), worldRotation(wanted!, joint)];
    if (ENDS.test(bone)) return angleBetween(there, asked) > UNSEEN_TURN;
    const along = rotate(conjugate(body.restOf(bone)), body.direction(bone));
    return dot(rotate(there, along), rotate(asked, along)) < cos(UNSEEN_TURN);
  });
}

/**
 * The pose with the feet that stand in the shared one on the floor: the whole body is raised or lowered onto it, and what feet still miss the
 * legs make up for.
 */
function plantFeet(
  shared: Pose,
  rig: Rig,
  { pose }: SavedPose,
  found: readonly HumanoidBone[],
): { readonly pose: Pose; readonly feet: readonly Side[] } {
  const reference = referenceBody();
  const there = forwardKinematics(reference.skeleton, shared);
  const before = forwardKinematics(rig.skeleton, pose);
  const standing = SIDES.filter(
    (side) => found.includes(sided(side, 'Foot')) && standsFlat(reference, there, side) && isNearFloor(reference, there, side),
  );
  if (standing.every((side) => Math.abs(heightOver(rig, before, side)) < UNSEEN_STEP)) return { pose, feet: [] };
  const lift = standing.reduce((sum, side) => sum - heightOver(rig, before, side) / standing.length, 0);
  const lifted = pose.slice();
  lifted[1]! += lift;
  const raised = forwardKinematics(rig.skeleton, lifted);
  const goals = standing.flatMap((side): Goal[] => {
    if (!isNearFloor(rig, raised, side)) return [];
    const joint = rig.humanoid[sided(side, 'Foot')]!;
    const [x, y, z] = worldPosition(raised, joint);
    return [
      { kind: 'position', joint, target: [x, y - heightOver(rig, raised, side), z] },
      { kind: 'orientation', joint, target: worldRotation(raised, joint) },
    ];
  });
  const solved =
    goals.length === 0
      ? lifted
      : createSolver(rig.skeleton).solve(lifted, goals, { reference: lifted, rootStiffness: HIPS_STIFFNESS }).pose;
  const after = forwardKinematics(rig.skeleton, solved);
  const feet = standing.filter((side) => {
    const was = Math.abs(heightOver(rig, before, side));
    return Math.abs(heightOver(rig, after, side)) < Math.max(UNSEEN_STEP, was / 10) && was > UNSEEN_STEP;
  });
  return { pose: solved, feet };
}

/** Whether a foot's sole looks to the floor more than to the side. */
function standsFlat(rig: Rig, world: WorldTransforms, side: Side): boolean {
  return rotate(worldRotation(world, rig.humanoid[sided(side, 'Foot')]!), footShape(rig, side).up)[1] > LEAST_UP;
}

function isNearFloor(rig: Rig, world: WorldTransforms, side: Side): boolean {
  return Math.abs(heightOver(rig, world, side)) < STANDS * legLength(rig);
}

/** Metres by which the lower one of ankle and toes is higher than where it is when the foot stands on the floor; negative below it. */
function heightOver(rig: Rig, world: WorldTransforms, side: Side): number {
  const { standing, toesStanding } = footShape(rig, side);
  const ankle = worldPosition(world, rig.humanoid[sided(side, 'Foot')]!)[1] - standing;
  const toes = rig.humanoid[sided(side, 'Toes')];
  return toes === undefined ? ankle : Math.min(ankle, worldPosition(world, toes)[1] - toesStanding);
}
