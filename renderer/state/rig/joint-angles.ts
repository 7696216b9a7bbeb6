import { clamp } from '../../../core/math/angles.ts';
import { conjugate, fromAxisAngle, fromRotationVector, multiply, toRotationVector, type Quat } from '../../../core/math/quat.ts';
import { splitSwingTwist, twistAngle } from '../../../core/math/swing-twist.ts';
import { UNIT_Z } from '../../../core/math/vec3.ts';
import type { Limit } from '../../../core/skeleton/limits.ts';

/** One number that describes a joint's rotation on screen. */
export interface JointAngle {
  readonly label: string;
  /** Radians. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
}

/**
 * A rest-relative rotation as the numbers that its limit speaks of: a hinge's angle; the two bends and the twist of a cone;
 * otherwise the rotation vector. A joint that only slides has none.
 */
export function jointAngles(limit: Limit, rotation: Quat): readonly JointAngle[] {
  switch (limit.kind) {
    case 'hinge': {
      const value = twistAngle(splitSwingTwist(rotation, limit.axis).twist, limit.axis);
      return [{ label: 'Bend', value, min: limit.min, max: limit.max }];
    }
    case 'swingTwist': {
      // l = conj(parentFrame) · q · childFrame = swing · twist.
      const local = multiply(multiply(conjugate(limit.parentFrame), rotation), limit.childFrame);
      const { swing, twist } = splitSwingTwist(local, UNIT_Z);
      const [x, y] = toRotationVector(swing);
      const [plusX, minusX, plusY, minusY] = limit.swing;
      return [
        { label: 'Swing X', value: x, min: -minusX, max: plusX },
        { label: 'Swing Y', value: y, min: -minusY, max: plusY },
        { label: 'Twist', value: twistAngle(twist, UNIT_Z), min: limit.twist[0], max: limit.twist[1] },
      ];
    }
    case 'free': {
      const [x, y, z] = toRotationVector(rotation);
      const range = { min: -Math.PI, max: Math.PI };
      return [
        { label: 'Rotate X', value: x, ...range },
        { label: 'Rotate Y', value: y, ...range },
        { label: 'Rotate Z', value: z, ...range },
      ];
    }
    case 'prismatic':
      return [];
  }
}

/** The rotation with the `index`-th of its {@link jointAngles} set to `value` radians, inside that number's own range. */
export function withJointAngle(limit: Limit, rotation: Quat, index: number, value: number): Quat {
  const angles = jointAngles(limit, rotation).map((angle, i) => (i === index ? clamp(value, angle.min, angle.max) : angle.value));
  const [first = 0, second = 0, third = 0] = angles;
  switch (limit.kind) {
    case 'hinge':
      return fromAxisAngle(limit.axis, first);
    case 'swingTwist': {
      // q = parentFrame · swing · twist · conj(childFrame).
      const local = multiply(fromRotationVector([first, second, 0]), fromAxisAngle(UNIT_Z, third));
      return multiply(multiply(limit.parentFrame, local), conjugate(limit.childFrame));
    }
    case 'free':
      return fromRotationVector([first, second, third]);
    case 'prismatic':
      return rotation;
  }
}
