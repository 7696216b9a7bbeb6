import {
  copyPacked,
  divideLeftPacked,
  divideRightPacked,
  multiplyPacked,
  NO_TURN,
  normalizePacked,
  rotatePacked,
  shortestArcPacked,
  slerpPacked,
} from '../../../math/packed-quats.ts';
import { conjugate, multiply, quatAt, shortestArc, type Quat } from '../../../math/quat.ts';
import { UNIT_Z, vec3At, type Vec3 } from '../../../math/vec3.ts';
import type { WorldTransforms } from '../../../skeleton/forward-kinematics.ts';
import { createLimitTable, type LimitTable } from '../../../skeleton/limit-table.ts';
import type { Limit } from '../../../skeleton/limits.ts';
import { setRotation, type Pose } from '../../../skeleton/pose.ts';
import { projectPacked } from '../../../skeleton/project-limit.ts';
import type { HumanoidBone } from '../../body/bones.ts';
import { hipsAxes } from '../../body/hips-axes.ts';
import { isLocked } from '../../body/limbs.ts';
import type { Rig } from '../../body/rig.ts';

const TRUNK: readonly HumanoidBone[] = ['spine', 'chest', 'upperChest', 'neck', 'head', 'leftShoulder', 'rightShoulder'];
/** Rounds in which the trunk's joints turn. */
const LEANS = 6;

/** Joints of a trunk that lean, from the hips up, and how they stand. World, metres, with the hips where the snapshot has them. */
export interface Trunk {
  readonly joints: readonly number[];
  /** What each of the joints may do, one by one and as a table. */
  readonly eachLimit: readonly Limit[];
  readonly limits: LimitTable;
  /** World rotation that the last of the joints takes, and how many of the last turn for that instead of leaning. */
  readonly turn: Float64Array | null;
  readonly turning: number;
  /** Where the left side is in the frame of the hips, which then are the first of the joints; null where they do not turn with the trunk. */
  readonly hipsLeft: Vec3 | null;
  readonly upright: Standing;
  /** What {@link leanTrunk} writes. */
  readonly leaning: Standing;
}

/** How the joints of a trunk stand, and where the point is that they bring to a target. */
interface Standing {
  /** 3 a joint, and then the point. */
  readonly places: Float64Array;
  /** 4 a joint: its world rotation where it is at rest, and its own rotation on top of that. */
  readonly resting: Float64Array;
  readonly own: Float64Array;
}

/**
 * The trunk below what is brought to a target: those of its joints that carry `grabbed`, which is at `point` (world, metres), and `grabbed` itself where it is
 * to have the world rotation `turn`. Hips that `bow` come first, and turn as {@link withTilt} lets them.
 */
export function trunkBelow(
  rig: Rig,
  world: WorldTransforms,
  pose: Pose,
  grabbed: number,
  point: Vec3,
  turn: Quat | null,
  bows: boolean,
): Trunk {
  const { humanoid, skeleton } = rig;
  const chain = trunkChain(rig, grabbed, turn);
  const { hips } = humanoid;
  const hipsTurn = bows && chain.length > 0 && hips !== undefined && !isLocked(rig, hips);
  const joints = hipsTurn ? [hips, ...chain] : chain;
  const eachLimit = joints.map((joint) => skeleton.limits[joint]!);
  const upright = createStanding(joints.length);
  joints.forEach((joint, i) => {
    for (let k = 0; k < 3; k++) upright.places[3 * i + k] = world.positions[3 * joint + k]!;
    copyPacked(pose, 3 + 4 * joint, upright.own, 4 * i);
    divideRightPacked(world.rotations, 4 * joint, pose, 3 + 4 * joint, upright.resting, 4 * i);
  });
  upright.places.set(point, 3 * joints.length);
  return {
    joints,
    eachLimit,
    limits: createLimitTable(eachLimit),
    turn: turn && Float64Array.from(turn),
    turning: turn ? joints.filter((joint) => joint === humanoid.neck || joint === humanoid.head).length : 0,
    hipsLeft: hipsTurn ? hipsAxes(rig).left : null,
    upright,
    leaning: createStanding(joints.length),
  };
}

/** The trunk with its hips allowed to turn by up to `bow` radians forwards and back and by up to `aside` to the sides and about themselves, from where they are. */
export function withTilt(trunk: Trunk, bow: number, aside: number): Trunk {
  const { hipsLeft, upright, eachLimit } = trunk;
  if (!hipsLeft) return trunk;
  const childFrame = shortestArc(UNIT_Z, hipsLeft);
  const parentFrame = multiply(quatAt(upright.own, 0), childFrame);
  const tilt: Limit = { kind: 'swingTwist', swing: [aside, aside, aside, aside], twist: [-bow, bow], parentFrame, childFrame };
  return { ...trunk, limits: createLimitTable([tilt, ...eachLimit.slice(1)]) };
}

