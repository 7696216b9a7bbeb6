import type { Rig } from '../../humanoid/body/rig.ts';
import { conjugate, fromRotationVector, multiply, toRotationVector } from '../../math/quat.ts';
import { add, distance, length, scale, type Vec3 } from '../../math/vec3.ts';
import { rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import { blendPose } from '../blend.ts';
import { allTracks } from '../clip.ts';
import { FELT_BY_ROOT, feltSpeeds } from './felt-speeds.ts';
import type { Gap } from './gap.ts';
import { wayBetween } from './way-between.ts';

/**
 * The poses of a gap, its two ends included, as the speeds at these let the body go on: rotations as rotation vectors from the first pose. `strength` says
 * how far this leaves the straight way, which is 0.
 */
export function bodyWay(rig: Rig, gap: Gap, strength: number): Pose[] {
  const { skeleton } = rig;
  const { frames, fps, first, last, before, after } = gap;
  const felt = feltSpeeds(rig);
  const turns = Array.from({ length: skeleton.count }, (_, joint) => {
    const [from, to] = [rotationOf(first, joint), rotationOf(last, joint)];
    const short = toRotationVector(multiply(conjugate(from), to));
    const leaving = toRotationVector(multiply(conjugate(rotationOf(before, joint)), from));
    const arriving = toRotationVector(multiply(conjugate(to), rotationOf(after, joint)));
    const whole = joint === rig.humanoid.hips && strength > 0 ? wound(short, scale(add(leaving, arriving), frames / 2)) : short;
    return { from, whole, leaving, arriving, felt: felt[joint]! * fps };
  });
  const along = (ends: { whole: number; leaving: number; arriving: number }, reach: number, time: number) => {
    const straight = (ends.whole * time) / frames;
    return straight + strength * (wayBetween(ends, frames, reach, time) - straight);
  };
  return Array.from({ length: frames + 1 }, (_, time): Pose => {
    if (time === 0 || time === frames) return (time === 0 ? first : last).slice();
    const pose = blendPose(first, last, time / frames, allTracks(skeleton));
    for (let c = 0; c < 3; c++) {
      const ends = { whole: last[c]! - first[c]!, leaving: first[c]! - before[c]!, arriving: after[c]! - last[c]! };
      pose[c] = first[c]! + along(ends, FELT_BY_ROOT * fps, time);
    }
    turns.forEach(({ from, whole, leaving, arriving, felt: reach }, joint) => {
      const by = [0, 1, 2].map((c) =>
        along({ whole: whole[c]!, leaving: leaving[c]!, arriving: arriving[c]! }, reach, time),
      ) as unknown as Vec3;
      setRotation(pose, joint, multiply(from, fromRotationVector(by)));
    });
    return pose;
  });
}

/** How much nearer to what speeds lead to expect the long way round has to be than the short one. */
const NEARER = 0.5;

/** A rotation vector, or the one of the same rotation that goes the other way round where a body that spins has plainly gone that way. */
function wound(short: Vec3, expected: Vec3): Vec3 {
  const angle = length(short);
  if (!(angle > 0)) return short;
  const long = scale(short, 1 - (2 * Math.PI) / angle);
  return distance(long, expected) < NEARER * distance(short, expected) ? long : short;
}
