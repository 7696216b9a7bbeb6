import { capsuleGap } from '../../contact/capsule-gap.ts';
import { createTouch, type Surface } from '../../contact/touch.ts';
import { forwardKinematics } from '../../skeleton/forward-kinematics.ts';
import { frameSeenFrom } from '../../math/frame.ts';
import { add, dot, vec3At, type Vec3 } from '../../math/vec3.ts';
import { setRotation, rotationOf, type Pose } from '../../skeleton/pose.ts';
import { limitCoordinates } from '../../skeleton/limit-state.ts';
import type { SwingTwistLimit } from '../../skeleton/limits.ts';
import { projectOntoLimit } from '../../skeleton/project-limit.ts';
import { clamp, wrapAngle } from '../../math/angles.ts';
import { atan2 } from '../../math/elementary.ts';
import { fromAxisAngle, quatAt, rotate } from '../../math/quat.ts';
import { fingerJoints, straightOf, swung } from '../anatomy/finger-joints.ts';
import { sided, type Side } from '../body/found-bones.ts';
import type { Rig } from '../body/rig.ts';
import type { Finger } from '../detection/finger-names.ts';

/**
 * How the fingers of a hand are bent, whosever hand it is: of each finger the shares of their ranges that its joints use, from the hand outward. A hinge has one, 0
 * straight to 1 closed; a knuckle, and the root of a thumb, two: towards the thumb −1 to 1, and closed −1 to 1.
 */
export type FingerShape = Readonly<Partial<Record<Finger, readonly number[]>>>;

/** The share of the range on its side that a swing uses, and back. Limits are [+x, −x, +y, −y], in radians. */
const shareOf = (angle: number, up: number, down: number): number => angle / Math.max(angle >= 0 ? up : down, 1e-6);
const angleOf = (share: number, up: number, down: number): number => share * (share >= 0 ? up : down);

/** How a pose has the fingers of a hand. Twists of knuckles are left out. */
export function fingerShapeOf<Names>(rig: Rig<Names>, pose: Pose<Names>, side: Side): FingerShape {
  // Towards the thumb on the left is +x.
  const sign = side === 'left' ? 1 : -1;
  const shares = [...fingerJoints(rig)[side]].map(([finger, joints]) => {
    const ofJoints = joints.flatMap(({ joint, bone, limit }): readonly number[] => {
      const rotation = rotationOf(pose, joint);
      if (limit.kind === 'swingTwist') {
        const [x, y] = limitCoordinates(limit, rotation).swing;
        const [right, left, flexion, extension] = limit.swing;
        return [sign * shareOf(x, right, left), shareOf(y, flexion, extension)];
      }
      const [x, y, z, w] = rotation;
      const angle = wrapAngle(2 * atan2(dot([x, y, z], limit.axis), w));
      const straight = straightOf(bone, limit);
      return [(angle - straight) / Math.max(limit.max - straight, 1e-6)];
    });
    return [finger, ofJoints] as const;
  });
  return Object.fromEntries(shares);
}

/** The pose with the fingers of a hand bent so, inside the rig's limits; a joint of which the shape says nothing stays as it is. */
export function withFingerShape<Names>(rig: Rig<Names>, pose: Pose<Names>, side: Side, shape: FingerShape): Pose<Names> {
  const sign = side === 'left' ? 1 : -1;
  const shaped = pose.slice();
  for (const [finger, joints] of fingerJoints(rig)[side]) {
    const shares = shape[finger] ?? [];
    let at = 0;
    for (const { joint, bone, limit } of joints) {
      const [first, second] = [shares[at], shares[at + 1]];
      at += limit.kind === 'swingTwist' ? 2 : 1;
      if (first === undefined || (limit.kind === 'swingTwist' && second === undefined)) break;
      const wanted =
        limit.kind === 'swingTwist'
          ? swung(limit, swingAt(limit, sign * clamp(first, -1, 1), clamp(second!, -1, 1)))
          : fromAxisAngle(limit.axis, straightOf(bone, limit) + first * (limit.max - straightOf(bone, limit)));
      setRotation(shaped, joint, projectOntoLimit(rig.skeleton.limits[joint]!, wanted));
    }
  }
  return shaped;
}

function swingAt({ swing: [right, left, flexion, extension] }: SwingTwistLimit, aside: number, closed: number): [number, number] {
  return [angleOf(aside, right, left), angleOf(closed, flexion, extension)];
}

/** Metres between the flesh of a hand's fingers and a surface in the frame of the hand's joint, where that is least; negative where they are in each other. */
export function leastFingerGap<Names>(rig: Rig<Names>, pose: Pose<Names>, side: Side, surface: Surface): number {
  const hand = rig.humanoid[sided(side, 'Hand')];
  if (hand === undefined) return Infinity;
  const world = forwardKinematics(rig.skeleton, pose);
  const frameOf = (joint: number) => ({ position: vec3At(world.positions, joint), rotation: quatAt(world.rotations, joint) });
  const fingers = new Set([...fingerJoints(rig)[side].values()].flatMap((joints) => joints.map(({ joint }) => joint)));
  const touch = createTouch();
  let least = Infinity;
  for (const { joint, start, end, radius } of rig.shape) {
    if (!fingers.has(joint)) continue;
    const { position, rotation } = frameSeenFrom(frameOf(joint), frameOf(hand));
    const placed = (point: Vec3) => add(position, rotate(rotation, point));
    least = Math.min(least, capsuleGap(surface, placed(start), placed(end), radius, touch, least));
  }
  return least;
}
