import { multiply, rotate, type Quat } from '../math/quat.ts';
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
