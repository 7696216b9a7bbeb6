import { exp, hypot } from '../../math/elementary.ts';
import { lerp, subtract, type Vec3 } from '../../math/vec3.ts';
import { SIDES } from '../body/found-bones.ts';
import type { BodyLengths } from './body-lengths.ts';
import { trunkAxes, type LimbExamples } from './limb-examples.ts';
import { liftLimbs, type LimbSight, type SeenRay } from './lift-limb.ts';
import type { SeenPerson, SeenPoint } from './seen-person.ts';
import { smoothTracks } from './smooth-tracks.ts';

/** The parts whose depth is found. */
export type LiftedPart = `${'left' | 'right'}${'Shoulder' | 'Elbow' | 'Wrist' | 'Hip' | 'Knee' | 'Ankle'}`;

/** Limbs by the part that they hang from. */
export type LiftedLimbName = `${'left' | 'right'}${'Shoulder' | 'Hip'}`;

/** A person with depth. */
export interface LiftedPerson {
  /** Metres in the axes of the camera, which is at the origin: to its right, up, and back behind it. */
  readonly places: Readonly<Record<LiftedPart, Vec3>>;
  /** How surely each part was seen, 0 to 1. */
  readonly sure: Readonly<Record<LiftedPart, number>>;
  /** Of each limb 0 to 1: how much of what speaks for it speaks for another one. */
  readonly doubts: Readonly<Record<LiftedLimbName, number>>;
  /** What speaks against all its limbs together: of two readings of a picture the one with less is the likelier. */
  readonly cost: number;
}

/** Height of what a picture shows at a distance of 1, 2 tan(35° / 2): most pictures of a whole person are taken through lenses of 25° to 50°. */
const VIEW = 0.63;
/** What the detector says of a depth beside what it is, and how far off that is: of the trunk's lean, and across hips and shoulders. Measured as those of limbs. */
const LEAN = { gain: 0.6, belief: 0.12 } as const;
const ACROSS = { gain: 1, belief: 0.16 } as const;
/** The gain of limbs, where only their shortening is asked. */
const LIMB_GAIN = 0.6;
/** How far off a length is that a picture shows, in lengths of what is measured. */
const OFF = 0.1;
/** Depths that are tried on either side of the picture's plane. */
const STEPS = 20;
/** A bone that points to the camera by more than this says nothing of the distance. */
const MOST_DEPTH = 0.9;
/** Weight of the trunk beside a limb's bone that is surely seen, in what tells the distance. */
const TRUNK = 2;

/** Seconds over which the distance of a person is smoothed: bodies come nearer and go away more slowly than limbs move. */
const SLOW = 0.15;

/** A point of the picture, or one between two. */
type Flat = Pick<SeenPerson['nose'], 'right' | 'up' | 'believed'>;

/**
 * Gives a person in a picture the depth that the picture lacks. What a bone looks shorter than it is tells how far it leans to the camera or away; which of both is
 * told by what the detector believes and by how limbs stand in known poses. First how far away the person is, then the trunk, then each limb from it outwards.
 */
export function liftPerson(seen: SeenPerson, lengths: BodyLengths, examples: LimbExamples): LiftedPerson {
  return liftPeople([seen], [0], lengths, examples)[0]!;
}

/** The same of a person in the frames of a film at rising `times`, seconds: what is seen before and after tells, too, which way a limb leans. */
export function liftPeople(
  frames: readonly SeenPerson[],
  times: readonly number[],
  lengths: BodyLengths,
  examples: LimbExamples,
): LiftedPerson[] {
  const told = Float64Array.from(frames, (seen) => distanceOf(seen, lengths));
  const sure = new Float64Array(frames.length).fill(1);
  const [distances] = smoothTracks(times, sure, [told], times, SLOW);
  const people = frames.map((seen, f) => ({
    places: liftTrunk(seen, lengths, distances![f]!) as Record<string, Vec3>,
    doubts: {} as Record<string, number>,
    cost: 0,
  }));
  for (const [root, bend, end, upper, lower, known] of [
    ['Shoulder', 'Elbow', 'Wrist', lengths.upperArm, lengths.forearm, examples.arms],
    ['Hip', 'Knee', 'Ankle', lengths.thigh, lengths.shin, examples.legs],
  ] as const) {
    for (const side of SIDES) {
      const sights = frames.map((seen, f): LimbSight => {
        const { places } = people[f]!;
        const middle = (part: 'Hip' | 'Shoulder'): Vec3 => lerp(places[`left${part}`]!, places[`right${part}`]!, 0.5);
        const across = subtract(places[`left${root}`]!, places[`right${root}`]!);
        return {
          root: places[`${side}${root}`]!,
          bend: rayOf(seen[`${side}${bend}`]),
          end: rayOf(seen[`${side}${end}`]),
          upper,
          lower,
          believedUpper: believedDepth(seen[`${side}${root}`], seen[`${side}${bend}`]),
          believedLower: believedDepth(seen[`${side}${bend}`], seen[`${side}${end}`]),
          axes: trunkAxes(across, subtract(middle('Shoulder'), middle('Hip'))),
          isRight: side === 'right',
          examples: known,
        };
      });
      liftLimbs(sights, times).forEach((found, f) => {
        const person = people[f]!;
        person.places[`${side}${bend}`] = found.bend;
        person.places[`${side}${end}`] = found.end;
        person.doubts[`${side}${root}`] = found.doubt;
        person.cost += found.cost;
      });
    }
  }
  return people.map((person, f) => {
    const seen = Object.fromEntries(Object.keys(person.places).map((part) => [part, frames[f]![part as LiftedPart].sure]));
    return { ...person, sure: seen } as unknown as LiftedPerson;
  });
}

