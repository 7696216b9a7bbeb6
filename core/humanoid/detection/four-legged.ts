import { hypot } from '../../math/elementary.ts';
import { dot, lerp, subtract, type Vec3 } from '../../math/vec3.ts';
import { isFinger, type HumanoidBone } from '../body/bones.ts';
import type { JointTree } from '../body/joint-tree.ts';
import type { Detection } from './detect.ts';
import { hangsFrom } from '../../skeleton/hierarchy.ts';

/** Share of its length by which a leg must go down to carry the body. */
const DOWN = 0.6;
/** Share of its length by which the trunk of an animal rises at most. */
const LEVEL = 0.6;
/** Shares of the legs' height: how far above the feet another foot may stand, how far it is from them at least, and from the body's middle. */
const ON_FLOOR = 0.25;
const APART = 0.4;
const ASIDE = 0.02;

/**
 * Whether a body stands on four legs at rest: its trunk is level, and on both sides something that does not hang from the legs stands on the floor far
 * before or behind them. A skeleton whose joints are named as fingers is a person's.
 */
export function isFourLegged(tree: JointTree, { bones, frame }: Pick<Detection, 'bones' | 'frame'>): boolean {
  const { positions, parents } = tree;
  const joint = (bone: HumanoidBone) => bones.get(bone)?.joint;
  const roots = [joint('leftUpperLeg'), joint('rightUpperLeg')] as const;
  const ends = [joint('leftFoot'), joint('rightFoot')] as const;
  const front = joint('head') ?? joint('neck') ?? joint('upperChest') ?? joint('chest') ?? joint('spine');
  const [left, right] = roots;
  const [leftFoot, rightFoot] = ends;
  if (left === undefined || right === undefined || leftFoot === undefined || rightFoot === undefined || front === undefined)
    return false;
  if ([...bones].some(([bone, { reason }]) => isFinger(bone) && reason.startsWith('named'))) return false;
  const at = (j: number): Vec3 => positions[j]!;
  const carries = rise(subtract(at(leftFoot), at(left))) < -DOWN && rise(subtract(at(rightFoot), at(right))) < -DOWN;
  const [top, feet] = [lerp(at(left), at(right), 0.5), lerp(at(leftFoot), at(rightFoot), 0.5)];
  if (!carries || rise(subtract(at(front), top)) > LEVEL) return false;
  const high = top[1] - feet[1];
  const standing = positions.flatMap((place, j): number[] => {
    const way = subtract(place, feet);
    const isFoot = way[1] < ON_FLOOR * high && Math.abs(dot(way, frame.forward)) > APART * high;
    return isFoot && !hangsFrom(parents, j, left) && !hangsFrom(parents, j, right) ? [dot(way, frame.left)] : [];
  });
  return Math.max(0, ...standing) > ASIDE * high && Math.min(0, ...standing) < -ASIDE * high;
}

/** How far a way goes up, as a share of its length. */
function rise(way: Vec3): number {
  return way[1] / (hypot(...way) || 1);
}
