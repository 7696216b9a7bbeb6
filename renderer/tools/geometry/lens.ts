import { add, cross, dot, normalize, scale, subtract, UNIT_X, type Vec3 } from '../../../core/math/vec3.ts';

/** How the viewport looks at the world: a perspective camera and the size of its picture in CSS pixels. */
export interface Lens {
  readonly eye: Vec3;
  /** Unit axes of the picture in the world: to the right, up, and into the picture. */
  readonly right: Vec3;
  readonly up: Vec3;
  readonly forward: Vec3;
  /** Tangent of half the vertical field of view. */
  readonly slope: number;
  readonly width: number;
  readonly height: number;
}

/** A point of the picture, CSS pixels from its top left corner. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

export interface ProjectedPoint extends ScreenPoint {
  /** Metres from the eye along `forward`, > 0. */
  readonly depth: number;
}

export interface Ray {
  readonly origin: Vec3;
  /** Unit vector. */
  readonly direction: Vec3;
}

/** Points nearer to the eye plane than this are not in the picture, metres. */
const NEAREST_DEPTH = 1e-3;

export function createLens(eye: Vec3, target: Vec3, fieldOfView: number, width: number, height: number): Lens {
  const forward = normalize(subtract(target, eye), [0, 0, -1]);
  // Special case for looking straight up or down: the picture's right stays the world's x.
  const right = normalize(cross(forward, [0, 1, 0]), UNIT_X);
  return { eye, right, up: cross(right, forward), forward, slope: Math.tan(fieldOfView / 2), width, height };
}

/** Where a world point is in the picture (possibly outside its borders); null when it lies behind the eye. */
export function project(lens: Lens, point: Vec3): ProjectedPoint | null {
  const d = subtract(point, lens.eye);
  const depth = dot(d, lens.forward);
  if (!(depth > NEAREST_DEPTH)) return null;
  const pixels = lens.height / (2 * lens.slope * depth);
  return { x: lens.width / 2 + dot(d, lens.right) * pixels, y: lens.height / 2 - dot(d, lens.up) * pixels, depth };
}

/** The half-line from the eye through a point of the picture. */
export function rayThrough(lens: Lens, point: ScreenPoint): Ray {
  const perPixel = (2 * lens.slope) / lens.height;
  const sideways = scale(lens.right, (point.x - lens.width / 2) * perPixel);
  const upwards = scale(lens.up, (lens.height / 2 - point.y) * perPixel);
  return { origin: lens.eye, direction: normalize(add(lens.forward, add(sideways, upwards))) };
}

/** Metres that one CSS pixel covers at the depth of `point`. */
export function metresPerPixel(lens: Lens, point: Vec3): number {
  const depth = Math.max(dot(subtract(point, lens.eye), lens.forward), NEAREST_DEPTH);
  return (2 * lens.slope * depth) / lens.height;
}

/** Where a ray meets the plane through `point` with unit `normal`; null when it runs along the plane or away from it. */
export function hitPlane(ray: Ray, point: Vec3, normal: Vec3): Vec3 | null {
  const slope = dot(ray.direction, normal);
  if (Math.abs(slope) < 1e-9) return null;
  const distance = dot(subtract(point, ray.origin), normal) / slope;
  return distance > 0 ? add(ray.origin, scale(ray.direction, distance)) : null;
}
