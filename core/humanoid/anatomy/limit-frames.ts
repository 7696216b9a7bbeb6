import { atan2, hypot, power } from '../../math/elementary.ts';
import {
  conjugate,
  fromAxes,
  fromAxisAngle,
  multiply,
  normalizeQuat,
  rotate,
  toRotationVector,
  type Quat,
} from '../../math/quat.ts';
import { cross, normalize, perpendicular, rejectFrom, UNIT_Z, type Vec3 } from '../../math/vec3.ts';
import type { HingeLimit, Limit, SwingTwistLimit } from '../../skeleton/limits.ts';

/** The frame whose z is `z` and whose x is as near to `x` as it can be. */
export function frameAlong(z: Vec3, x: Vec3): Quat {
  const axis = normalize(z);
  const side = normalize(rejectFrom(normalize(x), axis), perpendicular(axis));
  return fromAxes(side, cross(axis, side), axis);
}

/** A cone in world frames at rest, brought into the joint whose rest rotation is `rest` (world). */
export function coneLimit(
  rest: Quat,
  cone: Quat,
  bone: Quat,
  swing: SwingTwistLimit['swing'],
  twist: SwingTwistLimit['twist'],
): SwingTwistLimit {
  const inverse = conjugate(rest);
  const cap = (angle: number) => Math.min(Math.max(angle, 0), 0.97 * Math.PI);
  const turn = (angle: number) => Math.min(Math.max(angle, -Math.PI), Math.PI);
  return {
    kind: 'swingTwist',
    parentFrame: normalizeQuat(multiply(inverse, cone)),
    childFrame: normalizeQuat(multiply(inverse, bone)),
    swing: [cap(swing[0]), cap(swing[1]), cap(swing[2]), cap(swing[3])],
    twist: [turn(twist[0]), turn(twist[1])],
  };
}

/** `frame` turned about its own z by `angle` radians. Turning a cone's frame and its bone's alike keeps the twist and turns the swing's axes. */
export function turnedAboutZ(frame: Quat, angle: number): Quat {
  return multiply(frame, fromAxisAngle(UNIT_Z, angle));
}

/** A hinge about a world axis, `min` and `max` in radians from rest. */
export function hingeLimit(rest: Quat, axis: Vec3, min: number, max: number): HingeLimit {
  return { kind: 'hinge', axis: normalize(rotate(conjugate(rest), axis)), min, max };
}

/** The swing (radians about x and y of the cone's frame) and twist of a rotation `l` = swing · twist about z. */
export function swingTwistOf(l: Quat): { readonly swing: readonly [number, number]; readonly twist: number } {
  const twist: Quat = hypot(l[2], l[3]) > 1e-12 ? normalizeQuat([0, 0, l[2], l[3]]) : [0, 0, 0, 1];
  const [x, y] = toRotationVector(multiply(l, conjugate(twist)));
  return { swing: [x, y], twist: toRotationVector(twist)[2] };
}

/** How far outside 1 a swing lies in its quadrant's ellipse, and which half-angles make that quadrant. */
export function ellipseOf(
  half: SwingTwistLimit['swing'],
  swing: readonly [number, number],
): { readonly ratio: number; readonly x: 0 | 1; readonly y: 2 | 3 } {
  const x = swing[0] >= 0 ? 0 : 1;
  const y = swing[1] >= 0 ? 2 : 3;
  const part = (value: number, limit: number) => (Math.abs(value) < 1e-12 ? 0 : Math.abs(value) / Math.max(limit, 1e-12));
  return { ratio: hypot(part(swing[0], half[x]), part(swing[1], half[y])), x, y };
}

/** How much of what a cone allows the rest-relative rotation `own` takes up: 0 in the middle, 1 on the limit, more outside. 0 for other limits. */
export function limitShare(limit: Limit, own: Quat): number {
  if (limit.kind !== 'swingTwist') return 0;
  const { swing, twist } = swingTwistOf(multiply(conjugate(limit.parentFrame), multiply(own, limit.childFrame)));
  const [min, max] = limit.twist;
  const half = Math.max((max - min) / 2, 1e-12);
  return Math.max(ellipseOf(limit.swing, swing).ratio, Math.abs(twist - (min + max) / 2) / half);
}

