import { toRadians, wrapAngle } from '../../math/angles.ts';
import { atan2 } from '../../math/elementary.ts';
import { anglePacked } from '../../math/packed-quats.ts';
import { conjugate, fromAxisAngle, multiply, quatAt, type Quat } from '../../math/quat.ts';
import { dot, type Vec3 } from '../../math/vec3.ts';
import { rotationIndex, rotationOf, type Pose } from '../../skeleton/pose.ts';
import type { BodyGeometry } from '../body/body-geometry.ts';
import { TRUNK, type HumanoidBone } from '../body/bones.ts';
import type { Rig } from '../body/rig.ts';
import { canonicalRotations } from './canonical-frames.ts';
import { limitRotation, type RotationLimiter } from './rotation-limiter.ts';

/** Radians that neck and head miss together from which on the roll of the neck is not believed; up to there less and less. Less than the last is rounding. */
const NECK_ROLLED = toRadians(10);
const LEAST_MISSING = 1e-9;

/** A neck whose head hangs from it. */
export interface Neck {
  readonly joint: number;
  readonly headJoint: number;
  /** The neck's canonical rotation in the target. */
  readonly canonical: Quat;
  /** Which way the source's neck points in the canonical pose, a unit vector in the target's facing: what it rolls about. */
  readonly axis: Vec3;
  /** Where the neck, the head and the bone that carries both are among the source's bones. */
  readonly neck: number;
  readonly head: number;
  readonly carrier: number;
  /** Rest-relative rotations of neck and head that are wanted, whatever their limits, 4 each. */
  readonly wanted: Float64Array;
}

/** What is turned: the rig, the turns of the source's bones since the canonical pose and the world rotations of the target's joints, 4 each. */
interface Turning {
  readonly to: Rig;
  readonly limiter: RotationLimiter;
  readonly turns: Float64Array;
  readonly worlds: Float64Array;
}

/** `along` is the neck's `axis`. Null where there is no neck to be steadied. */
export function neckOf(to: Rig, body: BodyGeometry, bones: readonly HumanoidBone[], along: () => Vec3): Neck | null {
  const { neck: joint, head: headJoint } = to.humanoid;
  const [neck, head] = [bones.indexOf('neck'), bones.indexOf('head')];
  if (joint === undefined || headJoint === undefined || to.skeleton.parents[headJoint] !== joint || neck < 0 || head < 0)
    return null;
  const carrier = bones.indexOf(TRUNK.findLast((bone) => bones.includes(bone))!);
  const canonical = canonicalRotations(body, to.report.facing).get('neck')!;
  return { joint, headJoint, canonical, axis: along(), neck, head, carrier, wanted: new Float64Array(8) };
}

/**
 * Where neck and head do not come to what is wanted, the neck turns half as far about itself as the head: bones of some files are rolled otherwise than
 * their joints say, the head's rolled back.
 */
export function rollNeck(
  { to, limiter, turns, worlds }: Turning,
  { joint, headJoint, canonical, axis, neck, head, carrier, wanted }: Neck,
  result: Pose,
): void {
  const [at, headAt] = [rotationIndex(joint), rotationIndex(headJoint)];
  const missing = anglePacked(wanted, 0, result, at) + anglePacked(wanted, 4, result, headAt);
  const share = Math.min(1, missing / NECK_ROLLED);
  if (missing < LEAST_MISSING) return;
  const inverse = conjugate(quatAt(turns, carrier));
  const aboutItself = (bone: number) => {
    const [x, y, z, w] = multiply(inverse, quatAt(turns, bone));
    return wrapAngle(2 * atan2(dot([x, y, z], axis), w));
  };
  const roll = fromAxisAngle(axis, share * (aboutItself(head) / 2 - aboutItself(neck)));
  const before = rotationOf(result, joint);
  // A turn t of a canonical rotation c that is followed by a roll r: t · r · c = (t · c) · (c⁻¹ · r · c).
  result.set(multiply(quatAt(wanted, 0), multiply(multiply(conjugate(canonical), roll), canonical)), at);
  limitRotation(limiter, joint, result, at);
  // With the world w of the neck before, its own turn n and the head's rest h: w · n⁻¹ · n′ · h · x′ = w · h · x.
  const change = multiply(conjugate(before), rotationOf(result, joint));
  const rest = quatAt(to.skeleton.rest, headJoint);
  worlds.set(multiply(quatAt(worlds, joint), change), 4 * joint);
  result.set(multiply(multiply(conjugate(rest), conjugate(change)), multiply(rest, quatAt(wanted, 1))), headAt);
  limitRotation(limiter, headJoint, result, headAt);
  worlds.set(multiply(quatAt(worlds, joint), rest), 4 * headJoint);
}
