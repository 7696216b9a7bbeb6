import fc from 'fast-check';
import { normalizeQuat, type Quat } from '../../core/math/quat.ts';
import { normalize, type Vec3 } from '../../core/math/vec3.ts';
import type { Limit } from '../../core/skeleton/limits.ts';
import { createSkeleton, type JointDefinition, type Skeleton } from '../../core/skeleton/skeleton.ts';

/** The same cases in every run, so that a failure can be seen again; LIMBER_SEED tries others. */
fc.configureGlobal({ seed: Number(process.env['LIMBER_SEED'] ?? 1) });

const finite = (size: number) => fc.double({ min: -size, max: size, noNaN: true, noDefaultInfinity: true });

export function aPoint(size = 1): fc.Arbitrary<Vec3> {
  return fc.tuple(finite(size), finite(size), finite(size));
}

export function aDirection(): fc.Arbitrary<Vec3> {
  return aPoint()
    .filter((v) => Math.hypot(...v) > 1e-3)
    .map((v) => normalize(v));
}

export function aRotation(): fc.Arbitrary<Quat> {
  return fc
    .tuple(finite(1), finite(1), finite(1), finite(1))
    .filter((q) => Math.hypot(...q) > 1e-3)
    .map((q) => normalizeQuat(q));
}

/** Any kind of limit, of any width including none. */
export function aLimit(): fc.Arbitrary<Limit> {
  const range = (size: number) => fc.tuple(finite(size), finite(size)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  // A cone that is open to half a turn on one side only has no edge there to test against.
  const half = fc.oneof(fc.constantFrom(0, Math.PI / 2, 3), fc.double({ min: 0, max: 3, noNaN: true }));
  return fc.oneof(
    fc.constant<Limit>({ kind: 'free' }),
    fc.tuple(aDirection(), range(2 * Math.PI)).map(([axis, [min, max]]): Limit => ({ kind: 'hinge', axis, min, max })),
    fc.tuple(aDirection(), range(0.5)).map(([axis, [min, max]]): Limit => ({ kind: 'prismatic', axis, min, max })),
    fc
      .tuple(aRotation(), aRotation(), half, half, half, half, range(Math.PI))
      .map(([parentFrame, childFrame, a, b, c, d, twist]): Limit => ({
        kind: 'swingTwist',
        parentFrame,
        childFrame,
        swing: [a, b, c, d],
        twist,
      })),
    fc.tuple(aRotation(), fc.oneof(half, fc.constant(Math.PI)), range(Math.PI)).map(([frame, a, twist]): Limit => ({
      kind: 'swingTwist',
      parentFrame: frame,
      childFrame: frame,
      swing: [a, a, a, a],
      twist,
    })),
  );
}

/** A tree of 1 to `most` joints with any limits, rest rotations and stiffnesses. */
export function aSkeleton(most = 8): fc.Arbitrary<Skeleton> {
  const joint = fc.record({
    parent: fc.nat(),
    offset: aPoint(0.5),
    rest: aRotation(),
    limit: aLimit(),
    stiff: fc.constantFrom(0, 0, 0, 0.5, 1),
  });
  return fc.array(joint, { minLength: 1, maxLength: most }).map((joints) =>
    createSkeleton(
      joints.map(({ parent, offset, rest, limit, stiff }, j): JointDefinition => ({
        name: `joint${j}`,
        parent: j === 0 ? -1 : parent % j,
        offset,
        rest,
        limit,
        stiffness: stiff,
      })),
    ),
  );
}

/** Whether two unit quaternions are the same rotation, to rounding. */
export function rotationsAgree(a: Quat, b: Quat, tolerance = 1e-9): boolean {
  const sign = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -1 : 1;
  return a.every((value, i) => Math.abs(value - sign * b[i]!) < tolerance);
}