function rayOf({ right, up, sure }: SeenPoint): SeenRay {
  return { x: VIEW * right, y: VIEW * up, sure };
}

/**
 * Metres from the camera to the hips: the weighted median of L √(1 − z²) / l over the bones, l being how long a bone of length L looks at a distance of 1 and z
 * how far it leans to the camera, as the detector believes.
 */
function distanceOf(seen: SeenPerson, lengths: BodyLengths): number {
  const told: { readonly far: number; readonly weight: number }[] = [];
  const hear = (a: Flat, b: Flat, whole: number, gain: number, weight: number): void => {
    const flat = VIEW * flatDistance(a, b);
    const z = Math.min(MOST_DEPTH, Math.abs(believedDepth(a, b)) / gain);
    if (flat > 1e-6) told.push({ far: (whole * Math.sqrt(1 - z * z)) / flat, weight: weight * whole * (1 - z * z) });
  };
  for (const side of SIDES) {
    for (const [from, to, length] of [
      ['Shoulder', 'Elbow', lengths.upperArm],
      ['Elbow', 'Wrist', lengths.forearm],
      ['Hip', 'Knee', lengths.thigh],
      ['Knee', 'Ankle', lengths.shin],
    ] as const)
      hear(seen[`${side}${from}`], seen[`${side}${to}`], length, LIMB_GAIN, seen[`${side}${to}`].sure);
  }
  hear(middleOf(seen, 'Hip'), middleOf(seen, 'Shoulder'), lengths.trunk, LEAN.gain, TRUNK);
  told.sort((a, b) => a.far - b.far);
  let left = told.reduce((sum, { weight }) => sum + weight, 0) / 2;
  for (const { far, weight } of told) {
    left -= weight;
    if (left <= 0) return far;
  }
  throw new RangeError('the person in the picture must have limbs of some length, got one point');
}

/** Hips and shoulders: how far the trunk leans to the camera, and how far both are turned. */
function liftTrunk(
  seen: SeenPerson,
  lengths: BodyLengths,
  distance: number,
): Record<`${'left' | 'right'}${'Hip' | 'Shoulder'}`, Vec3> {
  const depth = (a: Flat, b: Flat, whole: number, told: typeof LEAN | typeof ACROSS): number =>
    whole * usualDepth((VIEW * distance * flatDistance(a, b)) / whole, believedDepth(a, b), told);
  const lean = depth(middleOf(seen, 'Hip'), middleOf(seen, 'Shoulder'), lengths.trunk, LEAN);
  const hips = depth(seen.rightHip, seen.leftHip, lengths.hips, ACROSS) / 2;
  const shoulders = depth(seen.rightShoulder, seen.leftShoulder, lengths.shoulders, ACROSS) / 2;
  const at = ({ right, up }: Flat, towards: number): Vec3 => {
    const far = distance - towards;
    return [VIEW * right * far, VIEW * up * far, -far];
  };
  return {
    leftHip: at(seen.leftHip, hips),
    rightHip: at(seen.rightHip, -hips),
    leftShoulder: at(seen.leftShoulder, lean + shoulders),
    rightShoulder: at(seen.rightShoulder, lean - shoulders),
  };
}

/** The mean of z, each weighing exp(−cost), with the cost (l − √(1 − z²))² / 2σ² + (believed − g z)² / 2τ² of a length that looks l times as long as it is. */
function usualDepth(l: number, believed: number, { gain, belief }: typeof LEAN | typeof ACROSS): number {
  const costOf = (z: number): number =>
    (l - Math.sqrt(1 - z * z)) ** 2 / (2 * OFF * OFF) + (believed - gain * z) ** 2 / (2 * belief * belief);
  const depths = Array.from({ length: 2 * STEPS + 1 }, (_, i) => i / STEPS - 1);
  const least = depths.reduce((cost, z) => Math.min(cost, costOf(z)), Number.POSITIVE_INFINITY);
  let [sum, whole] = [0, 0];
  for (const z of depths) {
    const weight = exp(least - costOf(z));
    sum += weight * z;
    whole += weight;
  }
  return sum / whole;
}

function middleOf(seen: SeenPerson, part: 'Hip' | 'Shoulder'): Flat {
  const [a, b] = [seen[`left${part}`], seen[`right${part}`]];
  return { right: (a.right + b.right) / 2, up: (a.up + b.up) / 2, believed: lerp(a.believed, b.believed, 0.5) };
}

function flatDistance(a: Flat, b: Flat): number {
  return hypot(a.right - b.right, a.up - b.up);
}

/** The share of its length by which the detector believes a bone to point towards the camera. */
function believedDepth(from: Flat, to: Flat): number {
  const [x, y, z] = subtract(to.believed, from.believed);
  return z / Math.max(1e-9, hypot(x, y, z));
}
