import { fromAxisAngle, multiply, rotate } from '../../../core/math/quat.ts';
import { add, cross, dot, perpendicular, scale, subtract, UNIT_X, UNIT_Y, UNIT_Z, type Vec3 } from '../../../core/math/vec3.ts';
import { worldPosition, worldRotation, type WorldTransforms } from '../../../core/skeleton/forward-kinematics.ts';
import type { Skeleton } from '../../../core/skeleton/skeleton.ts';
import { metresPerPixel, project, type Lens, type ScreenPoint } from './lens.ts';

export type RingName = 'x' | 'y' | 'z';

/** A circle in the world. */
export interface Circle {
  /** World position of its middle. */
  readonly centre: Vec3;
  /** Unit vector in the world. */
  readonly axis: Vec3;
  /** Metres. */
  readonly radius: number;
}

/** A circle that turns a joint about its axis; the same size on screen at every distance. */
export interface Ring extends Circle {
  readonly name: RingName;
}

/** CSS pixels. */
const RADIUS = 76;
const STEPS = 72;

/**
 * The rings of a joint: one about the axis of a hinge, none where nothing may turn, else three. A joint with a cone gets z
 * along its bone (twist) and x, y across it; a free joint its own axes.
 */
export function ringsOf(skeleton: Skeleton, world: WorldTransforms, joint: number, lens: Lens): Ring[] {
  const limit = skeleton.limits[joint]!;
  const centre = worldPosition(world, joint);
  const turned = worldRotation(world, joint);
  const radius = RADIUS * metresPerPixel(lens, centre);
  if (limit.kind === 'prismatic') return [];
  if (limit.kind === 'hinge') return [{ name: 'x', centre, axis: rotate(turned, limit.axis), radius }];
  const frame = limit.kind === 'swingTwist' ? multiply(turned, limit.childFrame) : turned;
  return [
    { name: 'x', centre, axis: rotate(frame, UNIT_X), radius },
    { name: 'y', centre, axis: rotate(frame, UNIT_Y), radius },
    { name: 'z', centre, axis: rotate(frame, UNIT_Z), radius },
  ];
}

/** Points of a ring in order, the first repeated at the end, each with whether it lies on the side turned to the eye. */
export function ringPoints(ring: Ring, lens: Lens): { readonly at: Vec3; readonly front: boolean }[] {
  const across = perpendicular(ring.axis);
  const towardsEye = subtract(lens.eye, ring.centre);
  return Array.from({ length: STEPS + 1 }, (_, i) => {
    const spoke = rotate(fromAxisAngle(ring.axis, (2 * Math.PI * i) / STEPS), across);
    // A little slack so that a ring seen face on is wholly in front.
    return { at: add(ring.centre, scale(spoke, ring.radius)), front: dot(spoke, towardsEye) > -0.08 * Math.hypot(...towardsEye) };
  });
}

/** The point of the ring's front nearest to `pointer` on screen, with its distance in CSS pixels; null when none is in view. */
export function nearestOnRing(
  ring: Ring,
  lens: Lens,
  pointer: ScreenPoint,
): { readonly at: Vec3; readonly distance: number } | null {
  let best: { at: Vec3; distance: number } | null = null;
  for (const { at, front } of ringPoints(ring, lens)) {
    const seen = front ? project(lens, at) : null;
    if (!seen) continue;
    const distance = Math.hypot(seen.x - pointer.x, seen.y - pointer.y);
    if (!best || distance < best.distance) best = { at, distance };
  }
  return best;
}

/** How a turn about the ring moves its point `at` on screen: a unit direction, and radians for a CSS pixel along it. */
export function turnOnScreen(
  ring: Circle,
  lens: Lens,
  at: Vec3,
): { readonly x: number; readonly y: number; readonly radians: number } {
  const spoke = subtract(at, ring.centre);
  const small = 0.01;
  const from = project(lens, at);
  const to = project(lens, add(at, scale(cross(ring.axis, spoke), small)));
  if (!from || !to) return { x: 1, y: 0, radians: 0 };
  const pixels = Math.hypot(to.x - from.x, to.y - from.y);
  if (pixels < 1e-6) return { x: 1, y: 0, radians: 0 };
  return { x: (to.x - from.x) / pixels, y: (to.y - from.y) / pixels, radians: small / pixels };
}
