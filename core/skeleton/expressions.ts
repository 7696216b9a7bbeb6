import type { Pose } from './pose.ts';
import { weightIndex } from './pose.ts';

/** What an expression does to others that move the same part of the face: nothing, all of it gone while it shows, or less by as much as it shows. */
export type Override = 'none' | 'block' | 'blend';

/** Parts of a face whose expressions others may override. */
export const OVERRIDDEN = ['mouth', 'blink', 'lookAt'] as const;

/** One morph target that an expression moves. */
export interface MorphBind {
  /** Index of the mesh in {@link Expressions.meshes}, and of the morph target on it. */
  readonly mesh: number;
  readonly target: number;
  /** The target's weight where the expression is whole. */
  readonly weight: number;
}

/** A facial expression: a weight from 0 to 1 that moves any number of morph targets. */
export interface Expression {
  /** Unique in its character; those that VRM names have the names of VRM 1.0. */
  readonly name: string;
  readonly binds: readonly MorphBind[];
  /** It shows wholly above a weight of 0.5, otherwise not at all. */
  readonly isBinary: boolean;
  /** What it does to expressions of the mouth, the lids and the eyes; missing where nothing. */
  readonly overrides?: Readonly<Partial<Record<(typeof OVERRIDDEN)[number], Override>>>;
  /** In a file of motion alone: the node whose translation along X is the weight. */
  readonly node?: number;
}

/** A node that draws a mesh with morph targets. */
export interface MorphedMesh {
  /** Index of the node. */
  readonly node: number;
  /** One a target: its weight in the file, to which expressions add. */
  readonly rest: readonly number[];
}

/** The facial expressions of a character, in the order of their weights in a pose. */
export interface Expressions {
  readonly list: readonly Expression[];
  readonly meshes: readonly MorphedMesh[];
}

/** Expressions that are overridden, by what they move. */
const MOVED = new Map<string, (typeof OVERRIDDEN)[number]>([
  ['aa', 'mouth'],
  ['ih', 'mouth'],
  ['ou', 'mouth'],
  ['ee', 'mouth'],
  ['oh', 'mouth'],
  ['blink', 'blink'],
  ['blinkLeft', 'blink'],
  ['blinkRight', 'blink'],
  ['lookUp', 'lookAt'],
  ['lookDown', 'lookAt'],
  ['lookLeft', 'lookAt'],
  ['lookRight', 'lookAt'],
]);

/** Room for the weights of the morph targets of each mesh. */
export function createMorphWeights({ meshes }: Expressions): Float64Array[] {
  return meshes.map(({ rest }) => Float64Array.from(rest));
}

/** The weight of every morph target in a pose, one list a mesh: what a viewport shows and a clip is written with. Allocates nothing when `out` is given. */
export function morphWeights(expressions: Expressions, pose: Pose, out = createMorphWeights(expressions)): Float64Array[] {
  const { list, meshes } = expressions;
  for (let m = 0; m < meshes.length; m++) out[m]!.set(meshes[m]!.rest);
  const mouth = shareLeft(list, pose, 'mouth');
  const blink = shareLeft(list, pose, 'blink');
  const lookAt = shareLeft(list, pose, 'lookAt');
  for (let e = 0; e < list.length; e++) {
    const expression = list[e]!;
    const moved = MOVED.get(expression.name);
    const left = moved === 'mouth' ? mouth : moved === 'blink' ? blink : moved === 'lookAt' ? lookAt : 1;
    // What is shown wholly or not at all is gone as soon as others take something from it.
    const shown = shownWeight(expression, pose, e) * (expression.isBinary && left < 1 ? 0 : left);
    if (shown === 0) continue;
    for (let b = 0; b < expression.binds.length; b++) {
      const { mesh, target, weight } = expression.binds[b]!;
      out[mesh]![target]! += shown * weight;
    }
  }
  return out;
}

function shownWeight({ isBinary }: Expression, pose: Pose, index: number): number {
  const weight = pose[weightIndex(pose, index)]!;
  return isBinary ? (weight > 0.5 ? 1 : 0) : weight;
}

/** What the others leave of the expressions of a part of the face: 1 all of it, 0 nothing. */
function shareLeft(list: readonly Expression[], pose: Pose, part: (typeof OVERRIDDEN)[number]): number {
  let left = 1;
  for (let e = 0; e < list.length; e++) {
    const override = list[e]!.overrides?.[part];
    // An expression does not override its own kind: a mouth that is blocked by itself would never open.
    if (!override || override === 'none' || MOVED.get(list[e]!.name) === part) continue;
    const weight = shownWeight(list[e]!, pose, e);
    left -= override === 'block' ? (weight > 0 ? 1 : 0) : weight;
  }
  return Math.max(0, left);
}
