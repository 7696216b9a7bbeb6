import type { Quat } from '../math/quat.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { Expressions } from './expressions.ts';
import type { SpringBones } from './springs.ts';

/** Where a node stands in its parent. */
export type NodeTransform = Pick<SceneNode, 'translation' | 'rotation' | 'scale'>;

/** One node of the scene a character came in, as its file states it. */
export interface SceneNode {
  /** As the file has it; several nodes may share one. */
  readonly name: string;
  /** Index of the parent node, −1 for none. Unlike joints, nodes may come in any order. */
  readonly parent: number;
  /** In the parent’s space and the file’s units. */
  readonly translation: Vec3;
  /** In the parent’s space, a unit quaternion. */
  readonly rotation: Quat;
  /** Along the node’s own axes. */
  readonly scale: Vec3;
}

/** What is drawn on a node at rest: a rigid mesh of its own, or the skinned vertices that it moves most. */
export interface MeshExtent {
  /** Index of the node. */
  readonly node: number;
  /** World y, metres. */
  readonly lowest: number;
  readonly highest: number;
  /** 3 × n: some points of its surface, evenly taken, world, metres; of the vertices where these have no triangles. */
  readonly points: readonly number[];
}

/** What `core` needs to know of a character's file. Node indices are the file's own. */
export interface CharacterScene {
  /** All nodes of the file; a node’s index is its place here. */
  readonly nodes: readonly SceneNode[];
  /** Nodes that a skin uses as joints; empty for characters made of rigid parts. */
  readonly skinJoints: readonly number[];
  /** Nodes that hold something to see (a mesh), skinned or rigid. */
  readonly meshNodes: readonly number[];
  /** Those of them whose mesh has neither a skin nor other shapes to take; missing where there are none. */
  readonly rigidNodes?: readonly number[];
  /** What is drawn on nodes at rest; empty where there is no mesh, or none that could be read. */
  readonly meshExtents: readonly MeshExtent[];
  /** Joints of skins that have a weight above 0 on some vertex; missing where no skin could be read. */
  readonly weightedNodes?: readonly number[];
  /** Local transforms of all nodes in the pose in which the skin was bound; missing where that is the one in which they stand, or not known. */
  readonly bindPose?: readonly NodeTransform[];
  /** Humanoid bones that the file itself declares (VRM) or shows in another pose than its rest, by VRM 1.0 bone name; empty otherwise. */
  readonly declaredBones: Readonly<Record<string, number>>;
  /** Nodes that the file's animations turn; missing where it has no animations. */
  readonly turningNodes?: readonly number[];
  /** Nodes that the file's format calls bones, beside others that it calls something else; missing where it tells none apart. */
  readonly boneNodes?: readonly number[];
  /** Facial expressions; missing where the file has none. */
  readonly expressions?: Expressions;
  /** Nodes that were added to carry all that the file shows, in other units or upright; missing where there are none. */
  readonly carriers?: readonly number[];
  /** How the body lay in the file that this one was made of: along the axis that pointed up there, or only at rest. Missing where it stood. */
  readonly lay?: string;
  /** What swings as the character moves; missing where the file has nothing that does. */
  readonly springs?: SpringBones;
}
