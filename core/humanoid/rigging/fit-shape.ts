import { conjugate, rotate } from '../../math/quat.ts';
import { add, distance, dot, lerp, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import { footForward } from '../anatomy/leg-limits.ts';
import type { BodyGeometry } from '../body/body-geometry.ts';
import type { BodyShape, Capsule } from '../body/body-shape.ts';
import { isFinger, TRUNK, type HumanoidBone, type HumanoidMap } from '../body/bones.ts';
import { sided, SIDES, type Side } from '../body/found-bones.ts';
import { fitRound, fitSlice, fitSolid, type FittedCapsule } from './fit-capsule.ts';
import type { PointsOnBones } from './points-on-bones.ts';
import { evenSides } from './even-sides.ts';
import { refineShape, type Flesh } from './refine-shape.ts';

/** What a shape is fitted to. World, metres, at rest. */
export interface ShapeSource {
  readonly body: BodyGeometry;
  readonly humanoid: HumanoidMap;
  readonly points: PointsOnBones;
  /** Floor to the top of the head, and the floor's y. */
  readonly height: number;
  readonly floor: number;
}

const NEXT_BONES: Readonly<Record<string, string>> = {
  UpperArm: 'LowerArm',
  LowerArm: 'Hand',
  UpperLeg: 'LowerLeg',
  LowerLeg: 'Foot',
};
/** How many capsules an arm's or a leg's bone has, so that it may taper. */
const TAPERS = 2;
/** Height of a slice of the trunk as a share of the body's. */
const SLICE = 0.035;
/** The most slices of a trunk, however small the body's height is beside it: bones that were chosen wrongly leave any height. */
const MOST_SLICES = 32;
/** Points by which the shape of a slice is told. */
const FEWEST_IN_SLICE = 24;
/** Radii of flesh on bones that nothing is drawn on, as shares of the body's height. Our choice, from figures of usual build. */
const USUAL: Readonly<Record<string, number>> = {
  UpperArm: 0.026,
  LowerArm: 0.021,
  Hand: 0.011,
  UpperLeg: 0.043,
  LowerLeg: 0.03,
  Foot: 0.022,
  Toes: 0.015,
  finger: 0.0045,
  neck: 0.032,
  head: 0.048,
  trunk: 0.062,
};
/** Half the width of a trunk that nothing is drawn on, as a share of the body's height. */
const USUAL_WIDTH = 0.09;

/** The flesh of a body: fitted to what is drawn on its bones, and of usual thickness where nothing is. First by extents, then by the skin itself. */
export function fitShape(source: ShapeSource): BodyShape {
  const { body, humanoid } = source;
  const fitted: [HumanoidBone, readonly FittedCapsule[]][] = [...fitTrunk(source), ...fitHead(source)];
  for (const side of SIDES) {
    for (const part of Object.keys(NEXT_BONES)) fitted.push([sided(side, part) as HumanoidBone, fitBone(source, side, part)]);
    fitted.push([sided(side, 'Hand'), fitEnd(source, sided(side, 'Hand'), body.direction(sided(side, 'Hand')))]);
    fitted.push([sided(side, 'Shoulder'), fitShoulder(source, side)]);
    for (const part of ['Foot', 'Toes'] as const)
      fitted.push([sided(side, part), fitEnd(source, sided(side, part), footForward(body, side))]);
  }
  for (const bone of Object.keys(humanoid) as HumanoidBone[]) if (isFinger(bone)) fitted.push([bone, fitFinger(source, bone)]);
  const flesh = fitted.flatMap(([bone, capsules]) => capsules.map((capsule): Flesh => ({ bone, capsule })));
  const refined = refineShape(flesh, source.points, TRUNK);
  return evenSides(refined, body.at('hips'), body.frame.left).flatMap((each) => inJoint(source, each));
}

function inJoint({ body, humanoid }: ShapeSource, { bone, capsule: { start, end, radius } }: Flesh): Capsule[] {
  const joint = humanoid[bone];
  if (joint === undefined || !(radius > 0) || ![...start, ...end].every(Number.isFinite)) return [];
  const [at, turn] = [body.at(bone), conjugate(body.restOf(bone))];
  const local = (place: Vec3) => rotate(turn, subtract(place, at));
  return [{ bone, joint, start: local(start), end: local(end), radius }];
}

/** A bone of an arm or a leg, in halves. */
function fitBone({ body, points, height }: ShapeSource, side: Side, part: string): FittedCapsule[] {
  const [bone, next] = [sided(side, part), sided(side, NEXT_BONES[part]!)] as [HumanoidBone, HumanoidBone];
  if (!body.has(bone) || !body.has(next)) return [];
  const [from, to] = [body.at(bone), body.at(next)];
  const usual = USUAL[part]! * height;
  if (distance(from, to) < usual / 10) return [];
  return Array.from({ length: TAPERS }, (_, i): FittedCapsule => {
    const [start, end] = [lerp(from, to, i / TAPERS), lerp(from, to, (i + 1) / TAPERS)];
    return fitRound(points.get(bone) ?? [], start, end) ?? { start, end, radius: usual };
  });
}

/** What is drawn on a shoulder, as far as the arm. */
function fitShoulder({ body, points }: ShapeSource, side: Side): FittedCapsule[] {
  const [bone, next] = [sided(side, 'Shoulder'), sided(side, 'UpperArm')] as const;
  if (!body.has(bone) || !body.has(next) || distance(body.at(bone), body.at(next)) === 0) return [];
  const fitted = fitRound(points.get(bone) ?? [], body.at(bone), body.at(next));
  return fitted ? [fitted] : [];
}

/** A hand, a foot or toes, along `axis`. */
function fitEnd({ body, points, height, floor }: ShapeSource, bone: HumanoidBone, axis: Vec3): FittedCapsule[] {
  if (!body.has(bone)) return [];
  const fitted = fitSolid(points.get(bone) ?? [], axis);
  if (fitted.length > 0) return fitted;
  const part = bone.replace(/^(left|right)/, '');
  const radius = USUAL[part]! * height;
  const from = body.at(bone);
  if (part === 'Hand') return [{ start: from, end: add(from, scale(axis, 0.05 * height)), radius }];
  // A foot lies on the floor, below its ankle.
  const low: Vec3 = [from[0], Math.min(from[1], floor + radius), from[2]];
  const toes = body.has(bone.replace('Foot', 'Toes') as HumanoidBone);
  const reach = part === 'Toes' ? 0.03 : toes ? 0.06 : 0.1;
  return [{ start: low, end: add(low, scale(axis, reach * height)), radius }];
}

function fitFinger({ body, points, height }: ShapeSource, bone: HumanoidBone): FittedCapsule[] {
  const next = nextFinger(bone);
  const from = body.at(bone);
  const isLast = next === null || !body.has(next);
  const to = isLast ? add(from, scale(body.direction(bone), 0.012 * height)) : body.at(next);
  if (distance(from, to) < 1e-4 * height) return [];
  return [fitRound(points.get(bone) ?? [], from, to) ?? { start: from, end: to, radius: USUAL['finger']! * height }];
}

function nextFinger(bone: HumanoidBone): HumanoidBone | null {
  const order = bone.includes('Thumb') ? ['Metacarpal', 'Proximal', 'Distal'] : ['Proximal', 'Intermediate', 'Distal'];
  const place = order.findIndex((phalanx) => bone.endsWith(phalanx));
  const next = order[place + 1];
  return next === undefined ? null : (bone.replace(order[place]!, next) as HumanoidBone);
}

function fitHead({ body, points, height }: ShapeSource): [HumanoidBone, readonly FittedCapsule[]][] {
  const fitted: [HumanoidBone, readonly FittedCapsule[]][] = [];
  const { up } = body.frame;
  if (body.has('neck') && body.has('head')) {
    const [from, to] = [body.at('neck'), body.at('head')];
    const usual = { start: from, end: to, radius: USUAL['neck']! * height };
    if (distance(from, to) > 1e-3 * height) fitted.push(['neck', [fitRound(points.get('neck') ?? [], from, to) ?? usual]]);
  }
  if (!body.has('head')) return fitted;
  const drawn = fitSolid(points.get('head') ?? [], up);
  const [radius, low] = [USUAL['head']! * height, body.at('head')];
  const usual = { start: add(low, scale(up, radius)), end: add(low, scale(up, 1.6 * radius)), radius };
  return [...fitted, ['head', drawn.length > 0 ? drawn : [usual]]];
}

/** The points within `thickness` of a level, or as many further ones as it takes to tell a shape. */
function nearestTo(
  level: number,
  points: readonly Vec3[],
  thickness: number,
  heightOf: (place: Vec3) => number,
): readonly Vec3[] {
  const away = (point: Vec3) => Math.abs(heightOf(point) - level);
  const distances = Float64Array.from(points, away).sort();
  const reach = Math.max(thickness, distances[FEWEST_IN_SLICE - 1] ?? Infinity);
  return points.filter((point) => away(point) <= reach);
}

/** The trunk in slices from its lowest points to the neck, each carried by the bone that it lies beside. */
function fitTrunk({ body, points, height }: ShapeSource): [HumanoidBone, readonly FittedCapsule[]][] {
  const bones = TRUNK.filter(body.has);
  const { up, left, forward } = body.frame;
  const drawn = bones.flatMap((bone) => points.get(bone) ?? []);
  const heightOf = (place: Vec3) => dot(place, up);
  const heights = Float64Array.from(drawn, heightOf).sort();
  const hips = heightOf(body.at('hips'));
  const usual = USUAL['trunk']! * height;
  const bottom = Math.min(hips - usual / 2, heights[Math.floor(0.02 * heights.length)] ?? Infinity);
  const above = (['neck', 'head'] as const).find(body.has);
  const top = above ? heightOf(body.at(above)) : heightOf(body.at(bones.at(-1)!)) + 2 * usual;
  const count = Math.min(Math.max(1, Math.ceil((top - bottom) / (SLICE * height))), MOST_SLICES);
  const thickness = (top - bottom) / count;
  const slices: [HumanoidBone, readonly FittedCapsule[]][] = [];
  for (let i = 0; i < count; i++) {
    const level = bottom + (i + 0.5) * thickness;
    const bone = bones.findLast((each) => heightOf(body.at(each)) <= level) ?? bones[0]!;
    const axis = body.at(bone);
    const centre = add(axis, scale(up, level - heightOf(axis)));
    const slice = nearestTo(level, drawn, thickness, heightOf);
    const side = scale(left, USUAL_WIDTH * height - usual);
    const plain: FittedCapsule = { start: subtract(centre, side), end: add(centre, side), radius: usual };
    const fitted = fitSlice(slice, centre, left, forward) ?? (drawn.length > 0 ? null : plain);
    // What would reach beyond the trunk's ends is left to its neighbours.
    if (!fitted || level - bottom < 0.6 * fitted.radius || top - level < 0.6 * fitted.radius) continue;
    slices.push([bone, [fitted]]);
  }
  return slices;
}
