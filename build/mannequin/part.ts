import { add, cross, normalize, perpendicular, scale, subtract, length, type Vec3 } from '../../core/math/vec3.ts';
import type { HumanoidBone } from '../../core/humanoid/body/bones.ts';
import { loftSurface, mirrorSurface, type Surface } from './loft.ts';
import { mirrorBone, mirrorPoint } from './joints.ts';

export type MaterialName = 'body' | 'joint' | 'pin';

/** At most four joints with weights that sum to 1. */
export type Weights = readonly (readonly [HumanoidBone, number])[];

/** One piece of the figure. */
export interface Part {
  readonly material: MaterialName;
  readonly surface: Surface;
  /** Which joints carry a point. */
  readonly weights: (point: Vec3) => Weights;
}

/** A piece that one joint carries. */
export function rigidPart(material: MaterialName, bone: HumanoidBone, surface: Surface): Part {
  return { material, surface, weights: () => [[bone, 1]] };
}

/** The piece on the other side. */
export function mirrorPart({ material, surface, weights }: Part): Part {
  return {
    material,
    surface: mirrorSurface(surface),
    weights: (point) => weights(mirrorPoint(point)).map(([bone, weight]) => [mirrorBone(bone), weight]),
  };
}

/** A ball. */
export function ball(centre: Vec3, radius: number, around = 15, rings = 7): Surface {
  return ellipsoid(centre, [radius, radius, radius], around, rings);
}

/** An ellipsoid with half axes along x, y and z. */
export function ellipsoid(centre: Vec3, [x, y, z]: Vec3, around = 12, rings = 5): Surface {
  return loftSurface({
    start: subtract(centre, [0, y, 0]),
    axis: [0, 1, 0],
    side: [0, 0, 1],
    ahead: [1, 0, 0],
    stations: [
      { at: 0, width: z, front: x, back: x },
      { at: 2 * y, width: z, front: x, back: x },
    ],
    roundStart: y,
    roundEnd: y,
    rings: 1,
    endRings: (rings - 1) / 2,
    around,
  });
}

/** A disc with softened rims: the pin of a hinge along `axis` through `centre`. */
export function pin(centre: Vec3, axis: Vec3, halfLength: number, radius: number): Surface {
  const side = perpendicular(axis);
  return loftSurface({
    start: subtract(centre, scale(axis, halfLength)),
    axis,
    side,
    ahead: cross(axis, side),
    stations: [
      { at: 0, width: radius, front: radius, back: radius },
      { at: 2 * halfLength, width: radius, front: radius, back: radius },
    ],
    roundStart: 0.004,
    roundEnd: 0.004,
    rings: 2,
    endRings: 1,
    around: 14,
  });
}

/** A rod from `from` to `to` with the radii of its two ends, rounded over the given shares of the radii. */
export function rod(from: Vec3, to: Vec3, [first, last]: readonly [number, number], flat: number, around: number): Surface {
  const span = length(subtract(to, from));
  const axis = normalize(subtract(to, from));
  const side = normalize(cross([0, 1, 0], axis));
  return loftSurface({
    start: from,
    axis,
    side,
    ahead: cross(axis, side),
    stations: [
      { at: 0, width: first, front: first * flat, back: first * flat },
      { at: span, width: last, front: last * flat, back: last * flat },
    ],
    roundStart: first * 0.75,
    roundEnd: last,
    rings: 1,
    endRings: 2,
    around,
  });
}

/** `a` below `from`, `b` above `to`, and a smooth mixture between them. */
export function blendWeights(a: HumanoidBone, b: HumanoidBone, value: number, from: number, to: number): Weights {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
  const smooth = share * share * (3 - 2 * share);
  if (smooth === 0) return [[a, 1]];
  return smooth === 1
    ? [[b, 1]]
    : [
        [a, 1 - smooth],
        [b, smooth],
      ];
}

/** A soft bump: 1 at `centre`, falling off over `widths` along each axis (Gaussian). */
export function bump(point: Vec3, centre: Vec3, widths: Vec3): number {
  const [x, y, z] = subtract(point, centre);
  return Math.exp(-((x / widths[0]) ** 2) - (y / widths[1]) ** 2 - (z / widths[2]) ** 2);
}

/** `point` moved by `amount` along `direction`. */
export function push(point: Vec3, direction: Vec3, amount: number): Vec3 {
  return add(point, scale(direction, amount));
}
