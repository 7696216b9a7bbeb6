import { atan2 } from '../../math/elementary.ts';
import { conjugate, fromAxisAngle, multiply, normalizeQuat, quatAt, type Quat } from '../../math/quat.ts';
import { dot, subtract, vec3At } from '../../math/vec3.ts';
import { createWorldTransforms, forwardKinematics, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
import { restPose, rotationIndex, rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import { facingFrame } from '../body/body-frame.ts';
import { otherSide } from '../body/bones.ts';
import { hocksOf } from '../body/hock.ts';
import type { Rig } from '../body/rig.ts';
import { bodyOf } from '../body/rig-body.ts';
import { canonicalRotations } from './canonical-frames.ts';
import { mirrorExpressions } from './expression-names.ts';
import { bentAs, hingesOf } from './hinge-bends.ts';
import { mirrorTurn, mirrorVector } from './mirror.ts';
import { createRotationLimiter, limitRotation, type RotationLimiter } from './rotation-limiter.ts';

/** Of a joint: whose turn it takes in the mirror, and the canonical rotations of both. */
interface Counterpart {
  readonly joint: number;
  readonly canonical: Quat;
  readonly own: Quat;
}

/**
 * Poses of a rig seen in a mirror, by turns away from the canonical T-pose: also for bodies whose two sides do not rest alike. Inside the limits; what a
 * hinge cannot do goes to the next joint. Joints outside the map, and bones without a counterpart, keep their rotation.
 */
export function createMirror(rig: Rig): (pose: Pose) => Pose {
  const { skeleton, humanoid, report } = rig;
  const body = bodyOf(rig);
  const across = facingFrame(report.facing).left;
  const canonical = canonicalRotations(body, report.facing);
  const counterparts: (Counterpart | null)[] = skeleton.limits.map(() => null);
  for (const [bone, own] of canonical) {
    const other = canonical.get(otherSide(bone));
    if (other) counterparts[humanoid[bone]!] = { joint: humanoid[otherSide(bone)]!, canonical: other, own };
  }
  const hinges = hingesOf(rig, body, new Map());
  const limiter = createRotationLimiter(skeleton.limits);
  const restHips = vec3At(forwardKinematics(skeleton, restPose(skeleton)).positions, humanoid.hips!);
  const [world, mirrored] = [createWorldTransforms(skeleton), createWorldTransforms(skeleton)];
  return (pose) => {
    forwardKinematics(skeleton, pose, world);
    const result = pose.slice();
    mirrorExpressions(skeleton.expressions, pose, result);
    result.set(mirrorVector(subtract(vec3At(world.positions, humanoid.hips!), restHips), across), 0);
    mirrorHocks(rig, limiter, pose, result);
    for (let j = 0; j < skeleton.count; j++) {
      const counterpart = counterparts[j];
      if (counterpart) {
        const { joint, own } = counterpart;
        const turn = multiply(quatAt(world.rotations, joint), conjugate(counterpart.canonical));
        const local = multiply(conjugate(resting(rig, mirrored, j)), multiply(mirrorTurn(turn, across), own));
        const hinge = hinges[j];
        setRotation(result, j, normalizeQuat(hinge ? bentAs(hinge, local) : local));
        limitRotation(limiter, j, result, rotationIndex(j));
      }
      forwardKinematics(skeleton, result, mirrored, j, j + 1);
    }
    return skeleton.couplings.length > 0 ? clampPose(skeleton, result).pose : result;
  };
}

/** How a joint would be turned in the world if it rested in its parent. */
function resting({ skeleton }: Rig, { rotations }: WorldTransforms, joint: number): Quat {
  const [parent, rest] = [skeleton.parents[joint]!, quatAt(skeleton.rest, joint)];
  return parent < 0 ? rest : multiply(quatAt(rotations, parent), rest);
}

/** Hocks, which are no bones of the map, flex as those of the other side do. */
function mirrorHocks(rig: Rig, limiter: RotationLimiter, pose: Pose, result: Pose): void {
  const { left, right } = hocksOf(rig);
  if (left === undefined || right === undefined) return;
  for (const [from, to] of [
    [left, right],
    [right, left],
  ] as const) {
    const [theirs, own] = [rig.skeleton.limits[from]!, rig.skeleton.limits[to]!];
    if (theirs.kind !== 'hinge' || own.kind !== 'hinge') continue;
    const [x, y, z, w] = rotationOf(pose, from);
    setRotation(result, to, fromAxisAngle(own.axis, 2 * atan2(dot(theirs.axis, [x, y, z]), w)));
    limitRotation(limiter, to, result, rotationIndex(to));
  }
}
