import type { CharacterScene } from '../../skeleton/scene.ts';
import { readBoneName } from './bone-names.ts';
import type { SceneTransforms } from './scene-transforms.ts';

/** Nodes that a branch must have to be taken for a body, and that must be turned for turning to tell anything. */
const FEWEST = 8;
/** Joints that follow each other from a body's root at least: a cloud of markers hangs from one node. */
const SHALLOWEST = 3;
/** Share of the extent of a tree from which a branch of it may be the whole body, along axes that have this share of the largest extent. */
const AS_LARGE = 0.7;
const TELLING_AXIS = 0.3;

/** What each sign is worth, beside one for the count of nodes: the branch that has most of it gets all, others their share. Our choice. */
const WORTH = { drawn: 2, turned: 3, bones: 3, named: 3 } as const;
type Sign = keyof typeof WORTH;

/** A tree of nodes, or a branch of one. */
interface Branch {
  readonly root: number;
  /** Parents before children. */
  readonly nodes: readonly number[];
}

/**
 * The nodes of the tree that is the body of a scene without a skin. Beside it, or with it below one root, may stand the controls that drive it, the markers that it
 * was captured by, or a scenery: which it is, is told by what is drawn, what animations turn, what the format calls a bone and names that say body parts, and
 * only then by the count of nodes.
 */
export function bodyTree(scene: CharacterScene, transforms: SceneTransforms): readonly number[] {
  const tops = [-1, ...(scene.carriers ?? [])];
  const roots = transforms.order.filter((node) => tops.includes(scene.nodes[node]!.parent) && !tops.includes(node));
  let body = mostLikely(
    scene,
    transforms,
    roots.map((root) => branchAt(transforms, root)),
  );
  for (;;) {
    const rivals = rivalsIn(scene, transforms, body);
    if (rivals.length === 0) return body.nodes;
    body = mostLikely(scene, transforms, rivals);
  }
}

function branchAt({ children }: SceneTransforms, root: number): Branch {
  const nodes = [root];
  for (let i = 0; i < nodes.length; i++) nodes.push(...children[nodes[i]!]!);
  return { root, nodes };
}

/** The branches right below a tree's root of which each alone may be the whole body: several, or one beside a cloud of nodes. Empty for a tree that is one body. */
function rivalsIn(scene: CharacterScene, transforms: SceneTransforms, { root, nodes }: Branch): Branch[] {
  const { children } = transforms;
  const whole = extentOf(transforms, nodes);
  const least = TELLING_AXIS * Math.max(...whole);
  const large = children[root]!.map((child) => branchAt(transforms, child)).filter((branch) => {
    if (branch.nodes.length < FEWEST) return false;
    const own = extentOf(transforms, branch.nodes);
    return whole.every((size, axis) => size < least || own[axis]! >= AS_LARGE * size);
  });
  if (large.length > 1) return large;
  const isCloud = (node: number): boolean =>
    children[node]!.length === 0 && readBoneName(scene.nodes[node]!.name).role === null && !scene.meshNodes.includes(node);
  return large.length === 1 && children[root]!.filter(isCloud).length >= FEWEST ? large : [];
}

/** How far nodes reach along x, y and z, metres. */
function extentOf({ positions }: SceneTransforms, nodes: readonly number[]): number[] {
  return [0, 1, 2].map((axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (const node of nodes) {
      low = Math.min(low, positions[node]![axis]!);
      high = Math.max(high, positions[node]![axis]!);
    }
    return high - low;
  });
}

function mostLikely(scene: CharacterScene, transforms: SceneTransforms, branches: readonly Branch[]): Branch {
  const deep = branches.filter(({ root, nodes }) => nodes.length >= FEWEST && depthOf(transforms, root) >= SHALLOWEST);
  const candidates = deep.length > 0 ? deep : branches;
  if (candidates.length === 1) return candidates[0]!;
  const signs = candidates.map(({ nodes }) => signsOf(scene, nodes));
  const scores = candidates.map(({ nodes }) => nodes.length / Math.max(...candidates.map((each) => each.nodes.length)));
  for (const sign of Object.keys(WORTH) as Sign[]) {
    const most = Math.max(...signs.map((each) => each[sign]));
    if (most >= FEWEST) signs.forEach((each, i) => (scores[i]! += (WORTH[sign] * each[sign]) / most));
  }
  return candidates[scores.indexOf(Math.max(...scores))]!;
}

function depthOf({ children }: SceneTransforms, node: number): number {
  let depth = 0;
  for (let level: readonly number[] = [node]; level.length > 0; level = level.flatMap((each) => children[each]!)) depth++;
  return depth - 1;
}

/** How many of some nodes are drawn, turned and called bones by the file's format, and how many body parts their names tell. */
function signsOf(scene: CharacterScene, nodes: readonly number[]): Record<Sign, number> {
  const [drawn, turned, bones] = [scene.meshNodes, scene.turningNodes, scene.boneNodes].map((list) => new Set(list));
  const parts = nodes.flatMap((node) => {
    const { role, side, numbers } = readBoneName(scene.nodes[node]!.name);
    return role === null ? [] : [`${role} ${side} ${numbers.join(' ')}`];
  });
  const countIn = (set: ReadonlySet<number>) => nodes.filter((node) => set.has(node)).length;
  return { drawn: countIn(drawn!), turned: countIn(turned!), bones: countIn(bones!), named: new Set(parts).size };
}
