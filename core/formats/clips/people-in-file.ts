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
 * The people in a file, where it holds more than one: trees of joints that hang together and are bipeds each, in the order of their nodes. Empty where it holds one body,
 * or none.
 */
export function peopleInFile(scene: CharacterScene): readonly PersonInFile[] {
  const { skinJoints, turningNodes = [], boneNodes = [] } = scene;
  const bodies = treesOf(scene, skinJoints.length > 0 ? skinJoints : [...new Set([...turningNodes, ...boneNodes])]);
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
  return [...trees.values()].filter((tree) => joints.filter((joint) => tree.has(joint)).length >= FEWEST_JOINTS);
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
