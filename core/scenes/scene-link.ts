import { checkCoordinates, checkIndices, checkJoint, checkUnit } from '../math/check-numbers.ts';
import { checkObject, spellOut } from '../math/check-values.ts';
import { checkFields } from '../math/near-names.ts';
import type { Quat } from '../math/quat.ts';
import { add, subtract, vec3At, type Vec3 } from '../math/vec3.ts';
import { checkPose, checkPoseLength, type Pose } from '../skeleton/pose.ts';
import type { CharacterScene, SceneNode } from '../skeleton/scene.ts';
import { rightHanded, type Mirroring } from './mirroring.ts';
import type { BoundSkeleton, WriteNode } from './node-poses.ts';
import { isWritten, moveFromPresent } from './present-pose.ts';
import { createReading, type NodeAccess } from './read-nodes.ts';
import { pointIntoProgram, pointIntoRig, rotationIntoProgram, rotationIntoRig, type RootSpace } from './root-space.ts';

/** What to leave alone when a pose is applied. */
export interface ApplyOptions {
  /** The only joints that may be turned (and, if the skeleton's root is among them, shifted). Default: all. */
  readonly only?: readonly number[] | undefined;
}

/**
 * A character of a program's scene: what `buildRig` takes, and the ways between the two. `Node` is what the program's nodes are.
 *
 * The world of rigs is where the root stood when it was read; wherever the program carries the root since, or what it hangs from, `point` and `rotation`
 * bring targets there, so that poses never hold where a character walks to. Where the root is itself a joint of the skin, poses move it, and only what it
 * hangs from is followed.
 */
export interface SceneLink<Node> {
  readonly scene: CharacterScene;
  /** The program's nodes, by their number in the scene. */
  readonly nodes: readonly Node[];
  /**
   * The pose in which the nodes stand now. Bones that an animation stretches come out with their own length, as skeletons have them. Written into `into`,
   * a pose of the rig, where that is given: then nothing is allocated. Throws a `RangeError` of one sentence when a node stands where no number says.
   */
  read<Names>(rig: BoundSkeleton<Names>, into?: Pose<Names>): Pose<Names>;
  /**
   * Turns the nodes from where they stand now to a pose. Bones keep the lengths that they have now, stretched by an animation or not; a joint that stands as
   * the pose says, and each that is not among `only`, is not touched: what an animation does there goes on. Allocates nothing but the options. Throws a
   * `RangeError` of one sentence when it is no pose of the rig.
   */
  apply<Names>(rig: BoundSkeleton<Names>, pose: Pose<Names>, options?: ApplyOptions): void;
  /** Sets a node's translation and rotation, for `applyPose`. Throws a `RangeError` of one sentence when it is none of the nodes or they are no numbers. */
  readonly write: WriteNode;
  /**
   * A point of the program's world, as it stands now, in the world of rigs and goals: metres. It and the three below throw a `RangeError` of one sentence when
   * the point or the rotation is none, or what carries the character has no size.
   */
  point(at: Vec3): Vec3;
  /**
   * The same for a limb that hangs from `joint`, where an animation moves or stretches bones above: skeletons have them at their own length, so that the
   * limb hangs elsewhere in a pose, and the point goes with it. The nodes stand as {@link SceneLink.read} found them last.
   */
  pointFrom(rig: BoundSkeleton, joint: number, at: Vec3): Vec3;
  /** A world rotation of the program in the world of rigs and goals: of a goal, or of a joint. */
  rotation(of: Quat): Quat;
  /** A point of the world of rigs in the program's world, as it stands now. */
  pointInScene(at: Vec3): Vec3;
  /** A rotation of the world of rigs in the program's world. */
  rotationInScene(of: Quat): Quat;
}

/** A node as it stands in the program, and whether a skin uses it as a joint and there is something to see on it. */
export interface NodeAsItIs extends SceneNode {
  readonly isJoint: boolean;
  readonly hasMesh: boolean;
}

const APPLY_FIELDS: ReadonlySet<string> = /* @__PURE__ */ new Set(['only']);

/**
 * Links a program's nodes, listed parents first, with the scene that rigs are built from. Throws a `RangeError` of one sentence when a node stands where
 * no number says.
 */
