import { clamp, toRadians } from '../../math/angles.ts';
import { asin, cos, sin } from '../../math/elementary.ts';
import { conjugate, multiply, rotate } from '../../math/quat.ts';
import { cross, distance, dot, normalize, rejectFrom, scale, subtract, UNIT_Y, type Vec3 } from '../../math/vec3.ts';
import { legBend, type BodyGeometry } from '../body/body-geometry.ts';
import { otherSide, type HumanoidBone } from '../body/bones.ts';
import { sided, SIDES, type Side } from '../body/found-bones.ts';
import type { FlatFeet, Sole, Soles } from '../body/sole.ts';
import { flatOfSole, SLOPES, type FlatOfSole } from './flat-of-sole.ts';
import { solesByJoints } from './measure-body.ts';
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
  /** Where a bone ends of which no humanoid bone tells it; null where nothing follows. */
  readonly tipOf: (bone: HumanoidBone) => Vec3 | null;
  /** What was told of it. */
  readonly flatFeet: FlatFeet;
}

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
/** Leg lengths by which a sole that is shown may be higher than the other while both stand. */
const RAISED = 0.012;
/** Leg lengths by which a foot without toes ends under its ankle from which on it need not stand flat. */
const HIGH = 0.14;
/** Radians by which two feet that are turned alike may be pitched differently. */
const SAME_SLOPE = toRadians(8);
/** Radians by which the flat of a drawn sole may be off the floor that the foot stands on. */
const OFF_FLAT = toRadians(22);
/** Sine of the angle by which a shin leans aside from which on a foot that nothing shows is tilted with it: no ankle stands flat so far aside. */
const STRADDLED = 0.2;

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
export function findSoles({ body, floor: lowest, drawn, bound, tipOf, flatFeet }: SoleEvidence): FoundSoles {
  const { up } = body.frame;
  const feet = SIDES.filter((side) => body.has(sided(side, 'Foot')) && body.has(sided(side, 'LowerLeg'))).map((side) => {
    const told = flatFeet[sided(side, 'Foot')];
    return {
      side,
      told,
      flat: flatOfSole(
        body,
        side,
        (['Foot', 'Toes'] as const).flatMap((part) => drawn.get(sided(side, part)) ?? []),
      ),
      asBound: !told && bound && standsFlat(bound, side, null) ? boundSole(body, bound, side) : null,
    };
  });
  type Foot = (typeof feet)[number];
  /** World y of the sole of a foot that stands; NaN, which is above nothing, where neither drawing nor skin shows it. */
  const placeOf = ({ side, flat, asBound }: Foot): number =>
    restHeight(body, side, (flat?.isPlain ? flat.heightAlong(up) : asBound?.height) ?? Number.NaN);
  const stands = (foot: Foot): boolean => {
    const { side, told, flat, asBound } = foot;
    if (told) return isLow(body, side) && dot(told, up) > AS_TOLD;
    // What ends far under its ankle, and shows no more, may be a foot on its tips.
    const end = flat || asBound || showsWay(body, side) ? null : tipOf(sided(side, 'Foot'));
    if (end && restHeight(body, side, end[1]) > HIGH * legLength(body, side)) return false;
    return standsFlat(body, side, flat) && !feet.some((other) => placeOf(foot) - placeOf(other) > RAISED * legLength(body, side));
  };
  const standing = feet.filter(stands);
  const isFlat = feet.every((foot) => standing.includes(foot) && !upAside(body, foot.side));
  const [stander] = isFlat ? [] : standing;
  const floor = stander ? floorUnder(body, stander.side, stander.flat, lowest) : lowest;
  const soles: Partial<Record<Side, Sole>> = {};
  const warnings: string[] = [];
  for (const foot of isFlat ? [] : feet) {
    const { side, told, flat, asBound } = foot;
    const isPlain = flat?.isPlain === true;
    const other = standing.find((each) => each !== foot);
    const example = feet.find((each) => each !== foot && each.told) ?? other;
    let isGuess = !example && !told;
    if (asBound || isPlain || !standing.includes(foot)) {
      const isAsOther =
        isLevel(body, side, flat) && (!other || Math.abs(slopeOf(body, side) - slopeOf(body, other.side)) < SAME_SLOPE);
      const slope = example ? slopeOf(body, example.side, example.told) : USUAL_SLOPE;
      const away = told ?? asBound?.up ?? (isPlain ? flat.up : isAsOther ? up : upAtSlope(body, side, slope));
      const seen = flat?.heightAlong(away) ?? asBound?.height;
      const height = seen ?? (other ? restHeight(body, other.side, floor) : usualHeight(body, side, away));
      soles[side] = { up: away, height };
    } else {
      const tilted = told ?? upAside(body, side);
      if (tilted) soles[side] = { up: tilted, height: restHeight(body, side, floor) };
      // Alone on the floor and that steep it may be up on its toes as well, as in a run.
      isGuess &&= slopeOf(body, side) > USUAL_SLOPE + SAME_SLOPE;
    }
    if (isGuess && !(asBound || isPlain))
      warnings.push(`Nothing shows where the sole of the ${side} foot is. Pose the foot flat, and tell that it stands so.`);
  }
  return { soles, floor, warnings };
}

