import { add, cross, dot, normalize, rejectFrom, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import type { Limit } from '../../skeleton/limits.ts';
import { armBend, bendOf, type BodyGeometry } from '../body/body-geometry.ts';
import type { HumanoidBone } from '../body/bones.ts';
import { FINGERS } from '../detection/finger-names.ts';
import { sided, type Side } from '../body/found-bones.ts';
import { coneLimit, frameAlong, hingeLimit } from './limit-frames.ts';
import { MOTION_RANGES, type Reach } from './motion-ranges.ts';

/** The directions of a hand at rest, world unit vectors. */
export interface HandFrame {
  /** From the wrist to the knuckles. */
  readonly along: Vec3;
  /** Across the palm towards the thumb. */
  readonly thumb: Vec3;
  /** Out of the palm. */
  readonly palm: Vec3;
}

/** Twist that a knuckle has beyond none, radians: keeps finger goals from locking. Our choice. */
const KNUCKLE_TWIST = 0.05;

/** Limits of the wrist and fingers of one side. The wrist's twist carries the forearm's pronation and supination. */
export function handLimits(body: BodyGeometry, side: Side, reach: Reach): [HumanoidBone, Limit][] {
  const wrist = sided(side, 'Hand');
  if (!body.has(wrist)) return [];
  const hand = handFrame(body, side);
  const limits: [HumanoidBone, Limit][] = [[wrist, wristLimit(body, side, hand, reach)]];
  for (const finger of FINGERS) {
    if (finger === 'Thumb') limits.push(...thumbLimits(body, side, hand, reach));
    else limits.push(...fingerLimits(body, side, finger, hand, reach));
  }
  return limits;
}

/** The palm by the row of knuckles; without fingers by the elbow, which bends towards the thumb's side of a hanging arm. */
export function handFrame(body: BodyGeometry, side: Side): HandFrame {
  const along = body.direction(sided(side, 'Hand'));
  const name = (part: string) => `${side}${part}` as HumanoidBone;
  const knuckles = ['IndexProximal', 'MiddleProximal', 'RingProximal', 'LittleProximal'].map(name).filter(body.has);
  const first = knuckles[0];
  const last = knuckles.at(-1);
  const across = first && last && first !== last ? rejectFrom(subtract(body.at(first), body.at(last)), along) : null;
  const thumb = normalize(across ?? rejectFrom(elbowCrease(body, side), along), body.frame.forward);
  return { along, thumb, palm: normalize(scale(cross(along, thumb), side === 'left' ? 1 : -1)) };
}

/** The direction to which the lower arm flexes at rest. */
function elbowCrease(body: BodyGeometry, side: Side): Vec3 {
  if (!body.has(sided(side, 'UpperArm')) || !body.has(sided(side, 'LowerArm'))) return body.frame.forward;
  return cross(armBend(body, side).axis, body.direction(sided(side, 'LowerArm')));
}

function wristLimit(body: BodyGeometry, side: Side, hand: HandFrame, reach: Reach): Limit {
  const bone = sided(side, 'Hand');
  const lower = sided(side, 'LowerArm');
  const forearm = body.has(lower) ? body.direction(lower) : hand.along;
  // x to the thumb's side, y = z × x out of the palm on the left and out of the back of the hand on the right.
  const cone = frameAlong(forearm, elbowCrease(body, side));
  const { flexion, extension, radial, ulnar } = MOTION_RANGES.wrist;
  const [plusX, minusX] = side === 'left' ? [extension, flexion] : [flexion, extension];
  const { pronation, supination } = MOTION_RANGES.forearm;
  const [minTwist, maxTwist] = side === 'left' ? [supination, pronation] : [pronation, supination];
  return coneLimit(
    body.restOf(bone),
    cone,
    frameAlong(hand.along, hand.thumb),
    [reach(plusX), reach(minusX), reach(radial), reach(ulnar)],
    [-reach(minTwist), reach(maxTwist)],
  );
}

function fingerLimits(
  body: BodyGeometry,
  side: Side,
  finger: Exclude<(typeof FINGERS)[number], 'Thumb'>,
  hand: HandFrame,
  reach: Reach,
): [HumanoidBone, Limit][] {
  const name = (part: string) => `${side}${finger}${part}` as HumanoidBone;
  const limits: [HumanoidBone, Limit][] = [];
  const proximal = name('Proximal');
  if (!body.has(proximal)) return limits;
  const direction = body.direction(proximal);
  const straight = normalize(rejectFrom(direction, hand.palm), hand.along);
  const { flexion, extension, spread } = MOTION_RANGES.knuckle;
  const aside = reach(spread);
  // x out of the palm: a turn about +y closes the hand.
  limits.push([
    proximal,
    coneLimit(
      body.restOf(proximal),
      frameAlong(straight, hand.palm),
      frameAlong(direction, dot(direction, hand.palm) > 0.9 ? scale(hand.along, -1) : hand.palm),
      [aside, aside, reach(flexion), reach(extension)],
      [-KNUCKLE_TWIST, KNUCKLE_TWIST],
    ),
  ]);
  let previous = direction;
  let towards = normalize(rejectFrom(hand.palm, direction), scale(hand.along, -1));
  for (const [part, range] of [
    ['Intermediate', MOTION_RANGES.finger.intermediate],
    ['Distal', MOTION_RANGES.finger.distal],
  ] as const) {
    const bone = name(part);
    if (!body.has(bone)) break;
    const next = body.direction(bone);
    const { axis, atRest } = bendOf(previous, next, towards);
    limits.push([
      bone,
      hingeLimit(body.restOf(bone), axis, -reach(MOTION_RANGES.finger.extension) - atRest, reach(range) - atRest),
    ]);
    previous = next;
    towards = cross(axis, next);
  }
  return limits;
}

function thumbLimits(body: BodyGeometry, side: Side, hand: HandFrame, reach: Reach): [HumanoidBone, Limit][] {
  const bones = (['Metacarpal', 'Proximal', 'Distal'] as const)
    .map((part) => `${side}Thumb${part}` as HumanoidBone)
    .filter(body.has);
  const range = MOTION_RANGES.thumb;
  return bones.map((bone, i): [HumanoidBone, Limit] => {
    const direction = body.direction(bone);
    // The thumb closes across the palm: away from its own side and towards the palm.
    const closing = normalize(rejectFrom(add(scale(hand.palm, 0.8), scale(hand.thumb, -0.6)), direction), hand.palm);
    if (i > 0) {
      const { axis, atRest } = bendOf(body.direction(bones[i - 1]!), direction, closing);
      const isLast = bone.endsWith('Distal');
      const [extension, flexion] = isLast ? [range.distalExtension, range.distal] : [range.proximalExtension, range.proximal];
      return [bone, hingeLimit(body.restOf(bone), axis, -reach(extension) - atRest, reach(flexion) - atRest)];
    }
    const frame = frameAlong(direction, scale(hand.thumb, -1));
    const aside = reach(range.abduction) / 2;
    return [
      bone,
      coneLimit(
        body.restOf(bone),
        frame,
        frame,
        [aside, aside, reach(range.flexion), reach(range.extension)],
        [-KNUCKLE_TWIST, KNUCKLE_TWIST],
      ),
    ];
  });
}
