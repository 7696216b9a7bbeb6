import { levelRotation, sightAngles, turnedTo } from '../../../core/animation/aim-camera.ts';
import {
  aimOf,
  AIM_DISTANCES,
  FOCAL_LENGTHS,
  GATE_WIDTH,
  sightOf,
  slopeOf,
  type Shot,
} from '../../../core/animation/camera-motion.ts';
import { clamp } from '../../../core/math/angles.ts';
import { rotate } from '../../../core/math/quat.ts';
import { add, UNIT_X, UNIT_Y, type Vec3 } from '../../../core/math/vec3.ts';
import { createLens, type Lens } from './lens.ts';
import { eyeOf, fieldOfView, lensOf, type Orbit } from './orbit.ts';

/** What a camera of the scene sees, in the space that is drawn in, and how much of it. */
export interface ShotView {
  readonly shot: Shot;
  /** Tangent of half the vertical field of view. */
  readonly slope: number;
}

/** How a picture is looked at: as an animator steers it, or through a camera of the scene. */
export type View = Orbit | ShotView;

export function isShotView(view: View): view is ShotView {
  return 'shot' in view;
}

/** The lens of a view, for a picture of so many CSS pixels. */
export function lensOfView(view: View, width: number, height: number): Lens {
  if (!isShotView(view)) return lensOf(view, width, height);
  const { shot, slope } = view;
  const lens = createLens(shot.position, aimOf(shot), 2 * Math.atan(slope), Math.max(width, 1), Math.max(height, 1));
  return { ...lens, right: rotate(shot.rotation, UNIT_X), up: rotate(shot.rotation, UNIT_Y), forward: sightOf(shot) };
}

/** What a camera sees in a picture of its own: as wide as its gate, as high as the picture's form leaves. */
export function pictureOfShot(shot: Shot, aspect: number): ShotView {
  return { shot, slope: slopeOf(shot, aspect) };
}

/** A rectangle of a picture, CSS pixels. */
export interface PictureFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Share of the viewport that the picture of a camera fills. */
const FILLS = 0.92;

/** Where in a viewport the picture of a camera is shown: as large as it fits, with a margin. */
export function frameInside(width: number, height: number, aspect: number): PictureFrame {
  const wide = FILLS * Math.min(width, height * aspect);
  return { left: (width - wide) / 2, top: (height - wide / aspect) / 2, width: wide, height: wide / aspect };
}

/** What a viewport shows that looks through a camera: its picture and what lies around that. */
export function viewThrough(shot: Shot, aspect: number, width: number, height: number): ShotView {
  const frame = frameInside(Math.max(width, 1), Math.max(height, 1), aspect);
  return { shot, slope: (slopeOf(shot, aspect) * Math.max(height, 1)) / frame.height };
}

/** The view of an orbit as a shot whose picture is as high as that view, level or with the roll of another one. */
export function shotOfOrbit(orbit: Orbit, aspect: number): Shot {
  const seen = { ...orbit, orthographic: false };
  return {
    position: eyeOf(seen),
    rotation: levelRotation(orbit),
    focalLength: clamp(GATE_WIDTH / (2 * aspect * Math.tan(fieldOfView(seen) / 2)), ...FOCAL_LENGTHS),
    distance: clamp(orbit.distance, ...AIM_DISTANCES),
  };
}

/** A shot steered to where an orbit looks: its lens stays, and so does its roll. */
export function steeredShot(shot: Shot, orbit: Orbit): Shot {
  const { position, distance } = shotOfOrbit(orbit, 1);
  return { ...shot, position, rotation: turnedTo(shot.rotation, orbit), distance };
}

/** The orbit that looks along a shot at what it aims at, without its roll. */
export function orbitOfShot(shot: Shot): Orbit {
  return { target: aimOf(shot), ...sightAngles(shot.rotation), distance: shot.distance };
}

/** Metres before a camera at which the frame of what it sees is drawn, at the most. */
const FRAME_DEPTH = 0.5;

/** The corners of the frame that is drawn before a camera: down left, down right, up right, up left. By the third the focal length is dragged. */
export function frameCorners(shot: Shot, aspect: number): readonly [Vec3, Vec3, Vec3, Vec3] {
  return cornersOf(shot, aspect, Math.min(FRAME_DEPTH, shot.distance));
}

/** The corners of what a camera sees at so many metres before it, in order, in the space of the shot. */
function cornersOf(shot: Shot, aspect: number, depth: number): readonly [Vec3, Vec3, Vec3, Vec3] {
  const high = slopeOf(shot, aspect) * depth;
  const wide = high * aspect;
  const corner = (x: number, y: number): Vec3 => add(shot.position, rotate(shot.rotation, [x, y, -depth]));
  return [corner(-wide, -high), corner(wide, -high), corner(wide, high), corner(-wide, high)];
}

/** The orbit with which the viewport goes on where it leaves a camera: what is aimed at is as large as it was. */
export function orbitLeaving(view: ShotView): Orbit {
  const orbit = orbitOfShot(view.shot);
  const distance = (view.shot.distance * view.slope) / Math.tan(fieldOfView(orbit) / 2);
  return { ...orbit, distance };
}
