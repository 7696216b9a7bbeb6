import { legLength } from '../../../humanoid/body/leg-length.ts';
import type { Rig } from '../../../humanoid/body/rig.ts';
import { conjugate, fromRotationVector, multiply, rotate, toRotationVector, type Quat } from '../../../math/quat.ts';
import { scale, subtract, type Vec3 } from '../../../math/vec3.ts';
import { forwardKinematics } from '../../../skeleton/forward-kinematics.ts';
import { rotationOf, setRotation, type Pose } from '../../../skeleton/pose.ts';
import { LEARNED_BONES, learnedBody, localTurns, otherSide, worldTurns } from './learned-bones.ts';

/** Functions of the share of a gap by which ways differ: u² (1 − u)² times Legendre polynomials of 2u − 1, so that both ends and the speeds there stay. */
export const WAVES = 4;

/** Numbers that a way differs by at each moment: a rotation vector a bone in the bone's own canonical frame, and leg lengths of the root in the body's heading. */
export const CHANNELS = 3 * LEARNED_BONES.length + 3;

export function wavesAt(u: number): readonly number[] {
  const x = 2 * u - 1;
  const rise = 16 * u * u * (1 - u) * (1 - u);
  return [rise, rise * x, (rise * (3 * x * x - 1)) / 2, (rise * (5 * x * x * x - 3 * x)) / 2];
}

/** How the poses of `real` differ from those of `base`, frame by frame: {@link CHANNELS} numbers each. */
export function differencesOf(rig: Rig, base: readonly Pose[], real: readonly Pose[], heading: Quat): Float64Array[] {
  const size = legLength(rig);
  const back = conjugate(heading);
  return base.map((pose, frame) => {
    const [from, to] = [pose, real[frame]!].map((each) => localTurns(worldTurns(rig, forwardKinematics(rig.skeleton, each)))) as [
      Quat[],
      Quat[],
    ];
    const by = new Float64Array(CHANNELS);
    from.forEach((turn, b) => by.set(toRotationVector(multiply(conjugate(turn), to[b]!)), 3 * b));
    const way = subtract([real[frame]![0]!, real[frame]![1]!, real[frame]![2]!], [pose[0]!, pose[1]!, pose[2]!]);
    by.set(rotate(back, scale(way, 1 / size)), CHANNELS - 3);
    return by;
  });
}

/** Changes the inner poses of a gap, in place, by waves of each channel: `waves` holds {@link WAVES} numbers a channel. */
export function addResidual(rig: Rig, poses: readonly Pose[], waves: Float64Array, heading: Quat, strength: number): void {
  const size = legLength(rig);
  const { joints } = learnedBody(rig);
  const frames = poses.length - 1;
  for (let time = 1; time < frames; time++) {
    const pose = poses[time]!;
    const shapes = wavesAt(time / frames);
    const along = (channel: number): Vec3 =>
      [0, 1, 2].map((c) => {
        let sum = 0;
        for (let k = 0; k < WAVES; k++) sum += shapes[k]! * waves[WAVES * (channel + c) + k]!;
        return strength * sum;
      }) as unknown as Vec3;
    joints.forEach((row, b) => {
      const by = along(3 * b);
      for (const { joint, toJoint, share } of row)
        setRotation(pose, joint, multiply(rotationOf(pose, joint), fromRotationVector(rotate(toJoint, scale(by, share)))));
    });
    const moved = rotate(heading, scale(along(CHANNELS - 3), size));
    for (let c = 0; c < 3; c++) pose[c]! += moved[c]!;
  }
}

/** Waves of the same way with the body's sides exchanged. */
export function mirroredWaves(waves: Float64Array): Float64Array {
  const mirrored = new Float64Array(waves.length);
  const channels = CHANNELS / 3;
  for (let b = 0; b < channels; b++) {
    const isRoot = b === channels - 1;
    const from = isRoot ? b : otherSide(b);
    for (let i = 0; i < 3; i++) {
      const sign = (i === 0) === isRoot ? -1 : 1;
      for (let k = 0; k < WAVES; k++) mirrored[WAVES * (3 * b + i) + k] = sign * waves[WAVES * (3 * from + i) + k]!;
    }
  }
  return mirrored;
}
