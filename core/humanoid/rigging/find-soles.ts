import { toRadians } from '../../math/angles.ts';
import { asin, cos, sin } from '../../math/elementary.ts';
import { conjugate, multiply, rotate } from '../../math/quat.ts';
import { cross, distance, dot, normalize, rejectFrom, scale, subtract, UNIT_Y, type Vec3 } from '../../math/vec3.ts';
import { legBend, type BodyGeometry } from '../body/body-geometry.ts';
import { sided, SIDES, type Side } from '../body/found-bones.ts';
import type { FlatFeet, Sole, Soles } from '../body/sole.ts';
import { flatOfSole, type FlatOfSole } from './flat-of-sole.ts';
import type { PointsOnBones } from './points-on-bones.ts';

/** What tells of a body's soles. */
export interface SoleEvidence {
  /** At rest. */
  readonly body: BodyGeometry;
  readonly floor: number;
  /** What is drawn, world, at rest. */
  readonly drawn: PointsOnBones;
  /** The same body as its skin was bound; null where that is not known. */
  readonly bound: BodyGeometry | null;
  /** What was told of it. */
  readonly flatFeet: FlatFeet;
}

/** Slopes down from the ankle to the toes between which a foot can stand flat: high heels are the steepest. */
const SLOPES = [-toRadians(25), toRadians(62)] as const;
/** The slope of a foot of which nothing else tells. Our choice, from figures that stand. */
const USUAL_SLOPE = toRadians(30);
/** Cosine by which a foot that stands looks ahead at least, seen from above: it may be turned out. */
const LEAST_AHEAD = 0.2;
/** Cosine between a shin and the vertical beneath which nobody's foot stands flat. */
const SHIN_LEANS = cos(toRadians(50));
/** Cosine between a shin and the end of a foot without toes from which on that is no tip of toes. */
const ALONG_SHIN = cos(toRadians(30));
/** Cosine by which a foot of which is told how it stands flat is turned so at rest. */
const AS_TOLD = cos(toRadians(3));
/** Leg lengths by which an ankle may be higher than the other while both stand. */
const UNEVEN = 0.035;
/** Radians by which two feet that are turned alike may be pitched differently. */
const SAME_SLOPE = toRadians(8);
/** Radians by which the flat of a drawn sole may be off the floor that the foot stands on. */
const OFF_FLAT = toRadians(22);

/** What is found of a body's soles. */
export interface FoundSoles {
  readonly soles: Soles;
  /** World y on which the feet that stand do so; the floor as it was where none or all of them stand. */
  readonly floor: number;
  /** Sentences about what is a guess. */
  readonly warnings: readonly string[];
}

/**
 * The soles of a body of which not both feet stand on them at rest. A file may rest in a run, on one leg or with pointed toes: then the pose tells in which the
 * skin was bound, where the foot stands in that one, else the flat of what is drawn, else the other foot, else usual feet. What was told goes before all of these.
 */
export function findSoles({ body, floor: lowest, drawn, bound, flatFeet }: SoleEvidence): FoundSoles {
  const sides = SIDES.filter((side) => body.has(sided(side, 'Foot')) && body.has(sided(side, 'LowerLeg')));
  const flats = new Map(sides.map((side) => [side, flatOfSole(body, side, drawnFoot(drawn, side))]));
  const toldOf = (side: Side) => flatFeet[sided(side, 'Foot')] ?? null;
  const standing = sides.filter((side) => {
    const told = toldOf(side);
    return told ? isLow(body, side) && dot(told, body.frame.up) > AS_TOLD : standsFlat(body, side, flats.get(side) ?? null);
  });
  if (standing.length === sides.length) return { soles: {}, floor: lowest, warnings: [] };
  const stander = standing[0] ?? null;
  const floor = stander ? floorUnder(body, stander, flats.get(stander) ?? null, lowest) : lowest;
  const soles: Partial<Record<Side, Sole>> = {};
  const warnings: string[] = [];
  for (const side of sides) {
    const flat = flats.get(side) ?? null;
    const told = toldOf(side);
    const isBound = !told && bound !== null && standsFlat(bound, side, null);
    const isPlain = flat?.isPlain === true;
    if (standing.includes(side) && !isBound && !isPlain) continue;
    const other = standing.find((each) => each !== side) ?? null;
    const example = sides.find((each) => each !== side && toldOf(each)) ?? other;
    const isAsOther = isLevel(body, side, flat) && (!other || Math.abs(slopeOf(body, side) - slopeOf(body, other)) < SAME_SLOPE);
    const up =
      told ??
      (isBound
        ? boundUp(body, bound, side)
        : isPlain
          ? flat.up
          : isAsOther
            ? body.frame.up
            : upAtSlope(body, side, example ? slopeOf(body, example, toldOf(example) ?? undefined) : USUAL_SLOPE));
    const height = flat
      ? flat.heightAlong(up)
      : isBound
        ? restHeight(bound, side, boundFloor(bound))
        : other
          ? restHeight(body, other, floor)
          : usualHeight(body, side, up);
    soles[side] = { up, height };
    if (!told && !isBound && !isPlain && !example) {
      warnings.push(
        `The ${side} foot does not stand on its sole at rest, and nothing shows where that is. Pose the foot flat, and tell that it stands so.`,
      );
    }
  }
  return { soles, floor, warnings };
}

