import { checkCoordinates, checkUnit } from '../math/check-numbers.ts';
import { spellOut } from '../math/check-values.ts';
import { divideLeftPacked, multiplyPacked, normalizePacked, rotatePacked } from '../math/packed-quats.ts';
import { normalizeQuat, type Quat } from '../math/quat.ts';
import type { Vec3 } from '../math/vec3.ts';
import { createNodeTransforms, nodeTransforms, type NodeTransforms } from '../skeleton/binding.ts';
import { createWorldTransforms, forwardKinematics, type WorldTransforms } from '../skeleton/forward-kinematics.ts';
import { fileOrder, worldOfNodes } from '../skeleton/node-world.ts';
import { restPose, rotationIndex, type Pose } from '../skeleton/pose.ts';
import { checkBound, type BoundSkeleton } from './node-poses.ts';

/** How the nodes of a rig stand now, and the memory to reckon with it: made once a rig, so that a frame allocates nothing. */
export interface PresentPose {
  /** The local transforms of the joints' nodes, in the units of their file. */
  readonly local: NodeTransforms;
  /** Where the joints stand, stretched bones included. */
  readonly world: WorldTransforms;
  /** The pose of all that: rotations, and the root's place. */
  readonly pose: Pose;
  readonly order: Int32Array;
  readonly modelled: WorldTransforms;
  readonly moved: WorldTransforms;
  readonly written: NodeTransforms;
  /** One a joint: whether the applied pose turns or shifts it, and whether it goes along, be it with one above. */
  readonly turns: Uint8Array;
  readonly goesAlong: Uint8Array;
  /** One a joint: room for a choice of joints. */
  readonly chosen: Uint8Array;
}

/** Room for the present pose of a rig. */
export function createPresentPose({ skeleton, binding }: BoundSkeleton): PresentPose {
  return {
    local: createNodeTransforms(binding),
    world: createWorldTransforms(skeleton),
    pose: restPose(skeleton),
    order: fileOrder(binding),
    modelled: createWorldTransforms(skeleton),
    moved: createWorldTransforms(skeleton),
    written: createNodeTransforms(binding),
    turns: new Uint8Array(skeleton.count),
    goesAlong: new Uint8Array(skeleton.count),
    chosen: new Uint8Array(skeleton.count),
  };
}

/**
 * Fills world and pose from `local`: q = rest⁻¹ · parent⁻¹ · own for every joint, and the root's displacement is what is left between where it stands and
 * where the skeleton, whose bones keep their lengths, puts it.
 */
export function updatePresentPose({ skeleton, binding }: BoundSkeleton, present: PresentPose): void {
  const { world, pose, modelled } = present;
  worldOfNodes(binding, present.local, world, present.order);
  for (let j = 0; j < skeleton.count; j++) {
    const at = rotationIndex(j);
    const parent = skeleton.parents[j]!;
    if (parent < 0) divideLeftPacked(skeleton.rest, 4 * j, world.rotations, 4 * j, pose, at);
    else {
      divideLeftPacked(world.rotations, 4 * parent, world.rotations, 4 * j, pose, at);
      divideLeftPacked(skeleton.rest, 4 * j, pose, at, pose, at);
    }
    normalizePacked(pose, at);
  }
  pose.fill(0, 0, 3);
  forwardKinematics(skeleton, pose, modelled);
  const root = 3 * skeleton.root;
  for (let k = 0; k < 3; k++) pose[k] = world.positions[root + k]! - modelled.positions[root + k]!;
  for (let i = 0; i < modelled.positions.length; i++) modelled.positions[i]! += pose[i % 3]!;
}

/** A node's local translation and rotation, by its number in the scene. */
export type ReadNode = (node: number) => { readonly translation: Vec3; readonly rotation: Quat };

/**
 * The pose in which a character's nodes stand now; nodes that no joint stands on are taken to be at rest, and bones that were stretched come out with
 * their own length. Throws a `RangeError` of one sentence when `read` gives what is no transform.
 */
