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
    const isSeen = (point: Vec3): boolean => others.every((other) => awayFromAxis(point, other) > (1 - HIDDEN) * other.radius);
    const skin = [...points].flatMap(([bone, drawn]) => (isOwn(bone) ? drawn.filter(isSeen) : []));
    const capsules = refineCapsules(
      own.map((i) => flesh[i]!.capsule),
      skin,
    );
    own.forEach((i, k) => (refined[i] = { bone: flesh[i]!.bone, capsule: capsules[k]! }));
  }
  return refined;
}
