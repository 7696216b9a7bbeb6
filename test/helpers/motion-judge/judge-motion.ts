import { Quaternion, Vector3 } from 'three';
import type { MotionTrack } from './motion-track.ts';

/** How near a brought motion is to its source. Degrees, millimetres, seconds. */
export interface MotionFigures {
  /** Angle between the directions of upper and lower arms and legs in both. */
  readonly limbs: number;
  readonly limbsP95: number;
  /** Mean difference of the knees' flexion. */
  readonly knees: number;
  /** Frames in which the midpoint of the leg roots goes farther than three times the source's step and 1 % of the leg. */
  readonly leaps: number;
  /** Height of planted heels and toes off the height at which they stand at rest. */
  readonly soles: number;
  readonly solesP95: number;
  /** Speed of planted feet along the floor, 95th percentile, and the source's in the same scale. */
  readonly slideP95: number;
  readonly sourceSlideP95: number;
  /** Degrees a frame by which a forearm's or upper arm's twist is faster than the source's, at most. */
  readonly twist: number;
  /** Mean difference of the feet's pitch, reported only. */
  readonly footPitch: number;
}

/** Degrees within which half of the limbs point as the source's do on the same body, whose bones may stretch meanwhile, and how much longer its bones may be. */
const COPIED = 0.01;
const SAME_BONES = 0.01;

const SIDES = ['left', 'right'] as const;
const LIMB_BONES = SIDES.flatMap((side) => [
  [`${side}UpperArm`, `${side}LowerArm`] as const,
  [`${side}LowerArm`, `${side}Hand`] as const,
  [`${side}UpperLeg`, `${side}LowerLeg`] as const,
  [`${side}LowerLeg`, `${side}Foot`] as const,
]);

/** The bones that a judgement looks at. */
export const JUDGED_BONES = [
  'hips',
  ...SIDES.flatMap((side) =>
    ['UpperArm', 'LowerArm', 'Hand', 'UpperLeg', 'LowerLeg', 'Foot', 'Toes', 'Shoulder'].map((part) => `${side}${part}`),
  ),
];

/** Judges a motion. `sourceRest` is the source's own rest, where its file has a floor on which that stands: feet that hang over it are not planted. */
export function judgeMotion(
  source: MotionTrack,
  result: MotionTrack,
  rest: MotionTrack,
  sourceRest: MotionTrack | null,
): MotionFigures {
  const frames = Math.min(source.frames, result.frames);
  const bones = LIMB_BONES.filter((bone) => bone.every((each) => source.positions.has(each) && result.positions.has(each)));
  const anglesAt = (yaw: Quaternion) =>
    bones.flatMap((bone) =>
      range(frames).map((f) =>
        degrees(
          direction(source, bone, f)
            .applyQuaternion(yaw)
            .angleTo(direction(result, bone, f)),
        ),
      ),
    );
  // The turn of least squares follows one limb that is far off; two that face alike need none.
  const [fitted, unturned] = [anglesAt(bestYaw(source, result, frames)), anglesAt(new Quaternion())];
  const angles = mean(fitted) < mean(unturned) ? fitted : unturned;
  const knees = SIDES.flatMap((side) =>
    range(frames).map((f) => Math.abs(kneeFlexion(source, side, f) - kneeFlexion(result, side, f))),
  );
  const scale = legLength(result) / legLength(source);
  // A copy on the same body stands where the source does, be that in the air.
  const lengths = (track: MotionTrack) => bones.map(([a, b]) => at(track, a, 0).distanceTo(at(track, b, 0)));
  const [own, original] = [lengths(result), lengths(source)];
  const isCopy =
    quantile(angles, 0.5) < COPIED && own.every((length, i) => Math.abs(length / (scale * original[i]!) - 1) < SAME_BONES);
  const floor = (bone: string, f: number) => (isCopy ? scale * at(source, bone, f).y : at(rest, bone, 0).y);
  const soles = standing(source, result, floor, sourceRest, frames);
  return {
    limbs: mean(angles),
    limbsP95: quantile(angles, 0.95),
    knees: mean(knees),
    leaps: leaps(source, result, frames, scale).length,
    soles: quantile(soles.heights, 0.5),
    solesP95: quantile(soles.heights, 0.95),
    slideP95: quantile(soles.speeds, 0.95),
    sourceSlideP95: scale * quantile(soles.sourceSpeeds, 0.95),
    twist: twistExcess(source, result, frames),
    footPitch: footPitch(source, result, rest, frames),
  };
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

function at(track: MotionTrack, bone: string, frame: number): Vector3 {
  return new Vector3().fromArray(track.positions.get(bone)!, 3 * frame);
}

function direction(track: MotionTrack, [from, to]: readonly [string, string], frame: number): Vector3 {
  return at(track, to, frame)
    .sub(at(track, from, frame))
    .normalize();
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI;
}

function mean(values: readonly number[]): number {
  return values.length > 0 ? values.reduce((a, b) => a + b, 0) / values.length : 0;
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;
}

/** The one turn about the vertical that brings the source's limbs nearest to the result's: where a character looks is its own affair. */
function bestYaw(source: MotionTrack, result: MotionTrack, frames: number): Quaternion {
  let [sine, cosine] = [0, 0];
  for (const bone of LIMB_BONES) {
    if (!bone.every((each) => source.positions.has(each) && result.positions.has(each))) continue;
    for (let f = 0; f < frames; f++) {
      const [a, b] = [direction(source, bone, f), direction(result, bone, f)];
      sine += a.z * b.x - a.x * b.z;
      cosine += a.x * b.x + a.z * b.z;
    }
  }
  return new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.atan2(sine, cosine));
}

