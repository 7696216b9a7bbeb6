import type { Vec3 } from '../../core/math/vec3.ts';
import { HEIGHT } from './joints.ts';
import { loftSurface, type Loft } from './loft.ts';
import { bump, ellipsoid, mirrorPart, push, rigidPart, type Part } from './part.ts';

const HEAD: Loft = {
  start: [0, 0, 0],
  axis: [0, 1, 0],
  side: [1, 0, 0],
  ahead: [0, 0, 1],
  stations: [
    { at: 1.519, width: 0.026, front: 0.026, back: 0.03, ahead: 0.062 },
    { at: 1.532, width: 0.038, front: 0.04, back: 0.042, ahead: 0.052 },
    { at: 1.555, width: 0.051, front: 0.062, back: 0.062, ahead: 0.034 },
    { at: 1.585, width: 0.061, front: 0.078, back: 0.084, ahead: 0.018 },
    { at: 1.62, width: 0.069, front: 0.089, back: 0.098, ahead: 0.006 },
    { at: 1.655, width: 0.0745, front: 0.0945, back: 0.104, ahead: -0.001 },
    { at: 1.69, width: 0.0755, front: 0.0925, back: 0.102, ahead: -0.004 },
    { at: HEIGHT, width: 0.0715, front: 0.082, back: 0.094, ahead: -0.007 },
  ],
  roundStart: 0.014,
  roundEnd: 0.082,
  rings: 14,
  endRings: 6,
  around: 28,
  square: 2.15,
  sculpt: sculptFace,
};

/** A brow, hollows for the eyes, the ridge of a nose and a chin: enough to see where the head looks. */
function sculptFace(point: Vec3): Vec3 {
  if (point[2] < 0.02) return point;
  const side = Math.sign(point[0]);
  const brow = bump(point, [0, 1.656, 0.09], [0.055, 0.012, 0.05]);
  const eye = bump(point, [side * 0.033, 1.631, 0.08], [0.021, 0.016, 0.05]);
  const ridge = bump(point, [0, 1.622, 0.1], [0.0125, 0.026, 0.06]) + 0.5 * bump(point, [0, 1.6, 0.1], [0.014, 0.015, 0.06]);
  const cheek = bump(point, [side * 0.046, 1.6, 0.07], [0.022, 0.018, 0.05]);
  const chin = bump(point, [0, 1.538, 0.095], [0.02, 0.014, 0.05]);
  return push(point, [0, 0, 1], 0.003 * brow - 0.007 * eye + 0.0125 * ridge + 0.003 * cheek + 0.004 * chin);
}

export function headParts(): readonly Part[] {
  const ear = rigidPart('joint', 'head', ellipsoid([0.0725, 1.624, -0.008], [0.0075, 0.025, 0.016]));
  return [rigidPart('body', 'head', loftSurface(HEAD)), ear, mirrorPart(ear)];
}