export function poseFromNodes<Names>(rig: BoundSkeleton<Names>, read: ReadNode): Pose<Names> {
  checkBound(rig);
  if (typeof read !== 'function') throw new RangeError(`read must be a function of a node, got ${spellOut(read)}`);
  const present = createPresentPose(rig);
  rig.binding.nodes.forEach((node, j) => {
    const { translation, rotation } = read(node);
    checkCoordinates(translation, 3, `node ${node}: the translation`);
    checkUnit(rotation, 4, `node ${node}: the rotation`);
    present.local.translations.set(translation, 3 * j);
    present.local.rotations.set(normalizeQuat(rotation), 4 * j);
  });
  updatePresentPose(rig, present);
  return present.pose;
}

/**
 * Fills `written` with the local transforms that turn the joints of `only` (all for null) as `pose` has them and leave everything else as it stands:
 * bones keep their present, maybe stretched, vectors, position' = parent' + R' R⁻¹ (position − parent). A joint that is asked to stay as it is does not
 * turn. {@link isWritten} says which nodes that changes.
 */
export function moveFromPresent(rig: BoundSkeleton, present: PresentPose, pose: Pose, only: Uint8Array | null): void {
  const { skeleton, binding } = rig;
  const { world, moved, turns, goesAlong } = present;
  for (let j = 0; j < skeleton.count; j++) {
    const parent = skeleton.parents[j]!;
    const mayMove = only === null || only[j] === 1;
    const shifts = j === skeleton.root && mayMove && !isSame(pose, present.pose, 0, 3);
    turns[j] = shifts || (mayMove && !isSameRotation(pose, present.pose, rotationIndex(j))) ? 1 : 0;
    const carried = parent >= 0 && goesAlong[parent] === 1;
    goesAlong[j] = carried || turns[j] === 1 ? 1 : 0;
    writePosition(present, parent, j, carried);
    if (shifts) for (let k = 0; k < 3; k++) moved.positions[3 * j + k]! += pose[k]! - present.pose[k]!;
    if (goesAlong[j] === 0) {
      for (let k = 0; k < 4; k++) moved.rotations[4 * j + k] = world.rotations[4 * j + k]!;
      continue;
    }
    multiplyPacked(skeleton.rest, 4 * j, turns[j] === 1 ? pose : present.pose, rotationIndex(j), moved.rotations, 4 * j);
    if (parent >= 0) multiplyPacked(moved.rotations, 4 * parent, moved.rotations, 4 * j, moved.rotations, 4 * j);
    normalizePacked(moved.rotations, 4 * j);
  }
  nodeTransforms(binding, moved, present.written);
}

/** Whether {@link moveFromPresent} changed the local transform of a joint's node: it turned, or hangs in the file from what went another way. */
export function isWritten({ skeleton, binding }: BoundSkeleton, { turns, goesAlong }: PresentPose, joint: number): boolean {
  const anchor = binding.anchors[joint]!;
  const hangsElsewhere = anchor !== skeleton.parents[joint]!;
  return turns[joint] === 1 || (hangsElsewhere && (goesAlong[joint] === 1 || (anchor >= 0 && goesAlong[anchor] === 1)));
}

function writePosition({ world, moved }: PresentPose, parent: number, joint: number, carried: boolean): void {
  const p = 3 * joint;
  for (let k = 0; k < 3; k++) moved.positions[p + k] = world.positions[p + k]!;
  if (!carried) return;
  for (let k = 0; k < 3; k++) bone[k] = world.positions[p + k]! - world.positions[3 * parent + k]!;
  // R' R⁻¹ of the parent.
  for (let k = 0; k < 3; k++) turn[k] = -world.rotations[4 * parent + k]!;
  turn[3] = world.rotations[4 * parent + 3]!;
  rotatePacked(turn, 0, bone, 0, bone, 0);
  rotatePacked(moved.rotations, 4 * parent, bone, 0, bone, 0);
  for (let k = 0; k < 3; k++) moved.positions[p + k] = moved.positions[3 * parent + k]! + bone[k]!;
}

/** Scratch: a bone and a turn. */
const bone = /* @__PURE__ */ new Float64Array(3);
const turn = /* @__PURE__ */ new Float64Array(4);

function isSame(a: Pose, b: Pose, from: number, end: number): boolean {
  for (let i = from; i < end; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** A quaternion and its negative are one rotation. */
function isSameRotation(a: Pose, b: Pose, at: number): boolean {
  let isNegative = true;
  for (let i = at; i < at + 4; i++) if (a[i] !== -b[i]!) isNegative = false;
  return isNegative || isSame(a, b, at, at + 4);
}
