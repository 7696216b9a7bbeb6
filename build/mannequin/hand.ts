import { lerp, type Vec3 } from '../../core/math/vec3.ts';
import { fingerPoints, LEFT_FINGERS, type Finger } from './joints.ts';
import { loftSurface, type Loft } from './loft.ts';
import { ball, bump, push, rigidPart, rod, type Part } from './part.ts';

const WRIST: Vec3 = [0.717, 1.4495, -0.014];

const PALM: Loft = {
  start: WRIST,
  axis: [1, 0, 0],
  side: [0, 0, 1],
  ahead: [0, 1, 0],
  stations: [
    { at: 0.014, width: 0.027, front: 0.015, back: 0.016, side: 0.001 },
    { at: 0.035, width: 0.034, front: 0.015, back: 0.018, side: 0.002 },
    { at: 0.062, width: 0.0405, front: 0.0135, back: 0.0165, side: 0.0005 },
    { at: 0.089, width: 0.0405, front: 0.011, back: 0.0125, side: -0.0005 },
  ],
  roundStart: 0.01,
  roundEnd: 0.008,
  rings: 4,
  endRings: 2,
  around: 18,
  square: 2.9,
  squareBack: 2.9,
  // The knuckles' line runs back towards the little finger; the palm is hollow.
  sculpt: (point) => {
    const along = point[0] - WRIST[0];
    const across = point[2] - WRIST[2];
    const slant = along > 0.05 ? -Math.max(0, -across) * 0.32 * ((along - 0.05) / 0.039) : 0;
    const hollow = bump(point, [WRIST[0] + 0.058, WRIST[1] - 0.02, WRIST[2]], [0.024, 0.02, 0.018]);
    return push(push(point, [1, 0, 0], slant), [0, 1, 0], 0.004 * hollow);
  },
};

/** The left hand: a palm and five fingers of three segments. */
export function handParts(): readonly Part[] {
  return [rigidPart('body', 'leftHand', loftSurface(PALM)), ...LEFT_FINGERS.flatMap(fingerParts)];
}

/** Each segment is a light rod between dark knuckles; it leaves a little of the knuckle free. */
function fingerParts(finger: Finger): readonly Part[] {
  const points = fingerPoints(finger, WRIST);
  return finger.joints.flatMap((bone, i) => {
    const [from, to] = [points[i]!, points[i + 1]!];
    const [thick, thin] = [finger.radius * (1 - 0.09 * i), finger.radius * (1 - 0.09 * (i + 1))];
    const isTip = i === 2;
    const segment = rod(lerp(from, to, 0.12), lerp(from, to, isTip ? 1 : 0.9), [thick, thin], 0.92, 6);
    return [rigidPart('joint', bone, ball(from, thick * 0.9, 6, 3)), rigidPart('body', bone, segment)];
  });
}
