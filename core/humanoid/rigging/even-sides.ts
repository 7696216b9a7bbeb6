import { distance, dot, lerp, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import type { HumanoidBone } from '../body/bones.ts';
import type { FittedCapsule } from './fit-capsule.ts';
import type { Flesh } from './refine-shape.ts';

/** Share of its radius by which a capsule may differ from its mirror image and still be meant alike: what is drawn is known by samples. */
const ALIKE = 0.5;

/**
 * Flesh that is nearly alike on both sides made so: a capsule of the left and the one of the right whose mirror image is nearest to it become the mean of both
 * and its mirror image. Bones whose capsules differ further, such as a shoulder under a pad, stay. `left` is the unit normal of the plane through `middle`.
 */
export function evenSides(flesh: readonly Flesh[], middle: Vec3, left: Vec3): Flesh[] {
  const mirrored = (place: Vec3): Vec3 => subtract(place, scale(left, 2 * dot(subtract(place, middle), left)));
  const image = ({ start, end, radius }: FittedCapsule): FittedCapsule => ({
    start: mirrored(start),
    end: mirrored(end),
    radius,
  });
  const placesOf = (bone: string): number[] => flesh.flatMap((each, i) => (each.bone === bone ? [i] : []));
  const even = [...flesh];
  for (const bone of new Set(flesh.map((each) => each.bone).filter((name) => name.startsWith('left')))) {
    const other = bone.replace('left', 'right') as HumanoidBone;
    const [own, free] = [placesOf(bone), placesOf(other)];
    if (own.length !== free.length) continue;
    const pairs = own.map((i) => {
      const { capsule } = flesh[i]!;
      const apart = (k: number): number => differenceOf(capsule, image(flesh[k]!.capsule));
      const nearest = free.reduce((a, b) => (apart(b) < apart(a) ? b : a));
      free.splice(free.indexOf(nearest), 1);
      return { i, mean: meanOf(capsule, image(flesh[nearest]!.capsule)), isAlike: apart(nearest) < ALIKE * capsule.radius };
    });
    if (!pairs.every(({ isAlike }) => isAlike)) continue;
    const places = placesOf(other);
    pairs.forEach(({ i, mean }, k) => {
      even[i] = { bone, capsule: mean };
      even[places[k]!] = { bone: other, capsule: image(mean) };
    });
  }
  return even;
}

/** Metres by which ends and radii of two capsules differ at most. */
function differenceOf(one: FittedCapsule, other: FittedCapsule): number {
  return Math.max(distance(one.start, other.start), distance(one.end, other.end), Math.abs(one.radius - other.radius));
}

function meanOf(one: FittedCapsule, other: FittedCapsule): FittedCapsule {
  const mean = (end: 'start' | 'end'): Vec3 => lerp(one[end], other[end], 0.5);
  return { start: mean('start'), end: mean('end'), radius: (one.radius + other.radius) / 2 };
}