/** World y of the sole of a foot that stands, be what is lowest of the body that sole or the tip of the other foot. */
function floorUnder(body: BodyGeometry, side: Side, flat: FlatOfSole | null, lowest: number): number {
  const [foot, toes] = [sided(side, 'Foot'), sided(side, 'Toes')];
  const ankle = body.at(foot)[1];
  if (flat) return ankle - flat.heightAlong(body.frame.up);
  if (!body.has(toes)) return lowest;
  const ball = body.at(toes)[1];
  const drop = Math.max(0, ankle - ball);
  return ball - lowest > drop ? ball - UNDER_TOES * drop : lowest;
}

function drawnFoot(drawn: PointsOnBones, side: Side): readonly Vec3[] {
  return [...(drawn.get(sided(side, 'Foot')) ?? []), ...(drawn.get(sided(side, 'Toes')) ?? [])];
}

/** Whether the foot of one side can stand flat as it is in a pose: it is turned so, and no higher than the other. */
function standsFlat(body: BodyGeometry, side: Side, flat: FlatOfSole | null): boolean {
  return isLow(body, side) && isLevel(body, side, flat);
}

/** Whether a foot is no higher than the other. */
function isLow(body: BodyGeometry, side: Side): boolean {
  const [upper, lower, foot] = [sided(side, 'UpperLeg'), sided(side, 'LowerLeg'), sided(side, 'Foot')];
  const other = sided(side === 'left' ? 'right' : 'left', 'Foot');
  const leg = distance(body.at(lower), body.at(foot)) + (body.has(upper) ? distance(body.at(upper), body.at(lower)) : 0);
  return !body.has(other) || body.at(foot)[1] - body.at(other)[1] < UNEVEN * leg;
}

/** Whether a foot is turned as one that stands flat. */
function isLevel(body: BodyGeometry, side: Side, flat: FlatOfSole | null): boolean {
  const { up, forward } = body.frame;
  if (-dot(body.direction(sided(side, 'LowerLeg')), up) < SHIN_LEANS) return false;
  if (flat?.isPlain) return dot(flat.up, up) > cos(OFF_FLAT) || flat.standsWhere(up);
  if (!showsWay(body, side)) return true;
  const slope = slopeOf(body, side);
  const ahead = normalize(rejectFrom(body.direction(sided(side, 'Foot')), up), forward);
  return slope > SLOPES[0] && slope < SLOPES[1] && dot(ahead, forward) > LEAST_AHEAD;
}

/** Whether it is known where a foot points: one without toes may end straight under its ankle, on the floor. */
function showsWay(body: BodyGeometry, side: Side): boolean {
  const way = body.direction(sided(side, 'Foot'));
  return (
    body.has(sided(side, 'Toes')) ||
    (way !== body.frame.forward && dot(way, body.direction(sided(side, 'LowerLeg'))) < ALONG_SHIN)
  );
}

/** Radians by which a foot goes down from its joint to its toes where `up` is up; at rest, unless told otherwise. */
function slopeOf(body: BodyGeometry, side: Side, up = body.frame.up): number {
  return -asin(Math.max(-1, Math.min(1, dot(body.direction(sided(side, 'Foot')), up))));
}

/** What was up when the skin was bound, as the foot has it at rest. */
function boundUp(body: BodyGeometry, bound: BodyGeometry, side: Side): Vec3 {
  const foot = sided(side, 'Foot');
  return normalize(rotate(multiply(body.restOf(foot), conjugate(bound.restOf(foot))), bound.frame.up));
}

/** What would be up if the foot, which turns about the axis of its knee, went down to its toes at this slope. */
function upAtSlope(body: BodyGeometry, side: Side, slope: number): Vec3 {
  // Special case for a foot whose direction nothing tells: its sole is square to the shin.
  if (!showsWay(body, side)) return scale(body.direction(sided(side, 'LowerLeg')), -1);
  // General case.
  const way = body.direction(sided(side, 'Foot'));
  const dorsal = normalize(cross(way, legBend(body, side).axis), UNIT_Y);
  return normalize(subtract(scale(dorsal, cos(slope)), scale(way, sin(slope))));
}

function restHeight(body: BodyGeometry, side: Side, floor: number): number {
  return body.at(sided(side, 'Foot'))[1] - floor;
}

/** World y on which a body without a mesh stands: its origin, or the lowest of its feet. */
function boundFloor(body: BodyGeometry): number {
  const feet = SIDES.flatMap((side) => (['Foot', 'Toes'] as const).map((part) => sided(side, part))).filter(body.has);
  const lowest = Math.min(...feet.map((bone) => body.at(bone)[1]));
  return lowest > 0 && lowest < 0.1 * body.at('hips')[1] ? 0 : lowest;
}

/** Where nothing shows it: the toes' joint over the floor as a share of how far it is under the ankle. Our choice, from figures that stand. */
const UNDER_TOES = 0.3;
/** The same for an ankle without toes, in shins. */
const ANKLE = 0.18;

function usualHeight(body: BodyGeometry, side: Side, up: Vec3): number {
  const [knee, foot, toes] = [sided(side, 'LowerLeg'), sided(side, 'Foot'), sided(side, 'Toes')];
  if (!body.has(toes)) return ANKLE * distance(body.at(knee), body.at(foot));
  return Math.max(0, (1 + UNDER_TOES) * dot(subtract(body.at(foot), body.at(toes)), up));
}
