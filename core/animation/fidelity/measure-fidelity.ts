import { quantile } from '../../math/quantile.ts';
import type { HumanoidBone } from '../../humanoid/body/bones.ts';
import { sided, sideOf, SIDES } from '../../humanoid/body/found-bones.ts';
import { hocksOf } from '../../humanoid/body/hock.ts';
import { legLength } from '../../humanoid/body/leg-length.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { toRadians } from '../../math/angles.ts';
import { atan2, hypot } from '../../math/elementary.ts';
import { rotate, type Quat } from '../../math/quat.ts';
import { cross, distance, dot, length, normalize, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import type { WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { slideBar, type Fidelity, type SuddenTurn } from './retarget-report.ts';
import { heldFrames, type StandingFoot } from '../retarget/foot-stands.ts';
import { legRoots } from '../retarget/place-body.ts';
import type { Comparison } from '../retarget/compare-rigs.ts';
import { SUDDEN, twistBetween } from '../retarget/steady-arms.ts';
import { stillFeet } from './still-feet.ts';

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

/** How planted feet are looked at. */
export interface FeetSeen {
  /** Feet that were not planned to stand count too. */
  readonly unplanned: boolean;
  /** They are to be as high as the source's are, wherever that is: those of a copy. Others stand on the floor. */
  readonly asInSource: boolean;
}

/** Compares a brought motion with its source, both seen in the target's world. */
export function measureFidelity(
  source: Motion,
  result: Motion,
  feet: readonly StandingFoot[],
  { turn, size }: Comparison,
  fps: number,
  seen: FeetSeen,
): Fidelity {
  const both = (bones: readonly Bone[]) =>
    bones.filter((bone) =>
      bone.every((each) => source.rig.humanoid[each] !== undefined && result.rig.humanoid[each] !== undefined),
    );
  // A leg that stands on its toes has a bone more, and bends where others are straight.
  const legs = LEGS.filter(([top]) => [source, result].every(({ rig }) => hocksOf(rig)[sideOf(top)] === undefined));
  const angles = both([...ARMS, ...legs]).flatMap((bone) => anglesBetween(source, result, turn, bone));
  const knees = SIDES.filter((side) => both(legs).filter(([top]) => sideOf(top) === side).length === 2);
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
    ...standing(source, result, feet, size, fps, seen),
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

/** What planted feet do: metres off the height at which they stand, and metres a second along the floor in result and source. */
interface Planted {
  readonly heights: number[];
  readonly speeds: number[];
  readonly sourceSpeeds: number[];
}

/**
 * Heights and speeds of planted feet, the worse of those that were planned and those that are still in the source; and how deep feet get into the
 * floor at all.
 */
function standing(
  source: Motion,
  result: Motion,
  feet: readonly StandingFoot[],
  size: number,
  fps: number,
  { unplanned, asInSource }: FeetSeen,
) {
  const compared = { source, result, feet, size, fps, asInSource };
  const planned = plannedFeet(compared);
  const seen = unplanned ? seenFeet(compared) : emptyPlanted();
  const [soles, others] = [planned, seen].map(({ heights }) => ({
    median: quantile(heights, 0.5),
    p95: quantile(heights, 0.95),
  }));
  const [slide, other] = [planned, seen].map(({ speeds, sourceSpeeds }) => ({
    p95: quantile(speeds, 0.95),
    source: quantile(sourceSpeeds, 0.95),
  }));
  let floorPenetration = 0;
  for (const { limb, shape, toes } of feet) {
    for (let frame = 0; frame < result.worlds.length; frame++) {
      const depths = [shape.standing - heightOf(result, limb.end, frame)];
      if (toes >= 0) depths.push(shape.toesStanding - heightOf(result, toes, frame));
      floorPenetration = Math.max(floorPenetration, ...depths);
    }
  }
  const excess = ({ p95, source: own }: { p95: number; source: number }) => p95 - slideBar(own);
  return {
    soles: { median: Math.max(soles!.median, others!.median), p95: Math.max(soles!.p95, others!.p95) },
    slide: excess(other!) > Math.max(0, excess(slide!)) ? other! : slide!,
    floorPenetration,
  };
}

/** Feet of a motion beside the source's, whose ways count `size` times. */
interface ComparedFeet extends Pick<FeetSeen, 'asInSource'> {
  readonly source: Motion;
  readonly result: Motion;
  readonly feet: readonly StandingFoot[];
  readonly size: number;
  readonly fps: number;
}

function emptyPlanted(): Planted {
  return { heights: [], speeds: [], sourceSpeeds: [] };
}

/** The feet that were planned to stand. */
function plannedFeet({ source, result, feet, size, fps, asInSource }: ComparedFeet): Planted {
  const found = emptyPlanted();
  for (const { side, limb, shape, toes, ankleStands, toeStands } of feet) {
    const parts = [
      { joint: limb.end, bone: sided(side, 'Foot'), height: shape.standing, stands: ankleStands },
      ...(toes >= 0 ? [{ joint: toes, bone: sided(side, 'Toes'), height: shape.toesStanding, stands: toeStands }] : []),
    ];
    // Where the toes stand alone, the ankle rises over them: it stands still only together with them.
    const toesHeld = heldFrames(toeStands, result.worlds.length);
    for (const { joint, bone, height, stands } of parts) {
      // A copy has the joint of the same name, whether or not the source's bones name it.
      const [mapped, same] = [source.rig.humanoid[bone], source.rig.skeleton.names.indexOf(result.rig.skeleton.names[joint]!)];
      const original = mapped ?? (asInSource ? same : source.rig.humanoid[sided(side, 'Foot')]!);
      for (const { first, last, level } of stands) {
        for (let frame = first; frame <= last; frame++) {
          const wanted = asInSource ? heightOf(source, original, frame) : height + level;
          found.heights.push(Math.abs(heightOf(result, joint, frame) - wanted));
          if (frame === last || toesHeld[frame] !== 1 || toesHeld[frame + 1] !== 1) continue;
          found.speeds.push(fps * flatWay(result, joint, frame, frame + 1));
          found.sourceSpeeds.push(fps * size * flatWay(source, original, frame, frame + 1));
        }
      }
    }
  }
  return found;
}

/** The feet that are still on the source's floor, whether or not they were planned to stand. */
function seenFeet({ source, result, feet, size, fps, asInSource }: ComparedFeet): Planted {
  const found = emptyPlanted();
  const hasToes = ({ rig }: Motion) => SIDES.every((side) => rig.humanoid[sided(side, 'Toes')] !== undefined);
  const lastFrame = result.worlds.length - 1;
  for (const { side, ankle, toes } of stillFeet(source.rig, source.worlds, fps, hasToes(source) && hasToes(result))) {
    const foot = feet.find((each) => each.side === side);
    if (!foot) continue;
    const { limb, shape } = foot;
    for (const { joint, bone, height, frames } of [
      { joint: limb.end, bone: sided(side, 'Foot'), height: shape.standing, frames: ankle },
      { joint: foot.toes, bone: sided(side, 'Toes'), height: shape.toesStanding, frames: toes },
    ]) {
      const original = source.rig.humanoid[bone]!;
      for (const frame of frames) {
        const wanted = asInSource ? heightOf(source, original, frame) : height;
        const [from, to] = [Math.max(0, frame - 1), Math.min(lastFrame, frame + 1)];
        const rate = to > from ? fps / (to - from) : 0;
        found.heights.push(Math.abs(heightOf(result, joint, frame) - wanted));
        found.speeds.push(rate * flatWay(result, joint, from, to));
        found.sourceSpeeds.push(rate * size * flatWay(source, original, from, to));
      }
    }
  }
  return found;
}

function heightOf({ worlds }: Motion, joint: number, frame: number): number {
  return worlds[frame]!.positions[3 * joint + 1]!;
}

/** Metres along the floor from one frame to another. */
function flatWay({ worlds }: Motion, joint: number, from: number, to: number): number {
  const [x, , z] = subtract(vec3At(worlds[to]!.positions, joint), vec3At(worlds[from]!.positions, joint));
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
  const twist = ({ rig, worlds }: Motion, frame: number) => {
    const [joint, end] = bone.map((each) => rig.humanoid[each]!) as [number, number];
    return Math.abs(twistBetween(worlds[frame]!, worlds[frame + 1]!, { joint, end }));
  };
  for (let frame = 0; frame + 1 < result.worlds.length; frame++) {
    const by = twist(result, frame) - twist(source, frame);
    if (by * fps > SUDDEN) turns.push({ joint: result.rig.humanoid[bone[0]]!, frame, by });
  }
  return turns;
}