/** Small half-angles, grown only where needed, whose cone in `frame` reaches every direction given (world unit vectors). */
export function halfAnglesReaching(frame: Quat, directions: readonly Vec3[]): SwingTwistLimit['swing'] {
  const half: [number, number, number, number] = [0.3, 0.3, 0.3, 0.3];
  const swings = directions.map((direction): [number, number] => {
    const [x, y, z] = rotate(conjugate(frame), direction);
    const sine = hypot(x, y);
    const angle = atan2(sine, z);
    return sine < 1e-9 ? [0, 0] : [(-y / sine) * angle, (x / sine) * angle];
  });
  // Each direction outside grows the two half-angles of its quadrant, the one it leans on more by more; a few rounds settle them.
  for (let round = 0; round < 60; round++) {
    for (const swing of swings) {
      const { ratio, x, y } = ellipseOf(half, swing);
      if (ratio <= 1) continue;
      const share = (swing[0] / half[x] / ratio) ** 2;
      half[x] *= power(ratio, share);
      half[y] *= power(ratio, 1 - share);
    }
  }
  return half;
}

/** Swing in radians from which a bone counts as pointing away from its cone. */
const OPPOSITE = 2.6;

/** The limit widened just enough that the rest pose lies inside it, and by how many radians the rest lay outside. */
export function includingRest(limit: Limit): { readonly limit: Limit; readonly excess: number } {
  if (limit.kind === 'hinge') {
    const excess = Math.max(limit.min, -limit.max, 0);
    return { limit: { ...limit, min: Math.min(limit.min, 0), max: Math.max(limit.max, 0) }, excess };
  }
  if (limit.kind !== 'swingTwist') return { limit, excess: 0 };
  const { swing, twist } = swingTwistOf(multiply(conjugate(limit.parentFrame), limit.childFrame));
  // A rest that points away from the middle of the cone cannot be held by any widening: the cone is put where the bone is.
  if (hypot(...swing) > OPPOSITE) return { limit: { ...limit, parentFrame: limit.childFrame }, excess: hypot(...swing) };
  const { ratio, x, y } = ellipseOf(limit.swing, swing);
  const half: [number, number, number, number] = [...limit.swing];
  if (ratio > 1) {
    const growth = ratio * (1 + 1e-9);
    half[x] = Math.min(Math.PI, Math.max(half[x] * growth, 1e-6));
    half[y] = Math.min(Math.PI, Math.max(half[y] * growth, 1e-6));
    // Where one half-angle cannot grow any further, the other makes up for it: (s/a)² + (t/b)² = 1.
    if (half[x] === Math.PI) half[y] = Math.max(half[y], besideFull(swing[1], swing[0]));
    else if (half[y] === Math.PI) half[x] = Math.max(half[x], besideFull(swing[0], swing[1]));
  }
  const [min, max] = limit.twist;
  const swingExcess = ratio > 1 ? hypot(...swing) * (1 - 1 / ratio) : 0;
  const twistExcess = Math.max(min - twist, twist - max, 0);
  const turn = (angle: number) => Math.min(Math.max(angle, -Math.PI), Math.PI);
  return {
    limit: { ...limit, swing: half, twist: [turn(Math.min(min, twist - 1e-9)), turn(Math.max(max, twist + 1e-9))] },
    excess: Math.max(swingExcess, twistExcess),
  };
}

/** The half-angle that reaches `swing` when the other half-angle is π and its part of the swing is `other`. */
function besideFull(swing: number, other: number): number {
  const left = Math.sqrt(Math.max(0, 1 - (other / Math.PI) ** 2));
  return left > 0 ? Math.min(Math.PI, (Math.abs(swing) / left) * (1 + 1e-9)) : Math.PI;
}