export function kneeFlexion(track: MotionTrack, side: string, frame: number): number {
  const thigh = direction(track, [`${side}UpperLeg`, `${side}LowerLeg`], frame);
  return degrees(thigh.angleTo(direction(track, [`${side}LowerLeg`, `${side}Foot`], frame)));
}

/** Thigh and shin of the first frame, both sides' mean. */
function legLength(track: MotionTrack): number {
  const of = (side: string) => [`${side}UpperLeg`, `${side}LowerLeg`, `${side}Foot`].map((bone) => at(track, bone, 0));
  return mean(
    SIDES.map((side) => {
      const [hip, knee, ankle] = of(side) as [Vector3, Vector3, Vector3];
      return hip.distanceTo(knee) + knee.distanceTo(ankle);
    }),
  );
}

/** Share of the leg by which hips are over the ankles in a body that stands. */
const UPRIGHT = 0.8;

/** Whether a body stands in the first frame. */
export function standsUpright(track: MotionTrack): boolean {
  const ankles = mean(SIDES.map((side) => at(track, `${side}Foot`, 0).y));
  return legRoots(track, 0).y - ankles > UPRIGHT * legLength(track);
}

function legRoots(track: MotionTrack, frame: number): Vector3 {
  return at(track, 'leftUpperLeg', frame)
    .add(at(track, 'rightUpperLeg', frame))
    .multiplyScalar(0.5);
}

export function leaps(source: MotionTrack, result: MotionTrack, frames: number, scale: number): number[] {
  const leg = legLength(result);
  return range(frames - 1).filter((f) => {
    const step = legRoots(result, f).distanceTo(legRoots(result, f + 1));
    return step > 0.01 * leg && step > 3 * scale * legRoots(source, f).distanceTo(legRoots(source, f + 1));
  });
}

/** Share of the leg above the floor, and legs a second, up to which a foot of the source stands. */
const LOW = 0.04;
const SLOW = 0.15;

