import { multiply, rotate, type Quat } from '../math/quat.ts';
import type { Coupling } from './couplings.ts';
import type { Limit } from './limits.ts';

/**
 * The limit of a link seen from its other end. With world(child) = world(parent) · rest · q the reversed link has rest' = conj(rest) and
 * q' = rest · conj(q) · conj(rest): a hinge turns about rest · axis the other way, and a cone's l' = conj(l) has the same swing angle and
 * the opposite twist. An elliptical cone becomes the round one inside it, because its twist turns the ellipse.
 */
export function reverseLimit(limit: Limit, rest: Quat): Limit {
  switch (limit.kind) {
    case 'free':
      return limit;
    case 'hinge':
    case 'prismatic':
      return { ...limit, axis: rotate(rest, limit.axis), min: -limit.max, max: -limit.min };
    case 'swingTwist': {
      const half = Math.min(...limit.swing);
      return {
        kind: 'swingTwist',
        parentFrame: multiply(rest, limit.childFrame),
        childFrame: multiply(rest, limit.parentFrame),
        swing: [half, half, half, half],
        twist: [-limit.twist[1], -limit.twist[0]],
      };
    }
  }
}

/**
 * A coupling seen from the other end of its links. A reversed hinge has the opposite angle. A reversed cone is round and as wide as its narrowest
 * side, so what one side may do becomes what every side may do; its twist is the opposite one. `joint` and `hinge` are the links in the new
 * skeleton, and whether each is reversed.
 */
export function reverseCoupling(
  coupling: Coupling,
  joint: { readonly index: number; readonly reversed: boolean },
  hinge: { readonly index: number; readonly reversed: boolean },
): Coupling[] {
  if (coupling.kind === 'twistBySwing') {
    const points = coupling.points.map(([swing, min, max]) => [swing, -max, -min] as const);
    return [{ ...coupling, joint: joint.index, points: joint.reversed ? points : coupling.points }];
  }
  const points = hinge.reversed ? coupling.points.map(([angle, half]) => [-angle, half] as const).reverse() : coupling.points;
  const sides = joint.reversed ? ([0, 1, 2, 3] as const) : [coupling.side];
  return sides.map((side) => ({ ...coupling, joint: joint.index, hinge: hinge.index, side, points }));
}