export function linkScene<Node>(
  nodes: readonly Node[],
  asTheyAre: readonly NodeAsItIs[],
  access: NodeAccess<Node>,
): SceneLink<Node> {
  for (const node of [...access.above(), ...asTheyAre]) checkNode(node);
  const { nodes: made, mirrorings } = rightHanded(asTheyAre, access.isLeftHanded);
  const space = rootSpace(asTheyAre[0]!, made[0]!, mirrorings[0]!, access);
  const reading = createReading(nodes, made, mirrorings, space, access);
  const places = [...asTheyAre.keys()];
  return {
    scene: {
      nodes: made,
      skinJoints: places.filter((i) => asTheyAre[i]!.isJoint),
      meshNodes: places.filter((i) => asTheyAre[i]!.hasMesh),
      meshExtents: [],
      declaredBones: {},
    },
    nodes,
    read: (rig, into) => {
      const { pose } = reading.update(rig);
      if (into === undefined) return pose.slice();
      checkPoseLength(rig.skeleton, into, 'the pose to read into');
      into.set(pose);
      return into;
    },
    apply: (rig, pose, options = NO_OPTIONS) => {
      const now = reading.update(rig);
      checkPose(rig.skeleton, pose, 'the pose to apply');
      checkObject(options, 'the options');
      checkFields(options, APPLY_FIELDS, 'the options');
      moveFromPresent(rig, now, pose, chooseJoints(now.chosen, options.only));
      for (let j = 0; j < rig.skeleton.count; j++)
        if (isWritten(rig, now, j)) reading.writeMoved(rig.binding.nodes[j]!, now.written, j);
    },
    write: (index, translation, rotation) => {
      checkJoint(index, made.length, 'the node');
      checkCoordinates(translation, 3, 'the translation');
      checkCoordinates(rotation, 4, 'the rotation');
      reading.write(index, { translations: translation, rotations: rotation }, 0);
    },
    point: (at) => brought(pointIntoRig, space, at),
    pointFrom: (rig, joint, at) => {
      const { world, modelled } = reading.present(rig);
      checkJoint(joint, rig.skeleton.count);
      return add(brought(pointIntoRig, space, at), subtract(vec3At(modelled.positions, joint), vec3At(world.positions, joint)));
    },
    rotation: (of) => turned(rotationIntoRig, space, of),
    pointInScene: (at) => brought(pointIntoProgram, space, at),
    rotationInScene: (of) => turned(rotationIntoProgram, space, of),
  };
}

const NO_OPTIONS: ApplyOptions = {};

/** What a sentence says of a place that what carries the character makes of one. */
const CARRIED = 'what becomes of it where the character is carried to';

/** Throws a `RangeError` of one sentence when the point is none, or what carries the character stands where no number says, or has no size. */
function brought(bring: typeof pointIntoRig, space: RootSpace, at: Vec3): Vec3 {
  checkCoordinates(at, 3, 'the point');
  const point = bring(space, at);
  checkCoordinates(point, 3, CARRIED);
  return point;
}

/** The same of a rotation. */
function turned(bring: typeof rotationIntoRig, space: RootSpace, of: Quat): Quat {
  checkUnit(of, 4, 'the rotation');
  const rotation = bring(space, of);
  checkUnit(rotation, 4, CARRIED);
  return rotation;
}

function checkNode({ name, translation, rotation, scale }: SceneNode): void {
  checkCoordinates(translation, 3, `${spellOut(name)}: the position`);
  checkCoordinates(rotation, 4, `${spellOut(name)}: the rotation`);
  checkCoordinates(scale, 3, `${spellOut(name)}: the scale`);
}

/** What carries the rig: all that is above the root, and the root too unless a skin has it as a joint, which poses move. */
function rootSpace(root: NodeAsItIs, rest: SceneNode, { own }: Mirroring, access: NodeAccess<unknown>): RootSpace {
  const { isLeftHanded } = access;
  const carriers = (): readonly SceneNode[] => {
    const all = root.isJoint ? access.above() : [...access.above(), access.root()];
    return all.map((node, i) => ({ ...node, parent: i - 1 }));
  };
  return { isLeftHanded, rest: root.isJoint ? null : rest, isMirrored: root.isJoint ? isLeftHanded : own, carriers };
}

/** The choice of joints as one flag a joint, in `flags`; null for all. */
function chooseJoints(flags: Uint8Array, only: readonly number[] | undefined): Uint8Array | null {
  if (only === undefined) return null;
  checkIndices(only, flags.length, 'only');
  flags.fill(0);
  for (let i = 0; i < only.length; i++) flags[only[i]!] = 1;
  return flags;
}
