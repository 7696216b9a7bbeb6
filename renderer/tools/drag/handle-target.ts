import { add, dot, rejectFrom, scale, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import type { Axes } from '../geometry/axes.ts';
import { EDGE_ON, POINTS_AT_EYE } from '../geometry/gizmo.ts';
import { hitPlane, metresPerPixel, rayThrough, type Lens, type Ray, type ScreenPoint } from '../geometry/lens.ts';
import { FREE, type Constraint } from './constraint.ts';

/** Where and through what a handle was grabbed. */
export interface GrabbedPoint {
  /** World, metres. */
  readonly start: Vec3;
  readonly pointer: ScreenPoint;
  readonly lens: Lens;
}

/** A line that points at the eye more steeply than this, as the sine of the angle between them, is not followed. */
const STEEPEST = 0.05;
/** CSS pixels that a handle is pushed away by for each that the wheel turns. */
const WHEEL_SPEED = 0.25;

/**
 * Where the pointer takes a grabbed point: in the plane that faced the camera when it was grabbed, `depth` metres further away; along an axis, or square to
 * one. Along an axis that points at the eye it goes away as the pointer goes up. World, metres; null where the pointer's ray misses.
 */
export function targetUnder(
  grabbed: GrabbedPoint,
  constraint: Constraint,
  axes: Axes,
  pointer: ScreenPoint,
  lens: Lens,
  depth: number,
): Vec3 | null {
  const { start } = grabbed;
  const [before, now] = [rayThrough(grabbed.lens, grabbed.pointer), rayThrough(lens, pointer)];
  if (constraint.kind === 'axis') {
    const axis = axes[constraint.axis];
    const away = dot(axis, before.direction);
    // What would go far for a pixel goes away from the eye as the pointer goes up, as far as it does on screen.
    if (Math.abs(away) >= POINTS_AT_EYE) {
      const up = (grabbed.pointer.y - pointer.y) * metresPerPixel(grabbed.lens, start);
      return add(start, scale(axis, Math.sign(away) * up));
    }
    const [from, to] = [alongAxis(before, start, axis), alongAxis(now, start, axis)];
    return from === null || to === null ? start : add(start, scale(axis, to - from));
  }
  if (constraint.kind === 'plane' && Math.abs(dot(axes[constraint.axis], grabbed.lens.forward)) < EDGE_ON) {
    // Seen from its edge, the plane is hit far away or nowhere: it is followed as far as it goes along with the picture.
    const free = targetUnder(grabbed, FREE, axes, pointer, lens, 0);
    return free && add(start, rejectFrom(subtract(free, start), axes[constraint.axis]));
  }
  const normal = constraint.kind === 'plane' ? axes[constraint.axis] : grabbed.lens.forward;
  const plane = constraint.kind === 'plane' ? start : add(start, scale(normal, depth));
  const from = hitPlane(before, start, normal) ?? start;
  const to = hitPlane(now, plane, normal);
  return to && add(to, subtract(start, from));
}

/**
 * How far along the line through `point` its point nearest to a ray is, metres: with unit directions a of the line and r of the ray from e, and w = e − p,
 * it is (w·a − (a·r)(w·r)) / (1 − (a·r)²). Null where the line points at the eye.
 */
function alongAxis({ origin, direction }: Ray, point: Vec3, axis: Vec3): number | null {
  const cosine = dot(axis, direction);
  const squaredSine = 1 - cosine * cosine;
  if (squaredSine < STEEPEST * STEEPEST) return null;
  const w = subtract(origin, point);
  return (dot(w, axis) - cosine * dot(w, direction)) / squaredSine;
}

/** Metres further away that a turn of the wheel by `pixels` towards the animator pushes what is at `point`. */
export function depthOfWheel(lens: Lens, point: Vec3, pixels: number): number {
  return -pixels * WHEEL_SPEED * metresPerPixel(lens, point);
}
