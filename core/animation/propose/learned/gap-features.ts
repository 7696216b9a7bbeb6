import { legLength } from '../../../humanoid/body/leg-length.ts';
import type { Rig } from '../../../humanoid/body/rig.ts';
import { atan2 } from '../../../math/elementary.ts';
import { conjugate, fromAxisAngle, multiply, rotate, toRotationVector, type Quat } from '../../../math/quat.ts';
import { scale, subtract, UNIT_Y, UNIT_Z, type Vec3 } from '../../../math/vec3.ts';
import { forwardKinematics } from '../../../skeleton/forward-kinematics.ts';
import type { Gap } from '../gap.ts';
import { LEARNED_BONES, localTurns, otherSide, worldTurns } from './learned-bones.ts';

/** Numbers that a gap is known by for each bone, and for the way of the root. */
const PER_BONE = 12;
const OF_ROOT = 9;

/** How much ways of the root, in leg lengths, and speeds, as what they would bring over the gap, count against angles in radians. */
const ROOT_WEIGHT = 1.5;
const SPEED_WEIGHT = 0.5;
/** Seconds for which a speed counts at most: over a long gap it would outweigh where the body is. */
const SPEED_COUNTS = 0.5;

/** Numbers of a gap's features. */
export const FEATURES = PER_BONE * LEARNED_BONES.length + OF_ROOT;

/** What is known of a gap, as it is the same on every body wherever it stands and looks. */
interface KnownGap {
  /** {@link FEATURES} numbers. */
  readonly features: Float64Array;
  /** The rotation about up of the body at the first pose. */
  readonly heading: Quat;
}

/** The features of a gap. */
export function knownGap(rig: Rig, { frames, fps, first, last, before, after }: Gap): KnownGap {
  const size = legLength(rig);
  const speed = SPEED_WEIGHT * Math.min(frames, SPEED_COUNTS * fps);
  const poses = [before, first, last, after];
  const turns = poses.map((pose) => worldTurns(rig, forwardKinematics(rig.skeleton, pose)));
  const [x, , z] = rotate(turns[1]![0]!, UNIT_Z);
  const heading = fromAxisAngle(UNIT_Y, atan2(x, z));
  const back = conjugate(heading);
  const [beforeTurns, firstTurns, lastTurns, afterTurns] = turns.map((world) =>
    localTurns(world).map((turn, b) => (b === 0 ? multiply(back, turn) : turn)),
  ) as [Quat[], Quat[], Quat[], Quat[]];
  const features = new Float64Array(FEATURES);
  const put = (at: number, [a, b, c]: Vec3, weight: number): number => {
    features.set([weight * a, weight * b, weight * c], at);
    return at + 3;
  };
  const between = (a: Quat, b: Quat) => toRotationVector(multiply(conjugate(a), b));
  let at = 0;
  LEARNED_BONES.forEach(({ weight }, b) => {
    const [from, to] = [firstTurns[b]!, lastTurns[b]!];
    at = put(at, toRotationVector(from), weight);
    at = put(at, between(from, to), weight);
    at = put(at, between(beforeTurns[b]!, from), weight * speed);
    at = put(at, between(to, afterTurns[b]!), weight * speed);
  });
  const way = (a: Float64Array, b: Float64Array): Vec3 =>
    rotate(back, scale(subtract([b[0]!, b[1]!, b[2]!], [a[0]!, a[1]!, a[2]!]), 1 / size));
  at = put(at, way(first, last), ROOT_WEIGHT);
  at = put(at, way(before, first), ROOT_WEIGHT * speed);
  put(at, way(last, after), ROOT_WEIGHT * speed);
  return { features, heading };
}

/** Features of the same gap with the body's sides exchanged. */
export function mirroredFeatures(features: Float64Array): Float64Array {
  const mirrored = new Float64Array(FEATURES);
  LEARNED_BONES.forEach((_, b) => {
    const from = PER_BONE * otherSide(b);
    for (let i = 0; i < PER_BONE; i++) mirrored[PER_BONE * b + i] = (i % 3 === 0 ? 1 : -1) * features[from + i]!;
  });
  const root = PER_BONE * LEARNED_BONES.length;
  for (let i = 0; i < OF_ROOT; i++) mirrored[root + i] = (i % 3 === 0 ? -1 : 1) * features[root + i]!;
  return mirrored;
}