/** World y of the sole of a foot that stands, be what is lowest of the body that sole or the tip of the other foot. */
function floorUnder(body: BodyGeometry, side: Side, flat: FlatOfSole | null, lowest: number): number {
  const toes = sided(side, 'Toes');
  if (flat) return restHeight(body, side, flat.heightAlong(body.frame.up));
  const isOverOther = body.has(toes) && body.at(toes)[1] - lowest > restHeight(body, side, body.at(toes)[1]);
  return isOverOther ? restHeight(body, side, usualHeight(body, side, body.frame.up)) : lowest;
}

/** Whether the foot of one side can stand flat as it is in a pose: it is turned so, and no higher than the other. */
function standsFlat(body: BodyGeometry, side: Side, flat: FlatOfSole | null): boolean {
  return isLow(body, side) && isLevel(body, side, flat);
}

/** Whether a foot is no higher than the other. */
function isLow(body: BodyGeometry, side: Side): boolean {
  const foot = sided(side, 'Foot');
  const other = otherSide(foot);
  return !body.has(other) || body.at(foot)[1] - body.at(other)[1] < UNEVEN * legLength(body, side);
}

function legLength(body: BodyGeometry, side: Side): number {
  const [upper, lower, foot] = [sided(side, 'UpperLeg'), sided(side, 'LowerLeg'), sided(side, 'Foot')];
  return distance(body.at(lower), body.at(foot)) + (body.has(upper) ? distance(body.at(upper), body.at(lower)) : 0);
}

/** Whether a foot is turned as one that stands flat. */
function isLevel(body: BodyGeometry, side: Side, flat: FlatOfSole | null): boolean {
  const { up, forward } = body.frame;
  if (-dot(body.direction(sided(side, 'LowerLeg')), up) < SHIN_LEANS) return false;
  if (flat?.isPlain) return dot(flat.up, up) > cos(OFF_FLAT);
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

/** What is up for a foot that is tilted with a leg put aside; null where the shin hardly leans aside. */
function upAside(body: BodyGeometry, side: Side): Vec3 | null {
  const { forward, left } = body.frame;
  const shin = body.direction(sided(side, 'LowerLeg'));
  return Math.abs(dot(shin, left)) < STRADDLED ? null : normalize(rejectFrom(scale(shin, -1), forward));
}

/** Radians by which a foot goes down from its joint to its toes where `up` is up; at rest, unless told otherwise. */
function slopeOf(body: BodyGeometry, side: Side, up = body.frame.up): number {
  return -asin(clamp(dot(body.direction(sided(side, 'Foot')), up), -1, 1));
}

/** The sole of a foot that stood when the skin was bound, as the foot has it at rest. */
function boundSole(body: BodyGeometry, bound: BodyGeometry, side: Side): Sole {
  const foot = sided(side, 'Foot');
  const turned = multiply(body.restOf(foot), conjugate(bound.restOf(foot)));
  return {
    up: normalize(rotate(turned, bound.frame.up)),
    height: restHeight(bound, side, solesByJoints(bound, [], 2 * bound.at('hips')[1])),
  };
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

/** Where nothing shows it: the toes' joint over the floor as a share of how far it is under the ankle. Our choice, from figures that stand. */
const UNDER_TOES = 0.3;
/** The same for an ankle without toes, in shins. */
const ANKLE = 0.18;

function usualHeight(body: BodyGeometry, side: Side, up: Vec3): number {
  const [knee, foot, toes] = [sided(side, 'LowerLeg'), sided(side, 'Foot'), sided(side, 'Toes')];
  if (!body.has(toes)) return ANKLE * distance(body.at(knee), body.at(foot));
  return Math.max(0, (1 + UNDER_TOES) * dot(subtract(body.at(foot), body.at(toes)), up));
}
