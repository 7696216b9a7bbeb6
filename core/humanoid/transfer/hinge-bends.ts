import { conjugate, fromAxisAngle, rotate, type Quat } from '../../math/quat.ts';
import { type Vec3 } from '../../math/vec3.ts';
import type { BodyGeometry } from '../body/body-geometry.ts';
import type { Rig } from '../body/rig.ts';
import { TAKEN_OVER, type HockFollower } from './hock-follower.ts';
import { turnAbout } from './bend-follower.ts';

/** An elbow or a knee. Unit vectors in the joint's frame. */
export interface Hinge {
  readonly axis: Vec3;
  /** The lower bone. */
  readonly along: Vec3;
  /** Share of the turn that it takes: 1, or what a hock below it leaves. */
  readonly share: number;
}

/** Of each joint that is an elbow or a knee and nothing else than a hinge; null for all others. */
export function hingesOf(
  { skeleton, humanoid }: Rig,
  body: BodyGeometry,
  hocks: ReadonlyMap<number, HockFollower>,
): (Hinge | null)[] {
  const led = new Set([...hocks.values()].flatMap(({ knee, source }) => (source ? [] : [knee])));
  const hinges: (Hinge | null)[] = skeleton.limits.map(() => null);
  for (const bone of ['leftLowerArm', 'rightLowerArm', 'leftLowerLeg', 'rightLowerLeg'] as const) {
    const joint = humanoid[bone];
    const limit = joint === undefined ? null : skeleton.limits[joint]!;
    if (limit?.kind !== 'hinge') continue;
    const along = rotate(conjugate(body.restOf(bone)), body.direction(bone));
    hinges[joint!] = { axis: limit.axis, along, share: led.has(joint!) ? 1 - TAKEN_OVER : 1 };
  }
  return hinges;
}

/** The turn of a hinge whose bone points as nearly as it can as `wanted` would have it, whatever roll that has: θ = atan2(a · (u × v), u⊥ · v⊥). */
export function bentAs({ axis, along, share }: Hinge, wanted: Quat): Quat {
  const way = rotate(wanted, along);
  const turn = turnAbout(axis, along, way);
  return fromAxisAngle(axis, share * turn);
}
