import { fromPlace, intoPlace, type Place } from '../../../core/math/place.ts';
import { clamp, wrapAngle } from '../../../core/math/angles.ts';
import { add, dot, lerp, scale, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import { createLens, hitPlane, metresPerPixel, project, rayThrough, type Lens, type ScreenPoint } from './lens.ts';

/** World metres along the world's axes. */
export interface Box {
  readonly low: Vec3;
  readonly high: Vec3;
}

/** The camera as an animator steers it: a point of interest and the way to the eye. */
export interface Orbit {
  readonly target: Vec3;
  /** Radians about +Y; 0 puts the eye on the target's +Z side. */
  readonly yaw: number;
  /** Radians above the horizon. */
  readonly pitch: number;
  /** Metres from the target to the eye. */
  readonly distance: number;
  /** Whether the picture is without perspective; default false. */
  readonly orthographic?: boolean;
}

/** Where the camera stands before there is anything to look at. */
export const FRONT_VIEW: Orbit = { target: [0, 0.9, 0], yaw: 0.5, pitch: 0.2, distance: 5 };

/** Vertical field of view, radians: a portrait lens, little distortion of a figure. */
const FIELD_OF_VIEW = (30 * Math.PI) / 180;

/**
 * A picture without perspective is taken through a lens so many times as long, from as many times as far away. The depth of a figure then changes its
 * scale by less than a thousandth, which is below a pixel. Whatever holds of one lens holds of the other.
 */
const ORTHOGRAPHIC_LENGTH = 300;

const STEEPEST = (89.5 * Math.PI) / 180;
const NEAREST = 0.05;
const FARTHEST = 200;
const RADIANS_PER_PIXEL = 0.0075;

/** The same view as far as the camera can be steered there. */
export function withinReach({ target, yaw, pitch, distance, orthographic }: Orbit): Orbit {
  return {
    target,
    yaw: wrapAngle(yaw),
    pitch: clamp(pitch, -STEEPEST, STEEPEST),
    distance: clamp(distance, NEAREST, FARTHEST),
    ...(orthographic ? { orthographic } : {}),
  };
}

/** Metres from the target to the lens. */
export function eyeDistance({ distance, orthographic }: Orbit): number {
  return orthographic ? ORTHOGRAPHIC_LENGTH * distance : distance;
}

/** Vertical field of view of the lens, radians. */
export function fieldOfView({ orthographic }: Orbit): number {
  return orthographic ? 2 * Math.atan(Math.tan(FIELD_OF_VIEW / 2) / ORTHOGRAPHIC_LENGTH) : FIELD_OF_VIEW;
}

export function eyeOf(orbit: Orbit): Vec3 {
  const { target, yaw, pitch } = orbit;
  const distance = eyeDistance(orbit);
  const level = distance * Math.cos(pitch);
  return add(target, [level * Math.sin(yaw), distance * Math.sin(pitch), level * Math.cos(yaw)]);
}

export function lensOf(orbit: Orbit, width: number, height: number): Lens {
  return createLens(eyeOf(orbit), orbit.target, fieldOfView(orbit), Math.max(width, 1), Math.max(height, 1));
}

/** Turns about the target by a drag of `dx`, `dy` CSS pixels. */
export function turnOrbit(orbit: Orbit, dx: number, dy: number): Orbit {
  const pitch = clamp(orbit.pitch + dy * RADIANS_PER_PIXEL, -STEEPEST, STEEPEST);
  return { ...orbit, yaw: wrapAngle(orbit.yaw - dx * RADIANS_PER_PIXEL), pitch };
}

/** Moves target and eye so that what is at the target's depth follows a drag of `dx`, `dy` in a picture `height` pixels high. */
export function panOrbit(orbit: Orbit, dx: number, dy: number, height: number): Orbit {
  const lens = lensOf(orbit, height, height);
  const metres = metresPerPixel(lens, orbit.target);
  const shift = add(scale(lens.right, -dx * metres), scale(lens.up, dy * metres));
  return { ...orbit, target: add(orbit.target, shift) };
}

/** Multiplies the distance by `factor`; the point under the cursor at the target's depth stays under it. */
export function zoomOrbit(orbit: Orbit, lens: Lens, factor: number, cursor: ScreenPoint): Orbit {
  const distance = clamp(orbit.distance * factor, NEAREST, FARTHEST);
  const under = hitPlane(rayThrough(lens, cursor), orbit.target, lens.forward) ?? orbit.target;
  const kept = 1 - distance / orbit.distance;
  return { ...orbit, distance, target: add(orbit.target, scale(subtract(under, orbit.target), kept)) };
}

/** The same view direction with a sphere filling the picture, `margin` of its radius left around it. */
export function frameSphere(orbit: Orbit, centre: Vec3, radius: number, aspect: number, margin = 0.15): Orbit {
  const vertical = FIELD_OF_VIEW / 2;
  const horizontal = Math.atan(Math.tan(vertical) * aspect);
  const distance = (radius * (1 + margin)) / Math.sin(Math.min(vertical, horizontal));
  return { ...orbit, target: centre, distance: clamp(distance, NEAREST, FARTHEST) };
}

/** Whether all of a sphere is within the picture. */
export function showsSphere(orbit: Orbit, centre: Vec3, radius: number, width: number, height: number): boolean {
  const lens = lensOf(orbit, width, height);
  return [lens.right, lens.up].every((across) =>
    [-radius, radius].every((distance) => {
      const seen = project(lens, add(centre, scale(across, distance)));
      return seen !== null && seen.x >= 0 && seen.x <= width && seen.y >= 0 && seen.y <= height;
    }),
  );
}

/** Whether all of a box is within the picture. */
export function showsBox(orbit: Orbit, box: Box, width: number, height: number): boolean {
  const lens = lensOf(orbit, width, height);
  return cornersOf(box).every((corner) => {
    const seen = project(lens, corner);
    return seen !== null && seen.x >= 0 && seen.x <= width && seen.y >= 0 && seen.y <= height;
  });
}

/** The eight corners of a box. */
export function cornersOf({ low, high }: Box): readonly Vec3[] {
  return Array.from({ length: 8 }, (_, i): Vec3 => [
    i & 1 ? high[0] : low[0],
    i & 2 ? high[1] : low[1],
    i & 4 ? high[2] : low[2],
  ]);
}

/** The same view direction from where the whole box is just in the picture, with `margin` of the picture's half left free at its edges. */
export function frameBox(orbit: Orbit, box: Box, aspect: number, margin = 0.1): Orbit {
  const target = lerp(box.low, box.high, 0.5);
  const { right, up, forward, slope } = lensOf({ ...orbit, target, orthographic: false }, aspect, 1);
  let distance = 0;
  for (const corner of cornersOf(box)) {
    const from = subtract(corner, target);
    const wide = Math.max(Math.abs(dot(from, right)) / aspect, Math.abs(dot(from, up)));
    distance = Math.max(distance, wide / (slope * (1 - margin)) - (orbit.orthographic ? 0 : dot(from, forward)));
  }
  return { ...orbit, target, distance: clamp(distance, NEAREST, FARTHEST) };
}

/** From `a` at 0 to `b` at 1, turning the short way; distances change by equal factors. */
export function blendOrbits(a: Orbit, b: Orbit, t: number): Orbit {
  return {
    target: lerp(a.target, b.target, t),
    yaw: wrapAngle(a.yaw + wrapAngle(b.yaw - a.yaw) * t),
    pitch: a.pitch + (b.pitch - a.pitch) * t,
    distance: a.distance * (b.distance / a.distance) ** t,
    ...(b.orthographic ? { orthographic: true } : {}),
  };
}

/** The same view as an actor at `now` has it who was at `before`: whoever else is in the picture stays there. */
export function orbitSeenFrom(orbit: Orbit, before: Place, now: Place): Orbit {
  return { ...orbit, target: intoPlace(now, fromPlace(before, orbit.target)), yaw: orbit.yaw + before.turn - now.turn };
}
