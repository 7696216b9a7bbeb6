import { clamp } from '../../math/angles.ts';
import { acos, writeSineCosine } from '../../math/elementary.ts';
import { divideRightPacked, multiplyPacked, rotateBackPacked, rotatePacked } from '../../math/packed-quats.ts';
import { addScaledPacked, distancePacked, dotPacked, rejectPacked, unitPacked } from '../../math/packed-vectors.ts';
import { conjugate, quatAt, rotate } from '../../math/quat.ts';
import { cross, normalize, subtract, vec3At } from '../../math/vec3.ts';
import { forwardKinematics, worldAtRest, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { createLimitTable, type LimitTable } from '../../skeleton/limit-table.ts';
import { rotationIndex, type Pose } from '../../skeleton/pose.ts';
import { projectPacked } from '../../skeleton/project-limit.ts';
import { outward } from '../body/body-geometry.ts';
import { sided, type Side } from '../body/found-bones.ts';
import { isLocked, limbOf } from '../body/limbs.ts';
import { naturalBend, writeNaturalBend, type NaturalBend } from '../body/natural-bend.ts';
import { bodyOf } from '../body/rig-body.ts';
import type { Rig } from '../body/rig.ts';
import { bendFrame } from '../limbs/bend-field.ts';
import { bendAxisOf } from '../limbs/pinned-limbs.ts';
import { rhythm } from '../limbs/raise-clavicle.ts';
import { createChain, solveChain, type Chain } from './chain.ts';
import { foldBones, turnEndOf, twoBones, type TwoBones } from './two-bones.ts';
import { hangsFrom } from '../../skeleton/hierarchy.ts';

/** Weight of the direction that hand or foot say, beside 1 for the natural one. Fitted to captured motion. */
const SAID = { Hand: 16, Foot: 2 } as const;
/** Rounds in which a clavicle follows the arm that it carries. */
const ROUNDS = 3;

/** A limb whose end is tracked, or placed by steps. */
export interface TrackedLimb {
  readonly bones: TwoBones;
  /** From what carries the limb and its clavicle to its end. */
  readonly chain: Chain;
  readonly bend: NaturalBend;
  /** Weight of what its end says of its bend. */
  readonly said: number;
  /** What its end says in the end's own frame: back along the forearm of a straight wrist, or ahead along the foot. */
  readonly saying: Float64Array;
  /** The joint that carries the natural bend and the rhythm of the clavicle, its world rotation at rest, and up in the world then. */
  readonly frame: number;
  readonly resting: Float64Array;
  readonly up: Float64Array;
  /** The joint that goes along with the limb; null where there is none, or it is locked. */
  readonly clavicle: TrackedClavicle | null;
  /** The joint that the limb hangs from. */
  readonly parent: number;
  /** Scratch: how the frame is turned from rest; where the upper joint is, how its parent carries it, how the bend is turned; and three vectors. */
  readonly turn: Float64Array;
  readonly root: Float64Array;
  readonly carried: Float64Array;
  readonly turned: Float64Array;
  readonly scratch: Float64Array;
}

interface TrackedClavicle {
  readonly joint: number;
  /** What it turns about when it rises, in its own frame. */
  readonly axis: Float64Array;
  readonly limits: LimitTable;
}

/** The limb of a rig; null where it lacks a joint of it, or one is locked. */
export function trackedLimb(rig: Rig, side: Side, part: 'Hand' | 'Foot'): TrackedLimb | null {
  const limb = limbOf(rig, sided(side, part));
  if (!limb || [limb.upper, limb.bend].some((joint) => isLocked(rig, joint))) return null;
  const { skeleton } = rig;
  const { frame } = bodyOf(rig);
  const world = worldAtRest(skeleton);
  const back = normalize(subtract(vec3At(world.positions, limb.bend), vec3At(world.positions, limb.end)));
  const carrier = bendFrame(rig, part);
  const clavicle = part === 'Hand' ? trackedClavicle(rig, world, side, limb.upper) : null;
  const first = clavicle?.joint ?? limb.upper;
  const turning = new Set([first, limb.upper, limb.bend]);
  return {
    bones: twoBones(rig, limb, bendAxisOf(rig, side, part)),
    chain: createChain(rig, skeleton.parents[first]!, limb.end, (joint) => turning.has(joint), false),
    bend: naturalBend(rig, side, part),
    said: SAID[part],
    saying: Float64Array.from(rotate(conjugate(quatAt(world.rotations, limb.end)), part === 'Hand' ? back : frame.forward)),
    frame: carrier,
    resting: Float64Array.from(quatAt(world.rotations, carrier)),
    up: Float64Array.from(frame.up),
    clavicle,
    parent: skeleton.parents[limb.upper]!,
    turn: new Float64Array(4),
    root: new Float64Array(3),
    carried: new Float64Array(4),
    turned: new Float64Array(4),
    scratch: new Float64Array(9),
  };
}

function trackedClavicle(rig: Rig, world: WorldTransforms, side: Side, upper: number): TrackedClavicle | null {
  const { skeleton, humanoid } = rig;
  const joint = humanoid[sided(side, 'Shoulder')];
  if (joint === undefined || isLocked(rig, joint) || !hangsFrom(skeleton.parents, upper, joint)) return null;
  const { frame } = bodyOf(rig);
  const axis = rotate(conjugate(quatAt(world.rotations, joint)), cross(outward(frame, side), frame.up));
  return { joint, axis: Float64Array.from(axis), limits: createLimitTable([skeleton.limits[joint]!]) };
}

/** Where the vectors of a limb's scratch begin: its line, where its bend points, and one more. */
const LINE = 0;
const POLE = 3;
const SPARE = 6;

/**
 * Writes to `pose` the limb whose end has the place and the world rotation at `places[at…]`: the bend between where it is by nature and where the end says, the
 * clavicle raised with the upper arm. `world` has the joints that carry the limb as the pose has them.
 */
export function followLimb(
  rig: Rig,
  limb: TrackedLimb,
  places: Float64Array,
  at: number,
  pose: Pose,
  world: WorldTransforms,
): void {
  const { bones, clavicle } = limb;
  if (clavicle) {
    // It begins at rest, so that nothing of the frame before is left.
    pose.fill(0, rotationIndex(clavicle.joint), rotationIndex(clavicle.joint) + 3);
    pose[rotationIndex(clavicle.joint) + 3] = 1;
    forwardKinematics(rig.skeleton, pose, world, clavicle.joint, bones.limb.upper + 1);
    for (let round = 0; round < ROUNDS; round++) {
      fold(limb, places, at, pose, world);
      raise(limb, clavicle, pose);
      forwardKinematics(rig.skeleton, pose, world, clavicle.joint, bones.limb.upper + 1);
    }
  }
  fold(limb, places, at, pose, world);
  // Nothing but the clavicle brings an end nearer that its bones do not reach.
  const reach = bones.upper + bones.lower;
  const short = clavicle ? 0 : Math.max(0, distancePacked(limb.root, 0, places, at) - reach);
  solveChain(limb.chain, places, at, short, pose, world);
  forwardKinematics(rig.skeleton, pose, world, limb.chain.joints[1], bones.limb.end);
  turnEndOf(bones, world.rotations, 4 * bones.limb.bend, places, at + 3, pose);
}

/** Folds the limb to its end's place from where its upper joint is. */
function fold(limb: TrackedLimb, places: Float64Array, at: number, pose: Pose, world: WorldTransforms): void {
  const { bones, bend, said, saying, frame, resting, parent, root, carried, turned, turn, scratch: s } = limb;
  const { upper } = bones.limb;
  for (let c = 0; c < 3; c++) root[c] = world.positions[3 * upper + c]!;
  multiplyPacked(world.rotations, 4 * parent, bones.rests, 0, carried, 0);
  addScaledPacked(places, at, -1, root, 0, s, LINE);
  unitPacked(s, LINE);
  // By nature, as the frame is turned from rest, and as the end says.
  divideRightPacked(world.rotations, 4 * frame, resting, 0, turn, 0);
  rotateBackPacked(turn, 0, s, LINE, s, SPARE);
  writeNaturalBend(bend, s, SPARE, s, POLE);
  rotatePacked(turn, 0, s, POLE, s, POLE);
  rotatePacked(places, at + 3, saying, 0, s, SPARE);
  rejectPacked(s, SPARE, s, LINE, s, SPARE);
  addScaledPacked(s, POLE, said, s, SPARE, s, POLE);
  foldBones(bones, root, carried, places, at, s, POLE, pose, turned);
}

/** Raises the clavicle as its upper arm is raised above hanging: the angle ε between them gives acos(−d · up). */
function raise({ bones, turn, carried, turned, up, scratch: s }: TrackedLimb, clavicle: TrackedClavicle, pose: Pose): void {
  const { joint, axis, limits } = clavicle;
  multiplyPacked(carried, 0, pose, rotationIndex(bones.limb.upper), turned, 0);
  rotatePacked(turned, 0, bones.offsets, 0, s, LINE);
  unitPacked(s, LINE);
  rotatePacked(turn, 0, up, 0, s, SPARE);
  const angle = rhythm(acos(clamp(-dotPacked(s, LINE, s, SPARE), -1, 1)));
  const own = rotationIndex(joint);
  s[SPARE] = angle / 2;
  writeSineCosine(s, SPARE);
  for (let c = 0; c < 3; c++) pose[own + c] = axis[c]! * s[SPARE];
  pose[own + 3] = s[SPARE + 1]!;
  projectPacked(limits, 0, pose, own, pose, own);
}
