import { checkRig } from '../body/check-rig.ts';
import { spellOut, isList, isObject } from '../../math/check-values.ts';
import { hypot } from '../../math/elementary.ts';
import { conjugate, rotate } from '../../math/quat.ts';
import { add, cross, lerp, rejectFrom, scale, subtract, ZERO, type Vec3 } from '../../math/vec3.ts';
import { checkWorld, pointOf, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import type { BodyGeometry } from '../body/body-geometry.ts';
import type { HumanoidBone } from '../body/bones.ts';
import { convexHull } from './convex-hull.ts';
import { sided, SIDES, type Side } from '../body/found-bones.ts';
import { footForward, soleUp } from './leg-limits.ts';
import { perRig } from '../body/per-rig.ts';
import type { Rig } from '../body/rig.ts';
import { bodyOf } from '../body/rig-body.ts';

/** What each joint carries of the body. */
export interface SegmentMasses {
  /** One a joint: fraction of the body’s mass that its frame carries; they sum to about 1. */
  readonly masses: Float64Array;
  /** 3 × count: centre of each joint’s mass in the joint’s frame, metres. */
  readonly centres: Float64Array;
}

interface Segment {
  /** The bones that may carry the segment, best first: a missing bone's mass goes to its parent segment. */
  readonly bones: readonly HumanoidBone[];
  readonly mass: number;
  /** World, at rest. */
  readonly centre: Vec3;
}

/** De Leva 1996 (adjusted Zatsiorsky-Seluyanov), male: fraction of body mass, and of the segment's length from its upper end. */
const DE_LEVA = {
  head: { mass: 0.0694, centre: 0.5002 },
  /** Parts of the trunk from the middle of the shoulders to the middle of the hips; together 0.4346 at 0.4310. */
  upperTrunk: { mass: 0.1596, centre: 0.0617 },
  middleTrunk: { mass: 0.1633, centre: 0.4817 },
  lowerTrunk: { mass: 0.1117, centre: 0.8844 },
  upperArm: { mass: 0.0271, centre: 0.5772 },
  forearm: { mass: 0.0162, centre: 0.4574 },
  hand: { mass: 0.0061, centre: 0.79 },
  thigh: { mass: 0.1416, centre: 0.4095 },
  shank: { mass: 0.0433, centre: 0.4395 },
  /** Measured from heel to toe tip; without a heel bone half-way from the ankle to the toes' end. */
  foot: { mass: 0.0137, centre: 0.5 },
} as const;

/** Length of a hand without fingers, as a part of the forearm's (de Leva: 0.0862 m of 0.2689 m). */
const HAND_PART = 0.32;
/** Length of a foot without toes, as a part of the shin's. */
const FOOT_PART = 0.45;

/** What each joint carries of the body, by de Leva's table and the rig's rest shape. */
export const segmentMasses: (rig: Rig) => SegmentMasses = perRig(distributeMass);

function distributeMass(rig: Rig): SegmentMasses {
  const { skeleton, humanoid } = rig;
  const body = bodyOf(rig);
  const masses = new Float64Array(skeleton.count);
  const moments = new Float64Array(3 * skeleton.count);
  for (const { bones, mass, centre } of segments(rig, body)) {
    const bone = bones.find(body.has) ?? 'hips';
    const joint = humanoid[bone]!;
    const local = rotate(conjugate(body.restOf(bone)), subtract(centre, body.at(bone)));
    masses[joint]! += mass;
    for (let k = 0; k < 3; k++) moments[3 * joint + k]! += mass * local[k]!;
  }
  for (let j = 0; j < skeleton.count; j++) {
    for (let k = 0; k < 3; k++) if (masses[j]! > 0) moments[3 * j + k]! /= masses[j]!;
  }
  return { masses, centres: moments };
}

function segments(rig: Rig, body: BodyGeometry): Segment[] {
  const middle = (part: 'UpperArm' | 'UpperLeg', otherwise: Vec3): Vec3 => {
    const both = SIDES.map((side) => sided(side, part)).filter(body.has);
    return both.length === 2 ? scale(add(body.at(both[0]!), body.at(both[1]!)), 0.5) : otherwise;
  };
  const top = (['upperChest', 'chest', 'spine', 'hips'] as const).find(body.has)!;
  const hips = middle('UpperLeg', body.at('hips'));
  const shoulders = middle('UpperArm', body.at(top));
  const neck = body.has('neck') ? body.at('neck') : shoulders;
  const crown: Vec3 = [neck[0], rig.report.floor + rig.report.height, neck[2]];
  const { head, upperTrunk, middleTrunk, lowerTrunk } = DE_LEVA;
  const trunk = (part: { readonly centre: number }) => lerp(shoulders, hips, part.centre);
  return [
    { bones: ['head', 'neck', top], mass: head.mass, centre: lerp(crown, neck, head.centre) },
    { bones: [top], mass: upperTrunk.mass, centre: trunk(upperTrunk) },
    { bones: [top === 'upperChest' ? 'chest' : 'spine', 'hips'], mass: middleTrunk.mass, centre: trunk(middleTrunk) },
    { bones: ['hips'], mass: lowerTrunk.mass, centre: trunk(lowerTrunk) },
    ...SIDES.flatMap((side) => [...armSegments(body, side, top), ...legSegments(body, side)]),
  ];
}

function armSegments(body: BodyGeometry, side: Side, top: HumanoidBone): Segment[] {
  const [shoulder, upper, lower, hand] = [
    sided(side, 'Shoulder'),
    sided(side, 'UpperArm'),
    sided(side, 'LowerArm'),
    sided(side, 'Hand'),
  ];
  const a = place(body, [upper, shoulder, top]);
  const b = place(body, [lower, upper, shoulder, top]);
  const c = place(body, [hand, lower, upper, shoulder, top]);
  const reach = scale(body.has(hand) ? body.direction(hand) : ZERO, HAND_PART * hypot(...subtract(c, b)));
  const knuckle = place(body, [sided(side, 'MiddleProximal'), sided(side, 'IndexProximal')], add(c, reach));
  const { upperArm, forearm, hand: palm } = DE_LEVA;
  return [
    { bones: [upper, shoulder, top], mass: upperArm.mass, centre: lerp(a, b, upperArm.centre) },
    { bones: [lower, upper, shoulder, top], mass: forearm.mass, centre: lerp(b, c, forearm.centre) },
    { bones: [hand, lower, upper, shoulder, top], mass: palm.mass, centre: lerp(c, knuckle, palm.centre) },
  ];
}

function legSegments(body: BodyGeometry, side: Side): Segment[] {
  const [upper, lower, foot] = [sided(side, 'UpperLeg'), sided(side, 'LowerLeg'), sided(side, 'Foot')];
  const a = place(body, [upper, 'hips']);
  const b = place(body, [lower, upper, 'hips']);
  const c = place(body, [foot, lower, upper, 'hips']);
  const { thigh, shank, foot: sole } = DE_LEVA;
  return [
    { bones: [upper, 'hips'], mass: thigh.mass, centre: lerp(a, b, thigh.centre) },
    { bones: [lower, upper, 'hips'], mass: shank.mass, centre: lerp(b, c, shank.centre) },
    { bones: [foot, lower, upper, 'hips'], mass: sole.mass, centre: lerp(c, toeEnd(body, side), sole.centre) },
  ];
}

/** World rest position of the tip of the toes, estimated from the foot where the rig has no toes. */
function toeEnd(body: BodyGeometry, side: Side): Vec3 {
  const [lower, foot, toes] = [sided(side, 'LowerLeg'), sided(side, 'Foot'), sided(side, 'Toes')];
  if (!body.has(foot)) return place(body, [lower, sided(side, 'UpperLeg'), 'hips']);
  const shin = body.has(lower) ? hypot(...subtract(body.at(foot), body.at(lower))) : 0;
  const forward = footForward(body, side);
  if (!body.has(toes)) return add(body.at(foot), scale(forward, FOOT_PART * shin));
  return add(body.at(toes), scale(forward, 0.2 * shin));
}

function place(body: BodyGeometry, bones: readonly HumanoidBone[], otherwise: Vec3 = ZERO): Vec3 {
  const bone = bones.find(body.has);
  return bone ? body.at(bone) : otherwise;
}

/** World position of the common centre of masses, metres: Σ mᵢ cᵢ / Σ mᵢ. */
export function centreOfMass(parts: SegmentMasses, world: WorldTransforms): Vec3 {
  if (!isObject(parts) || !isList(parts.masses) || !isList(parts.centres)) {
    throw new RangeError(`the segment masses must be those of segmentMasses, got ${spellOut(parts)}`);
  }
  const { masses, centres } = parts;
  checkWorld(world);
  const count = world.positions.length / 3;
  if (masses.length !== count || centres.length !== 3 * count) {
    const got = `${masses.length} masses and ${centres.length} numbers of centres`;
    throw new RangeError(
      `the segment masses must be one for each of ${count} joints, with three numbers of a centre, got ${got}`,
    );
  }
  let sum: Vec3 = ZERO;
  let total = 0;
  for (let j = 0; j < masses.length; j++) {
    const mass = masses[j]!;
    if (mass === 0) continue;
    const centre = pointOf(world, j, [centres[3 * j]!, centres[3 * j + 1]!, centres[3 * j + 2]!]);
    sum = add(sum, scale(centre, mass));
    total += mass;
  }
  return scale(sum, 1 / total);
}

/**
 * Corners of the convex floor area that the feet stand on in `world`, `[x, z]` metres, in order.
 * A foot that is lifted more than a tenth of the hip height above the lower one does not count.
 */
export function supportPolygon(rig: Rig, world: WorldTransforms): (readonly [x: number, z: number])[] {
  checkRig(rig);
  checkWorld(world);
  const points = SIDES.flatMap((side) => soleCorners(rig, world, side));
  const lowest = Math.min(...points.map((point) => point[1]));
  const standing = points.filter((point) => point[1] < lowest + 0.1 * rig.report.hipHeight);
  return convexHull(standing.map((point) => [point[0], point[2]]));
}

/** The corners of the sole of a foot in `world`, metres: two at the heel, two at the toes; none where the character lacks that foot. */
export function soleCorners(rig: Rig, world: WorldTransforms, side: Side): Vec3[] {
  const body = bodyOf(rig);
  const foot = sided(side, 'Foot');
  const joint = rig.humanoid[foot];
  if (joint === undefined) return [];
  const inverse = conjugate(body.restOf(foot));
  const at = body.at(foot);
  const { heel, toe, long } = soleOf(rig, side);
  const across = scale(cross(soleUp(body, side), footForward(body, side)), SOLE_WIDTH * long);
  const [back, ahead] = [subtract(heel, at), subtract(toe, at)];
  const corners = [add(back, across), subtract(back, across), add(ahead, across), subtract(ahead, across)];
  return corners.map((corner) => pointOf(world, joint, rotate(inverse, corner)));
}

/** The ends of a sole, as the foot has it at rest, world metres. */
export interface SoleEnds {
  /** The sole under the ankle. */
  readonly under: Vec3;
  readonly heel: Vec3;
  readonly toe: Vec3;
  /** Metres along the floor from under the ankle to the tip of the toes. */
  readonly long: number;
}

/** World metres from the floor to the foot's joint when the foot stands flat; the character must have that foot. */
export function ankleHeight(rig: Rig, side: Side): number {
  return rig.soles?.[side]?.height ?? bodyOf(rig).at(sided(side, 'Foot'))[1] - rig.report.floor;
}

/** Where the sole of a foot begins and ends; the character must have that foot. */
export function soleOf(rig: Rig, side: Side): SoleEnds {
  const body = bodyOf(rig);
  const under = subtract(body.at(sided(side, 'Foot')), scale(soleUp(body, side), ankleHeight(rig, side)));
  const way = rejectFrom(subtract(toeEnd(body, side), under), soleUp(body, side));
  const long = hypot(...way);
  return { under, heel: subtract(under, scale(footForward(body, side), HEEL * long)), toe: add(under, way), long };
}

/** Half the width of a sole, and the heel behind the ankle, as parts of the length from ankle to toe tip. */
const SOLE_WIDTH = 0.25;
const HEEL = 0.3;
