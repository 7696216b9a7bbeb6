import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { clamp } from '../../../core/math/angles.ts';
import { cross, length, lerp, normalize, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import type { WorldTransforms } from '../../../core/skeleton/forward-kinematics.ts';
import type { Limit, SwingTwistLimit } from '../../../core/skeleton/limits.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import type { LimitEnd } from '../../state/rig/axis-words.ts';
import { boneTip } from './bone-shapes.ts';
import { hingePoint, swingPoint, twistPoint } from './limit-shapes.ts';
import type { Circle } from './rings.ts';

/** What can be dragged of a limit: the four half-angles of a cone, the two ends of a twist or of a hinge. */
export type GripName = LimitEnd;

/** One end of one range, to be dragged along the circle it lies on. */
export interface Grip {
  readonly name: GripName;
  /** The angle it stands for now, radians. */
  readonly angle: number;
  readonly smallest: number;
  readonly largest: number;
  /** World point for any angle. */
  readonly at: (angle: number) => Vec3;
}

const SWINGS = ['plusX', 'minusX', 'plusY', 'minusY'] as const;
const DIRECTIONS: readonly (readonly [x: number, y: number])[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];
/** Radius in metres at which a joint's limit is drawn. */
export function limitRadius(rig: Rig, joint: number): number {
  const { height } = rig.report;
  return clamp(0.8 * length(boneTip(rig.skeleton, joint)), 0.09 * height, 0.2 * height);
}

/** The grips of a joint's limit; `limit` may differ from the rig's while it is being edited. */
export function limitGrips(rig: Rig, world: WorldTransforms, pose: Pose, joint: number, limit: Limit): Grip[] {
  const radius = limitRadius(rig, joint);
  const { skeleton } = rig;
  if (limit.kind === 'hinge') {
    const at = hingePoint(skeleton, world, joint, limit, boneTip(skeleton, joint), radius);
    return [
      { name: 'min', angle: limit.min, smallest: Math.max(-Math.PI, limit.max - 2 * Math.PI), largest: limit.max, at },
      { name: 'max', angle: limit.max, smallest: limit.min, largest: Math.min(Math.PI, limit.min + 2 * Math.PI), at },
    ];
  }
  if (limit.kind !== 'swingTwist') return [];
  const cone = swingPoint(skeleton, world, joint, limit, radius);
  const twist = twistPoint(skeleton, world, pose, joint, limit, TWIST_ALONG * radius, TWIST_RADIUS * radius);
  const [min, max] = limit.twist;
  return [
    ...SWINGS.map((name, i): Grip => {
      const [x, y] = DIRECTIONS[i]!;
      return { name, angle: limit.swing[i]!, smallest: 0, largest: Math.PI, at: (angle) => cone(x * angle, y * angle) };
    }),
    { name: 'twistMin', angle: min, smallest: -Math.PI, largest: max, at: twist },
    { name: 'twistMax', angle: max, smallest: min, largest: Math.PI, at: twist },
  ];
}

/** Where on the bone, and how large, the twist's circle is drawn, as parts of the limit's radius. */
export const TWIST_ALONG = 0.62;
export const TWIST_RADIUS = 0.26;

/** The circle of a grip: a turn about its axis by a positive angle makes the grip's angle larger. */
export function circleOf({ at }: Grip): Circle {
  const [from, across] = [at(0), at(Math.PI / 2)];
  const centre = lerp(from, at(Math.PI), 0.5);
  const spoke = subtract(from, centre);
  return { centre, axis: normalize(cross(spoke, subtract(across, centre))), radius: length(spoke) };
}

/** The limit with one of its ends at another angle. */
export function withGripAt(limit: Limit, name: GripName, angle: number): Limit {
  if (limit.kind === 'hinge' && (name === 'min' || name === 'max')) return { ...limit, [name]: angle };
  if (limit.kind !== 'swingTwist') return limit;
  if (name === 'twistMin') return { ...limit, twist: [angle, limit.twist[1]] };
  if (name === 'twistMax') return { ...limit, twist: [limit.twist[0], angle] };
  const swing = SWINGS.map((each, i) => (each === name ? angle : limit.swing[i]!));
  return { ...limit, swing: swing as unknown as SwingTwistLimit['swing'] };
}