/** What the planted feet of the source do in the result: toes where both have them, and heels where the whole foot stands. */
function standing(
  source: MotionTrack,
  result: MotionTrack,
  floor: (bone: string, frame: number) => number,
  sourceRest: MotionTrack | null,
  frames: number,
) {
  const leg = legLength(source);
  const found = { heights: [] as number[], speeds: [] as number[], sourceSpeeds: [] as number[] };
  const hasToes = (track: MotionTrack) => SIDES.every((side) => track.positions.has(`${side}Toes`));
  const both = hasToes(source) && hasToes(result);
  const floorOf = (part: string) => {
    const lowest = quantile(
      SIDES.flatMap((side) => range(frames).map((f) => at(source, `${side}${part}`, f).y)),
      0.05,
    );
    return sourceRest ? Math.min(lowest, mean(SIDES.map((side) => at(sourceRest, `${side}${part}`, 0).y))) : lowest;
  };
  const floors: Record<string, number> = { Foot: floorOf('Foot'), ...(both && { Toes: floorOf('Toes') }) };
  const speed = (track: MotionTrack, bone: string, f: number, isFlat: boolean) => {
    const [a, b] = [Math.max(0, f - 1), Math.min(frames - 1, f + 1)];
    const way = at(track, bone, b).sub(at(track, bone, a));
    if (isFlat) way.y = 0;
    return b > a ? (way.length() * track.fps) / (b - a) : 0;
  };
  const stands = (side: string, part: string, f: number) => {
    const bone = `${side}${part}`;
    const near = [f - 1, f, f + 1].filter((g) => g >= 0 && g < frames);
    return near.every((g) => at(source, bone, g).y < floors[part]! + LOW * leg && speed(source, bone, g, false) < SLOW * leg);
  };
  for (const side of SIDES) {
    for (let f = 0; f < frames; f++) {
      const [ankle, toes] = [stands(side, 'Foot', f), both && stands(side, 'Toes', f)];
      for (const part of both ? [...(toes ? ['Toes'] : []), ...(toes && ankle ? ['Foot'] : [])] : ankle ? ['Foot'] : []) {
        const bone = `${side}${part}`;
        found.heights.push(1000 * Math.abs(at(result, bone, f).y - floor(bone, f)));
        found.speeds.push(1000 * speed(result, bone, f, true));
        found.sourceSpeeds.push(1000 * speed(source, bone, f, true));
      }
    }
  }
  return found;
}

/** By how much an arm's bone turns faster about itself than the source's, at most, degrees a frame. */
function twistExcess(source: MotionTrack, result: MotionTrack, frames: number): number {
  let most = 0;
  for (const side of SIDES) {
    for (const [bone, next] of [
      [`${side}UpperArm`, `${side}LowerArm`],
      [`${side}LowerArm`, `${side}Hand`],
    ] as const) {
      if (![bone, next].every((each) => source.positions.has(each) && result.positions.has(each))) continue;
      for (let f = 0; f + 1 < frames; f++) {
        most = Math.max(most, twistStep(result, bone, next, f) - twistStep(source, bone, next, f));
      }
    }
  }
  return most;
}

/** Degrees by which a bone turns about its own direction from one frame to the next. */
function twistStep(track: MotionTrack, bone: string, next: string, frame: number): number {
  const rotation = (f: number) => new Quaternion().fromArray(track.rotations.get(bone)!, 4 * f);
  const step = rotation(frame)
    .invert()
    .multiply(rotation(frame + 1));
  const axis = at(track, next, frame)
    .sub(at(track, bone, frame))
    .normalize()
    .applyQuaternion(rotation(frame).invert());
  const angle = 2 * Math.atan2(new Vector3(step.x, step.y, step.z).dot(axis), step.w);
  return Math.abs(degrees(Math.atan2(Math.sin(angle), Math.cos(angle))));
}

/** Mean difference of how far the feet point down, each from what it does in the median of the clip's planted frames. */
function footPitch(source: MotionTrack, result: MotionTrack, rest: MotionTrack, frames: number): number {
  if (!SIDES.every((side) => source.positions.has(`${side}Toes`) && result.positions.has(`${side}Toes`))) return 0;
  const pitch = (track: MotionTrack, side: string, f: number) =>
    degrees(Math.asin(direction(track, [`${side}Foot`, `${side}Toes`], f).y));
  return mean(
    SIDES.flatMap((side) => {
      const off = range(frames).map((f) => pitch(result, side, f) - pitch(rest, side, 0) - pitch(source, side, f));
      const usual = quantile(off, 0.5);
      return off.map((value) => Math.abs(value - usual));
    }),
  );
}
