export const DEGREES = Math.PI / 180;

export function toDegrees(radians: number): number {
  return radians / DEGREES;
}

export function toRadians(degrees: number): number {
  return degrees * DEGREES;
}

/** The equivalent angle in (−π, π]. */
export function wrapAngle(angle: number): number {
  const turns = angle - 2 * Math.PI * Math.floor((angle + Math.PI) / (2 * Math.PI));
  return turns <= -Math.PI ? Math.PI : turns;
}

export function clamp(value: number, min: number, max: number): number {
  return value < min ? min : value > max ? max : value;
}

/** `angle` when it lies in [min, max] (as points of the circle), else the end of the interval nearer to it on the circle. */
export function clampOnCircle(angle: number, min: number, max: number): number {
  if (max - min >= 2 * Math.PI) return angle;
  const middle = (min + max) / 2;
  const half = (max - min) / 2;
  const fromMiddle = wrapAngle(angle - middle);
  return middle + clamp(fromMiddle, -half, half);
}
