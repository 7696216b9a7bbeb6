import { clamp } from '../../../core/math/angles.ts';
import { limitCoordinates } from '../../../core/skeleton/limit-state.ts';
import type { Limit, SwingTwistLimit } from '../../../core/skeleton/limits.ts';
import { rotationOf, type Pose } from '../../../core/skeleton/pose.ts';
import type { Skeleton } from '../../../core/skeleton/skeleton.ts';

/**
 * What a joint may do in this very pose: `limit`, narrowed by the couplings of the skeleton (a hip bends less while its knee is
 * straight, a lifted arm twists less). The limit itself when nothing narrows it.
 */
export function presentLimit(skeleton: Skeleton, pose: Pose, joint: number, limit: Limit): Limit {
  if (limit.kind !== 'swingTwist') return limit;
  let present: SwingTwistLimit = limit;
  for (const coupling of skeleton.couplings) {
    if (coupling.joint !== joint) continue;
    if (coupling.kind === 'swingByHinge') {
      const bend = limitCoordinates(skeleton.limits[coupling.hinge]!, rotationOf(pose, coupling.hinge)).twist;
      const half = Math.min(limit.swing[coupling.side], valueAt(coupling.points, bend, 1));
      const swing = present.swing.map((each, side) => (side === coupling.side ? half : each));
      present = { ...present, swing: swing as unknown as SwingTwistLimit['swing'] };
    } else {
      const lifted = Math.hypot(...limitCoordinates(limit, rotationOf(pose, joint)).swing);
      const [min, max] = limit.twist;
      const least = clamp(valueAt(coupling.points, lifted, 1), min, max);
      present = { ...present, twist: [least, clamp(valueAt(coupling.points, lifted, 2), least, max)] };
    }
  }
  return present;
}

/** Value number `column` of the points at `x`: straight lines between them, constant beyond. */
function valueAt(points: readonly (readonly number[])[], x: number, column: number): number {
  const after = points.findIndex((point) => point[0]! > x);
  const b = points[after] ?? points.at(-1)!;
  const a = points[after - 1] ?? b;
  const width = b[0]! - a[0]!;
  return width > 0 ? a[column]! + ((b[column]! - a[column]!) * (x - a[0]!)) / width : b[column]!;
}
