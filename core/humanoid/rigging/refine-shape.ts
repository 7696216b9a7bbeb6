import type { Vec3 } from '../../math/vec3.ts';
import type { HumanoidBone } from '../body/bones.ts';
import type { FittedCapsule } from './fit-capsule.ts';
import type { PointsOnBones } from './points-on-bones.ts';
import { awayFromAxis, refineCapsules } from './refine-capsules.ts';

/** Flesh on a bone, world, at rest. */
export interface Flesh {
  readonly bone: HumanoidBone;
  readonly capsule: FittedCapsule;
}

/** Share of a capsule's radius by which what is drawn on other bones is inside it at least that nobody sees: the end of a limb in its joint. */
const HIDDEN = 0.25;

/** Flesh refined to the skin that is drawn on its bone, see {@link refineCapsules}: bones that belong together, such as the trunk's, as one. */
export function refineShape(flesh: readonly Flesh[], points: PointsOnBones, together: readonly HumanoidBone[]): Flesh[] {
  const groups = [together, ...new Set(flesh.flatMap(({ bone }) => (together.includes(bone) ? [] : [bone])))];
  const refined = [...flesh];
  for (const group of groups) {
    const isOwn = (bone: HumanoidBone): boolean => (typeof group === 'string' ? bone === group : group.includes(bone));
    const own = flesh.flatMap(({ bone }, i) => (isOwn(bone) ? [i] : []));
    const others = flesh.flatMap(({ bone, capsule }) => (isOwn(bone) ? [] : [capsule]));
    const drawn = [...points].flatMap(([bone, places]) => (isOwn(bone) ? places : []));
    const near = others.filter(reachesInto(drawn));
    const isSeen = (point: Vec3): boolean => near.every((other) => awayFromAxis(point, other) > (1 - HIDDEN) * other.radius);
    const skin = drawn.filter(isSeen);
    const capsules = refineCapsules(
      own.map((i) => flesh[i]!.capsule),
      skin,
    );
    own.forEach((i, k) => (refined[i] = { bone: flesh[i]!.bone, capsule: capsules[k]! }));
  }
  return refined;
}

/** Whether a capsule may reach into the box about places, its sides along the axes. */
function reachesInto(places: readonly Vec3[]): (capsule: FittedCapsule) => boolean {
  const [low, high] = [Array<number>(3).fill(Infinity), Array<number>(3).fill(-Infinity)];
  for (const place of places)
    place.forEach((at, k) => {
      low[k] = Math.min(low[k]!, at);
      high[k] = Math.max(high[k]!, at);
    });
  return ({ start, end, radius }) =>
    start.every((at, k) => Math.max(at, end[k]!) + radius >= low[k]! && Math.min(at, end[k]!) - radius <= high[k]!);
}
