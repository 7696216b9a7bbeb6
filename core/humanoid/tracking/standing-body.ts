import { atan2 } from '../../math/elementary.ts';
import { conjugate, rotate } from '../../math/quat.ts';
import { distance, subtract, type Vec3 } from '../../math/vec3.ts';
import { worldAtRest, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { footBall } from '../anatomy/foot-ball.ts';
import { sided, type Side } from '../body/found-bones.ts';
import { bodyOf } from '../body/rig-body.ts';
import { sizeOf, type Rig } from '../body/rig.ts';

/** A body as it stands at rest: what is found without a tracker stands so beside what is tracked. World, metres; 3 numbers a vector, 4 a rotation. */
export interface StandingBody {
  /** Beside a figure of 1.75 m. */
  readonly size: number;
  readonly hips: Float64Array;
  readonly hipsTurn: Float64Array;
  /** Where the trunk ends that the head nods on, as the head has it, and as it stands. */
  readonly neckOfHead: Float64Array;
  readonly neck: Float64Array;
  /** From hips to neck. */
  readonly trunk: number;
  readonly arm: number;
  /** Left and right. */
  readonly feet: readonly [Float64Array, Float64Array];
  readonly feetTurn: readonly [Float64Array, Float64Array];
  /** Left and right, from the hips to the upper joint of the leg as the hips have that, how long the leg is, and from the ankle to the ball as the foot has it. */
  readonly hip: readonly [Float64Array, Float64Array];
  readonly leg: readonly [number, number];
  readonly ball: readonly [Float64Array, Float64Array];
  /** What a rising heel turns about, as the foot has it: to the left. */
  readonly leftOfFoot: readonly [Float64Array, Float64Array];
  /** Between the feet. */
  readonly between: Float64Array;
  /** Where it looks, and where its head and its hips have that. */
  readonly facing: Float64Array;
  readonly facingOfHead: Float64Array;
  readonly facingOfHips: Float64Array;
}

/** Measures a rig that has hips, head, hands and feet. */
export function standingBody(rig: Rig): StandingBody {
  const { humanoid, skeleton } = rig;
  const world = worldAtRest(skeleton);
  const { forward, left: leftwards } = bodyOf(rig).frame;
  const at = (joint: number): Vec3 => worldPosition(world, joint);
  const turnOf = (joint: number) => worldRotation(world, joint);
  const packed = (v: readonly number[]): Float64Array => Float64Array.from(v);
  const { hips, head } = humanoid as { hips: number; head: number };
  const neck = at(humanoid.neck ?? head);
  const feet = [humanoid.leftFoot!, humanoid.rightFoot!] as const;
  const [left, right] = [at(feet[0]), at(feet[1])];
  const hipOf = (side: Side): Float64Array =>
    packed(rotate(conjugate(turnOf(hips)), subtract(at(humanoid[sided(side, 'UpperLeg')] ?? hips), at(hips))));
  const legOf = (side: Side): number => {
    const [hip, knee, ankle] = (['UpperLeg', 'LowerLeg', 'Foot'] as const).map((part) => at(humanoid[sided(side, part)] ?? hips));
    return distance(hip!, knee!) + distance(knee!, ankle!);
  };
  const ballOf = (side: Side): Float64Array =>
    packed(rotate(conjugate(turnOf(humanoid[sided(side, 'Foot')]!)), footBall(rig, side)));
  const leftOf = (foot: number): Float64Array => packed(rotate(conjugate(turnOf(foot)), leftwards));
  return {
    size: sizeOf(rig),
    hips: packed(at(hips)),
    hipsTurn: packed(turnOf(hips)),
    neckOfHead: packed(rotate(conjugate(turnOf(head)), subtract(neck, at(head)))),
    neck: packed(neck),
    trunk: distance(neck, at(hips)),
    arm: distance(at(humanoid.leftHand!), neck),
    feet: [packed(left), packed(right)],
    feetTurn: [packed(turnOf(feet[0])), packed(turnOf(feet[1]))],
    hip: [hipOf('left'), hipOf('right')],
    leg: [legOf('left'), legOf('right')],
    ball: [ballOf('left'), ballOf('right')],
    leftOfFoot: [leftOf(feet[0]), leftOf(feet[1])],
    between: packed([(left[0] + right[0]) / 2, 0, (left[2] + right[2]) / 2]),
    facing: packed(forward),
    facingOfHead: packed(rotate(conjugate(turnOf(head)), forward)),
    facingOfHips: packed(rotate(conjugate(turnOf(hips)), forward)),
  };
}

/** Radians about the vertical from where a body looks at rest to the horizontal direction (x, z). */
export function yawOf({ facing }: StandingBody, x: number, z: number): number {
  return atan2(facing[2]! * x - facing[0]! * z, facing[0]! * x + facing[2]! * z);
}