/** Where the hips of a leaning trunk are, before they are carried anywhere, and by how much they have turned, both of the world; null where they do not. */
export function tiltOf({ hipsLeft, upright, leaning }: Trunk): { readonly centre: Vec3; readonly turn: Quat } | null {
  if (!hipsLeft) return null;
  const worldOf = ({ resting, own }: Standing): Quat => multiply(quatAt(resting, 0), quatAt(own, 0));
  return { centre: vec3At(upright.places, 0), turn: multiply(worldOf(leaning), conjugate(worldOf(upright))) };
}

function createStanding(count: number): Standing {
  return { places: new Float64Array(3 * count + 3), resting: new Float64Array(4 * count), own: new Float64Array(4 * count) };
}

/** The joints that lean: those of the trunk that carry the joint, and that itself where it is to be turned. */
function trunkChain({ humanoid, skeleton }: Rig, joint: number, turn: Quat | null): number[] {
  const carriers = new Set<number>(turn ? [joint] : []);
  for (let j = skeleton.parents[joint]!; j >= 0; j = skeleton.parents[j]!) carriers.add(j);
  return TRUNK.flatMap((bone) => {
    const own = humanoid[bone];
    return own !== undefined && carriers.has(own) && skeleton.stiffness[own]! < 1 ? [own] : [];
  });
}

/** Scratch of a lean: two directions, a joint's share of a turn, its world rotation, its next own rotation, and by what it turns all above it. */
const directions = /* @__PURE__ */ new Float64Array(6);
const arc = /* @__PURE__ */ new Float64Array(4);
const turned = /* @__PURE__ */ new Float64Array(4);
const next = /* @__PURE__ */ new Float64Array(4);
const turning = /* @__PURE__ */ new Float64Array(4);

/**
 * Leans the upright trunk towards `target` and returns where its point comes to. Each joint in turn takes over its share of what is left to the target, inside
 * its limit. Neck and head instead take over what is left of the turn, so that the head looks where it looked while the trunk below it leans.
 */
export function leanTrunk(trunk: Trunk, target: Vec3): Vec3 {
  const { joints, upright, leaning } = trunk;
  const { places, resting, own } = leaning;
  places.set(upright.places);
  resting.set(upright.resting);
  own.set(upright.own);
  const count = joints.length;
  for (let round = 0; round < LEANS; round++) {
    for (let i = 0; i < count; i++) {
      writeArc(trunk, i, target);
      // conj(resting) · arc · resting · own, inside the limit.
      multiplyPacked(resting, 4 * i, own, 4 * i, turned, 0);
      multiplyPacked(arc, 0, turned, 0, turned, 0);
      divideLeftPacked(resting, 4 * i, turned, 0, next, 0);
      normalizePacked(next, 0);
      projectPacked(trunk.limits, i, next, 0, next, 0);
      // resting · next · conj(own) · conj(resting) turns what is above.
      divideRightPacked(next, 0, own, 4 * i, turning, 0);
      multiplyPacked(resting, 4 * i, turning, 0, turning, 0);
      divideRightPacked(turning, 0, resting, 4 * i, turning, 0);
      copyPacked(next, 0, own, 4 * i);
      for (let k = i + 1; k < count; k++) multiplyPacked(turning, 0, resting, 4 * k, resting, 4 * k);
      for (let k = i + 1; k <= count; k++) turnAbout(places, 3 * i, 3 * k);
    }
  }
  return vec3At(places, count);
}

/** Writes the joint's share of what is left to the target or, for one that turns, of the turn that is left. */
function writeArc({ joints, turn, turning: turns, leaning }: Trunk, i: number, target: Vec3): void {
  const { places, resting, own } = leaning;
  const count = joints.length;
  const leans = count - turns;
  if (turn && i >= leans) {
    multiplyPacked(resting, 4 * (count - 1), own, 4 * (count - 1), arc, 0);
    divideRightPacked(turn, 0, arc, 0, arc, 0);
    slerpPacked(NO_TURN, 0, arc, 0, 1 / (count - i), arc, 0);
    return;
  }
  for (let k = 0; k < 3; k++) {
    directions[k] = places[3 * count + k]! - places[3 * i + k]!;
    directions[3 + k] = target[k]! - places[3 * i + k]!;
  }
  shortestArcPacked(directions, 0, directions, 3, arc, 0);
  slerpPacked(NO_TURN, 0, arc, 0, 1 / (leans - i), arc, 0);
}

/** Turns the place at `places[at…]` about the one at `places[pivot…]`. */
function turnAbout(places: Float64Array, pivot: number, at: number): void {
  for (let k = 0; k < 3; k++) directions[k] = places[at + k]! - places[pivot + k]!;
  rotatePacked(turning, 0, directions, 0, directions, 0);
  for (let k = 0; k < 3; k++) places[at + k] = places[pivot + k]! + directions[k]!;
}

/** Writes the joints of the trunk as they lean to a pose. */
export function applyLean({ joints, leaning }: Trunk, pose: Pose): void {
  joints.forEach((joint, i) => setRotation(pose, joint, quatAt(leaning.own, i)));
}
