import { checkNumber } from '../math/check-numbers.ts';
import { checkArray, checkFunction, checkObject } from '../math/check-values.ts';
import { checkSurface, createTouch, type Surface, type Touch } from './touch.ts';

/** What feet stand on: the upper sides of surfaces, and a level floor where there is one. */
export interface Ground {
  /**
   * The highest ground straight below a point, metres of world height; −Infinity where there is none, and Infinity where the point is inside of what is solid.
   * Writes where it is and its normal to `touch`, where there is any.
   */
  readonly heightBelow: (x: number, y: number, z: number, touch?: Touch) => number;
}

/** Throws a `RangeError` of one sentence unless the value is a ground. */
export function checkGround(ground: Ground): void {
  checkObject(ground, 'the ground');
  checkFunction(ground.heightBelow, 'the ground: heightBelow');
}

/** Metres above and below the origin within which ground is looked for. */
const DEEPEST = 1e4;

/**
 * Ground of surfaces, all in one space with +Y up, and of a level floor at a height, metres, where `floor` is not null; 0 by default. Throws a `RangeError` of
 * one sentence for what is no surface.
 */
export function createGround(surfaces: readonly Surface[], floor: number | null = 0): Ground {
  checkArray(surfaces, 'the surfaces');
  for (const surface of surfaces) checkSurface(surface, 'a surface of the ground');
  if (floor !== null) checkNumber(floor, 'the floor');
  const from = new Float64Array(3);
  const to = new Float64Array(3);
  const found = createTouch();
  return {
    heightBelow(x, y, z, touch) {
      from[0] = to[0] = x;
      from[1] = Math.min(y, DEEPEST);
      to[1] = -DEEPEST;
      from[2] = to[2] = z;
      let height = floor !== null && floor <= y ? floor : -Infinity;
      if (touch && height > -Infinity) {
        touch.point.set([x, height, z]);
        touch.normal.set([0, 1, 0]);
      }
      for (const surface of surfaces) {
        surface.nearest(from, found);
        if (found.depth[0]! > 0) return Infinity;
        if (!surface.enters(from, to, found) || found.point[1]! <= height) continue;
        height = found.point[1]!;
        touch?.point.set(found.point);
        touch?.normal.set(found.normal);
      }
      return height;
    },
  };
}
