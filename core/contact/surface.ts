import { checkCoordinates, checkUnit } from '../math/check-numbers.ts';
import { IDENTITY, type Quat } from '../math/quat.ts';
import type { Vec3 } from '../math/vec3.ts';
import { meshSurface } from './mesh-surface.ts';
import { readShape } from './read-shape.ts';
import { ballSurface, boxSurface, cylinderSurface } from './exact-surfaces.ts';
import type { Shape } from './shape.ts';
import { meshOfShape } from './shape-mesh.ts';
import { checkSurface, createTouch, type Surface } from './touch.ts';

/**
 * What of a shape can be touched, in its own space. Boxes, balls and cylinders are exact; all else is triangles. Of what is not closed, as a plane is, all behind it
 * counts as inside. Throws a `RangeError` of one sentence when it is no shape, or a mesh without a triangle that has an area.
 */
export function createSurface(shape: Shape): Surface {
  const read = readShape(shape);
  if (read.kind === 'box') return boxSurface(...read.size);
  if (read.kind === 'ball') return ballSurface(read.radius);
  if (read.kind === 'cylinder') return cylinderSurface(read.radius, read.height);
  const { positions, indices } = read.kind === 'mesh' ? read : meshOfShape(read);
  return meshSurface(positions, indices);
}

/**
 * A surface carried to a place: `at` is where its origin is, metres, `rotation` turns it there; both in the space in which it is asked from then on. Shares
 * what the surface holds: making one is cheap.
 */
export function placeSurface(surface: Surface, at: Vec3, rotation: Quat = IDENTITY): Surface {
  checkSurface(surface, 'the surface');
  checkCoordinates(at, 3, 'the place of a surface');
  checkUnit(rotation, 4, 'the rotation of a surface');
  const [x, y, z] = at;
  const turn = rotation;
  const back: Quat = [-turn[0], -turn[1], -turn[2], turn[3]];
  const first = new Float64Array(3);
  const second = new Float64Array(3);
  const inner = createTouch();
  const bring = (point: ArrayLike<number>, to: Float64Array): void => {
    to[0] = point[0]! - x;
    to[1] = point[1]! - y;
    to[2] = point[2]! - z;
    turnVector(back, to, to);
  };
  const give = (touch: typeof inner): void => {
    turnVector(turn, inner.point, touch.point);
    touch.point[0]! += x;
    touch.point[1]! += y;
    touch.point[2]! += z;
    turnVector(turn, inner.normal, touch.normal);
    touch.depth[0] = inner.depth[0]!;
  };
  return {
    nearest(point, touch, within) {
      bring(point, first);
      surface.nearest(first, inner, within);
      give(touch);
    },
    enters(from, to, touch) {
      bring(from, first);
      bring(to, second);
      const isEntered = surface.enters(first, second, inner);
      if (isEntered) give(touch);
      return isEntered;
    },
  };
}

/** v + w t + q × t with t = 2 q × v. */
function turnVector(q: Quat, v: Float64Array, out: Float64Array): void {
  const vx = v[0]!;
  const vy = v[1]!;
  const vz = v[2]!;
  const tx = 2 * (q[1] * vz - q[2] * vy);
  const ty = 2 * (q[2] * vx - q[0] * vz);
  const tz = 2 * (q[0] * vy - q[1] * vx);
  out[0] = vx + q[3] * tx + q[1] * tz - q[2] * ty;
  out[1] = vy + q[3] * ty + q[2] * tx - q[0] * tz;
  out[2] = vz + q[3] * tz + q[0] * ty - q[1] * tx;
}
