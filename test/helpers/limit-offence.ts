import type { Quat } from '../../core/math/quat.ts';
import type { Limit } from '../../core/skeleton/limits.ts';

function product(a: Quat, b: Quat): Quat {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

function inverse(q: Quat): Quat {
  return [-q[0], -q[1], -q[2], q[3]];
}

/**
 * How far, in radians, a rest-relative rotation lies outside a limit; 0 inside. For a cone it is the excess along the ray from the
 * centre: zero exactly where the swing's ellipse equation holds. Written for tests, independent of the solver.
 */
export function limitOffence(limit: Limit, q: Quat): number {
  if (limit.kind === 'free') return 0;
  if (limit.kind === 'prismatic') return 2 * Math.hypot(q[0], q[1], q[2]);
  if (limit.kind === 'hinge') {
    const [x, y, z] = limit.axis;
    const along = q[0] * x + q[1] * y + q[2] * z;
    const off = Math.hypot(q[0] - along * x, q[1] - along * y, q[2] - along * z);
    let angle = 2 * Math.atan2(along, q[3]);
    const middle = (limit.min + limit.max) / 2;
    angle -= 2 * Math.PI * Math.round((angle - middle) / (2 * Math.PI));
    return Math.max(limit.min - angle, angle - limit.max, 0) + 2 * off;
  }
  let [x, y, z, w] = product(product(inverse(limit.parentFrame), q), limit.childFrame);
  if (w < 0) [x, y, z, w] = [-x, -y, -z, -w];
  const twist = 2 * Math.atan2(z, w);
  const half = twist / 2;
  // swing = l · conj(twist), with twist = (0, 0, sin, cos).
  const sx = x * Math.cos(half) - y * Math.sin(half);
  const sy = y * Math.cos(half) + x * Math.sin(half);
  const sine = Math.hypot(sx, sy);
  const angle = 2 * Math.atan2(sine, Math.hypot(z, w));
  const turned = Math.max(limit.twist[0] - twist, twist - limit.twist[1], 0);
  if (sine < 1e-15) return turned;
  const ax = sx >= 0 ? limit.swing[0] : limit.swing[1];
  const ay = sy >= 0 ? limit.swing[2] : limit.swing[3];
  const ratio = Math.hypot((angle * sx) / sine / ax, (angle * sy) / sine / ay);
  return turned + (ratio > 1 ? angle * (1 - 1 / ratio) : 0);
}
