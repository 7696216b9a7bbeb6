import type { HumanoidBone } from '../../humanoid/body/bones.ts';
import { sided, SIDES } from '../../humanoid/body/found-bones.ts';
import { legLength } from '../../humanoid/body/leg-length.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { toRadians, wrapAngle } from '../../math/angles.ts';
import { atan2, hypot } from '../../math/elementary.ts';
import { conjugate, multiply, quatAt, rotate, type Quat } from '../../math/quat.ts';
import { cross, distance, dot, length, normalize, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import type { WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import type { Fidelity, SuddenTurn } from '../retarget-report.ts';
import { heldFrames, quantile, type StandingFoot } from './foot-stands.ts';
import { legRoots, type Comparison } from './place-body.ts';

/** A rig in motion. */
export interface Motion {
  readonly rig: Rig;
  /** One a frame. */
  readonly worlds: readonly WorldTransforms[];
}

type Bone = readonly [from: HumanoidBone, to: HumanoidBone];

const ARMS: readonly Bone[] = SIDES.flatMap((side): Bone[] => [
  [sided(side, 'UpperArm'), sided(side, 'LowerArm')],
  [sided(side, 'LowerArm'), sided(side, 'Hand')],
]);
const LEGS: readonly Bone[] = SIDES.flatMap((side): Bone[] => [
  [sided(side, 'UpperLeg'), sided(side, 'LowerLeg')],
  [sided(side, 'LowerLeg'), sided(side, 'Foot')],
]);
/** Flexion up to which a knee is straight. */
const STRAIGHT = toRadians(5);
/** What a step of the body may be, in steps of the source's and in legs, before it is a leap. */
const LEAP = { times: 3, legs: 0.01 } as const;
/** Radians a second by which an arm may turn about itself faster than the source's: 8° in a frame of 1/30 s. */
const SUDDEN = toRadians(8) * 30;

/** Compares a brought motion with its source, both seen in the target's world. */
export function measureFidelity(
  source: Motion,
  result: Motion,
  feet: readonly StandingFoot[],
  { turn, size }: Comparison,
  fps: number,
): Fidelity {
  const both = (bones: readonly Bone[]) =>
    bones.filter((bone) =>
      bone.every((each) => source.rig.humanoid[each] !== undefined && result.rig.humanoid[each] !== undefined),
    );
  const angles = both([...ARMS, ...LEGS]).flatMap((bone) => anglesBetween(source, result, turn, bone));
  const knees = SIDES.filter((side) => both(LEGS).filter(([top]) => top.startsWith(side)).length === 2);
  const flexion = (motion: Motion) => knees.flatMap((side) => flexionsOf(motion, side));
  const [bent, bentInSource] = [flexion(result), flexion(source)];
  const shareStraight = (values: readonly number[]) => mean(values.map((value) => (value < STRAIGHT ? 1 : 0)));
  return {
    limbs: { mean: mean(angles), p95: quantile(angles, 0.95) },
    knees: {
      mean: mean(bent.map((value, i) => Math.abs(value - bentInSource[i]!))),
      straight: shareStraight(bent),
      straightInSource: shareStraight(bentInSource),
    },
    ...standing(source, result, feet, size, fps),
    leaps: leapsOf(source, result, size),
    turns: both(ARMS).flatMap((bone) => suddenTurns(source, result, bone, fps)),
  };
}

function at({ rig, worlds }: Motion, bone: HumanoidBone, frame: number): Vec3 {
  return vec3At(worlds[frame]!.positions, rig.humanoid[bone]!);
}

function directionOf(motion: Motion, [from, to]: Bone, frame: number): Vec3 {
  return normalize(subtract(at(motion, to, frame), at(motion, from, frame)));
}

/** Radians between the directions of a bone in source and result, frame by frame. */
function anglesBetween(source: Motion, result: Motion, turn: Quat, bone: Bone): number[] {
  const angles: number[] = [];
  for (let frame = 0; frame < result.worlds.length; frame++) {
    angles.push(angle(rotate(turn, directionOf(source, bone, frame)), directionOf(result, bone, frame)));
  }
  return angles;
}

/** Radians by which a knee is bent, frame by frame. */
function flexionsOf(motion: Motion, side: 'left' | 'right'): number[] {
  const [thigh, shin] = LEGS.filter(([top]) => top.startsWith(side));
  const angles: number[] = [];
  for (let frame = 0; frame < motion.worlds.length; frame++) {
    angles.push(angle(directionOf(motion, thigh!, frame), directionOf(motion, shin!, frame)));
  }
  return angles;
}

function angle(a: Vec3, b: Vec3): number {
  return atan2(length(cross(a, b)), dot(a, b));
}

function mean(values: readonly number[]): number {
  return values.length > 0 ? values.reduce((a, b) => a + b, 0) / values.length : 0;
}

/** Heights and speeds of what stands, and how deep feet get into the floor at all. */
function standing(source: Motion, result: Motion, feet: readonly StandingFoot[], size: number, fps: number) {
  const [heights, speeds, sourceSpeeds]: [number[], number[], number[]] = [[], [], []];
  let floorPenetration = 0;
  for (const { side, limb, shape, toes, ankleStands, toeStands } of feet) {
    const parts = [
      { joint: limb.end, bone: sided(side, 'Foot'), height: shape.standing, stands: ankleStands },
      ...(toes >= 0 ? [{ joint: toes, bone: sided(side, 'Toes'), height: shape.toesStanding, stands: toeStands }] : []),
    ];
    // Where the toes stand alone, the ankle rises over them: it stands still only together with them.
    const toesHeld = heldFrames(toeStands, result.worlds.length);
    for (const { joint, bone, height, stands } of parts) {
      const original = source.rig.humanoid[bone] ?? source.rig.humanoid[sided(side, 'Foot')]!;
      for (let frame = 0; frame < result.worlds.length; frame++)
        floorPenetration = Math.max(floorPenetration, height - heightOf(result, joint, frame));
      for (const { first, last, level } of stands) {
        for (let frame = first; frame <= last; frame++) {
          heights.push(Math.abs(heightOf(result, joint, frame) - height - level));
          if (frame === last || toesHeld[frame] !== 1 || toesHeld[frame + 1] !== 1) continue;
          speeds.push(fps * flatStep(result, joint, frame));
          sourceSpeeds.push(fps * size * flatStep(source, original, frame));
        }
      }
    }
  }
  return {
    soles: { median: quantile(heights, 0.5), p95: quantile(heights, 0.95) },
    slide: { p95: quantile(speeds, 0.95), source: quantile(sourceSpeeds, 0.95) },
    floorPenetration,
  };
}

function heightOf({ worlds }: Motion, joint: number, frame: number): number {
  return worlds[frame]!.positions[3 * joint + 1]!;
}

function flatStep({ worlds }: Motion, joint: number, frame: number): number {
  const [x, , z] = subtract(vec3At(worlds[frame + 1]!.positions, joint), vec3At(worlds[frame]!.positions, joint));
  return hypot(x, z);
}

function leapsOf(source: Motion, result: Motion, size: number): number[] {
  const least = LEAP.legs * legLength(result.rig);
  const leaps: number[] = [];
  for (let frame = 0; frame + 1 < result.worlds.length; frame++) {
    const own = bodyStep(result, frame);
    if (own > least && own > LEAP.times * size * bodyStep(source, frame)) leaps.push(frame);
  }
  return leaps;
}

function bodyStep({ rig, worlds }: Motion, frame: number): number {
  return distance(legRoots(rig, worlds[frame]!), legRoots(rig, worlds[frame + 1]!));
}

function suddenTurns(source: Motion, result: Motion, bone: Bone, fps: number): SuddenTurn[] {
  const turns: SuddenTurn[] = [];
  for (let frame = 0; frame + 1 < result.worlds.length; frame++) {
    const by = twistStep(result, bone, frame) - twistStep(source, bone, frame);
    if (by * fps > SUDDEN) turns.push({ joint: result.rig.humanoid[bone[0]]!, frame, by });
  }
  return turns;
}

/** Radians by which a bone turns about its own direction from a frame to the next. */
function twistStep(motion: Motion, bone: Bone, frame: number): number {
  const joint = motion.rig.humanoid[bone[0]]!;
  const rotation = quatAt(motion.worlds[frame]!.rotations, joint);
  const step = multiply(conjugate(rotation), quatAt(motion.worlds[frame + 1]!.rotations, joint));
  const axis = rotate(conjugate(rotation), directionOf(motion, bone, frame));
  return Math.abs(wrapAngle(2 * atan2(step[0] * axis[0] + step[1] * axis[1] + step[2] * axis[2], step[3])));
}
