import type { HumanoidBone } from '../../humanoid/body/bones.ts';
import { sided, SIDES } from '../../humanoid/body/found-bones.ts';
import { legLength } from '../../humanoid/body/leg-length.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { toRadians, wrapAngle } from '../../math/angles.ts';
import { atan2, hypot } from '../../math/elementary.ts';
import { conjugate, multiply, quatAt, rotate } from '../../math/quat.ts';
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
  const frames = result.worlds.map((_, frame) => frame);
  const both = (bones: readonly Bone[]) =>
    bones.filter((bone) =>
      bone.every((each) => source.rig.humanoid[each] !== undefined && result.rig.humanoid[each] !== undefined),
    );
  const angles = both([...ARMS, ...LEGS]).flatMap((bone) =>
    frames.map((frame) => angle(rotate(turn, directionOf(source, bone, frame)), directionOf(result, bone, frame))),
  );
  const knees = SIDES.filter((side) => both(LEGS).filter(([top]) => top.startsWith(side)).length === 2);
  const flexion = (motion: Motion) => knees.flatMap((side) => frames.map((frame) => flexionOf(motion, side, frame)));
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

function flexionOf(motion: Motion, side: 'left' | 'right', frame: number): number {
  const [thigh, shin] = LEGS.filter(([top]) => top.startsWith(side)).map((bone) => directionOf(motion, bone, frame));
  return angle(thigh!, shin!);
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
      const heightOf = (frame: number) => result.worlds[frame]!.positions[3 * joint + 1]!;
      for (let frame = 0; frame < result.worlds.length; frame++)
        floorPenetration = Math.max(floorPenetration, height - heightOf(frame));
      for (const { first, last, level } of stands) {
        for (let frame = first; frame <= last; frame++) {
          heights.push(Math.abs(heightOf(frame) - height - level));
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

function flatStep({ worlds }: Motion, joint: number, frame: number): number {
  const [x, , z] = subtract(vec3At(worlds[frame + 1]!.positions, joint), vec3At(worlds[frame]!.positions, joint));
  return hypot(x, z);
}

function leapsOf(source: Motion, result: Motion, size: number): number[] {
  const step = ({ rig, worlds }: Motion, frame: number) =>
    distance(legRoots(rig, worlds[frame]!), legRoots(rig, worlds[frame + 1]!));
  const least = LEAP.legs * legLength(result.rig);
  return result.worlds.slice(1).flatMap((_, frame) => {
    const own = step(result, frame);
    return own > least && own > LEAP.times * size * step(source, frame) ? [frame] : [];
  });
}

function suddenTurns(source: Motion, result: Motion, bone: Bone, fps: number): SuddenTurn[] {
  return result.worlds.slice(1).flatMap((_, frame): SuddenTurn[] => {
    const by = twistStep(result, bone, frame) - twistStep(source, bone, frame);
    return by * fps > SUDDEN ? [{ joint: result.rig.humanoid[bone[0]]!, frame, by }] : [];
  });
}

/** Radians by which a bone turns about its own direction from a frame to the next. */
function twistStep(motion: Motion, bone: Bone, frame: number): number {
  const joint = motion.rig.humanoid[bone[0]]!;
  const rotation = quatAt(motion.worlds[frame]!.rotations, joint);
  const step = multiply(conjugate(rotation), quatAt(motion.worlds[frame + 1]!.rotations, joint));
  const axis = rotate(conjugate(rotation), directionOf(motion, bone, frame));
  return Math.abs(wrapAngle(2 * atan2(step[0] * axis[0] + step[1] * axis[1] + step[2] * axis[2], step[3])));
}
