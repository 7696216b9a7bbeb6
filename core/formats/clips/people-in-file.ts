import { rigOrNull } from '../../humanoid/rigging/rig-or-null.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import type { FileAnimation } from '../gltf/gltf-animation.ts';

/** Joints that a body has at least. */
const FEWEST_JOINTS = 12;

/** Somebody in a file of several people. */
export interface PersonInFile {
  /** The file's scene with the joints of this body alone. */
  readonly scene: CharacterScene;
  /** Nodes of the bodies of all others. */
  readonly others: ReadonlySet<number>;
}

/**
 * The people in a file, where it holds more than one: trees of joints that hang together and are bipeds each, in the order of their nodes, also where a joint holds
 * them all. Empty where it holds one body, or none.
 */
export function peopleInFile(scene: CharacterScene): readonly PersonInFile[] {
  const { skinJoints, turningNodes = [], boneNodes = [] } = scene;
  const joints = skinJoints.length > 0 ? skinJoints : [...new Set([...turningNodes, ...boneNodes])];
  const bodies = treesOf(scene, joints).flatMap((tree) => bodiesBelow(scene, new Set(joints), tree));
  if (bodies.length < 2) return [];
  const people = bodies.flatMap((nodes) => {
    const alone = sceneOfBody(scene, nodes);
    return rigOrNull(alone) !== null ? [{ nodes, scene: alone }] : [];
  });
  if (people.length < 2) return [];
  return people.map((person) => {
    const others = people.flatMap(({ nodes }) => (nodes === person.nodes ? [] : [...nodes]));
    return { scene: person.scene, others: new Set(others) };
  });
}

/** One of the people in a file, by number from 0. Throws an `Error` with one sentence where the file has no such person. */
export function personInFile(scene: CharacterScene, number: number): PersonInFile {
  const people = peopleInFile(scene);
  const found = people[number];
  if (found) return found;
  throw new Error(
    `the file holds ${people.length === 0 ? 'one body' : `${people.length} people`}, so there is no person ${number + 1}`,
  );
}

/** A motion of such a file as it moves one of its people. */
export function motionOfPerson({ others }: PersonInFile, animation: FileAnimation): FileAnimation {
  return { ...animation, channels: animation.channels.filter(({ node }) => !others.has(node)) };
}

/** Joints that hang from one that hangs from no other, with all nodes below that one; those too few for a body are left out. */
function treesOf({ nodes }: CharacterScene, joints: readonly number[]): readonly ReadonlySet<number>[] {
  const isJoint = new Set(joints);
  const roots = new Map<number, number>([[-1, -1]]);
  const rootOf = (node: number): number => {
    const way: number[] = [];
    let at = node;
    for (; !roots.has(at); at = nodes[at]!.parent) way.push(at);
    for (const each of way.reverse()) {
      const above = roots.get(nodes[each]!.parent)!;
      roots.set(each, above < 0 && isJoint.has(each) ? each : above);
    }
    return roots.get(node)!;
  };
  const trees = new Map<number, Set<number>>();
  for (const node of nodes.keys()) {
    const root = rootOf(node);
    if (root >= 0) trees.set(root, (trees.get(root) ?? new Set()).add(node));
  }
  return [...trees.values()].filter((tree) => hasBody(isJoint, tree));
}

/** The branches of a tree where at least two of them are bipeds: bodies that hang from one joint; else the tree. */
function bodiesBelow(
  scene: CharacterScene,
  isJoint: ReadonlySet<number>,
  tree: ReadonlySet<number>,
): readonly ReadonlySet<number>[] {
  const below = new Map<number, Set<number>>();
  for (const node of tree) {
    const { parent } = scene.nodes[node]!;
    below.set(parent, (below.get(parent) ?? new Set()).add(node));
  }
  const [top] = [...below.keys()].filter((node) => !tree.has(node));
  let held = [...below.get(top!)!];
  while (held.length === 1) held = [...(below.get(held[0]!) ?? [])];
  const branches = held.map((node) => nodesFrom(node, below)).filter((branch) => hasBody(isJoint, branch));
  if (branches.length < 2) return [tree];
  const bipeds = branches.filter((branch) => rigOrNull(sceneOfBody(scene, branch)) !== null);
  return bipeds.length < 2 ? [tree] : bipeds;
}

/** A node and all that hang from it. */
function nodesFrom(top: number, below: ReadonlyMap<number, ReadonlySet<number>>): ReadonlySet<number> {
  const found = new Set([top]);
  for (const node of found) for (const child of below.get(node) ?? []) found.add(child);
  return found;
}

/** Whether there are joints enough for a body. */
function hasBody(isJoint: ReadonlySet<number>, nodes: ReadonlySet<number>): boolean {
  return [...nodes].filter((node) => isJoint.has(node)).length >= FEWEST_JOINTS;
}

function sceneOfBody(scene: CharacterScene, body: ReadonlySet<number>): CharacterScene {
  const { skinJoints, meshExtents, weightedNodes, turningNodes, boneNodes, rigidNodes, declaredBones, ...rest } = scene;
  const inBody = (nodes: readonly number[]) => nodes.filter((node) => body.has(node));
  const joints = inBody(skinJoints.length > 0 ? skinJoints : [...new Set([...(turningNodes ?? []), ...(boneNodes ?? [])])]);
  return {
    ...rest,
    skinJoints: joints,
    meshNodes: inBody(scene.meshNodes),
    meshExtents: meshExtents.filter(({ node }) => body.has(node)),
    declaredBones: Object.fromEntries(Object.entries(declaredBones).filter(([, node]) => body.has(node))),
    ...(weightedNodes && { weightedNodes: inBody(weightedNodes) }),
    ...(turningNodes && { turningNodes: inBody(turningNodes) }),
    ...(boneNodes && { boneNodes: inBody(boneNodes) }),
    ...(rigidNodes && { rigidNodes: inBody(rigidNodes) }),
  };
}
