import { DEGREES } from '../../math/angles.ts';
import { cos, sin } from '../../math/elementary.ts';
import { multiply, rotate, shortestArc } from '../../math/quat.ts';
import { add, cross, dot, normalize, rejectFrom, scale, type Vec3 } from '../../math/vec3.ts';
import type { Limit, SwingTwistLimit } from '../../skeleton/limits.ts';
import { legBend, outward, type BodyGeometry } from '../body/body-geometry.ts';
import type { HumanoidBone } from '../body/bones.ts';
import { sided, type Side } from '../body/found-bones.ts';
import { kneeAboveHock, pawLimit } from './hock-limits.ts';
import { coneLimit, frameAlong, halfAnglesReaching, hingeLimit } from './limit-frames.ts';
import { MOTION_RANGES, type Reach } from './motion-ranges.ts';

/** The middle of what a thigh reaches: flexed and a little abducted. Our choice. */
const HIP_CENTRE = { flexion: 52 * DEGREES, abduction: 8 * DEGREES };

/** Limits of the thigh, shin, foot and toes of one side. */
export function legLimits(body: BodyGeometry, side: Side, reach: Reach): [HumanoidBone, Limit][] {
  const limits: [HumanoidBone, Limit][] = [];
  const [upper, lower, foot, toes] = [sided(side, 'UpperLeg'), sided(side, 'LowerLeg'), sided(side, 'Foot'), sided(side, 'Toes')];
  if (body.has(upper)) limits.push([upper, hipLimit(body, side, reach)]);
  if (body.has(lower)) {
    const { axis, atRest } = kneeAboveHock(body, side) ?? legBend(body, side);
    const { flexion, extension } = MOTION_RANGES.knee;
    limits.push([lower, hingeLimit(body.restOf(lower), axis, -reach(extension) - atRest, reach(flexion) - atRest)]);
  }
  if (body.has(foot)) limits.push([foot, ankleLimit(body, side, reach)]);
  if (body.has(toes)) {
    // Turning forward to up about this axis raises the toes.
    const axis = normalize(cross(footForward(body, side), soleUp(body, side)));
    const { flexion, extension } = MOTION_RANGES.toes;
    limits.push([toes, hingeLimit(body.restOf(toes), axis, -reach(flexion), reach(extension))]);
  }
  return limits;
}

function hipLimit(body: BodyGeometry, side: Side, reach: Reach): Limit {
  const bone = sided(side, 'UpperLeg');
  const { up, forward } = body.frame;
  const down = scale(up, -1);
  const centre = legDirection(body, side, HIP_CENTRE.flexion, HIP_CENTRE.abduction);
  // Twist 0 is the hanging leg with its kneecap forward, carried the short way to the cone's centre.
  const cone = multiply(shortestArc(down, centre), frameAlong(down, forward));
  const direction = body.direction(bone);
  const kneecap = cross(direction, legBend(body, side).axis);
  const { flexion, extension, abduction, adduction, internal, external } = MOTION_RANGES.hip;
  const extremes = [
    legDirection(body, side, flexion * DEGREES, 0),
    legDirection(body, side, -extension * DEGREES, 0),
    legDirection(body, side, 0, abduction * DEGREES),
    legDirection(body, side, 0, -adduction * DEGREES),
    legDirection(body, side, 90 * DEGREES, abduction * DEGREES),
  ];
  const factor = reach(1, 'hip') / DEGREES;
  const half = halfAnglesReaching(cone, extremes);
  const swing: SwingTwistLimit['swing'] = [half[0] * factor, half[1] * factor, half[2] * factor, half[3] * factor];
  const [inward, outwardTurn] = [reach(internal, 'hip'), reach(external, 'hip')];
  const twist: SwingTwistLimit['twist'] = side === 'left' ? [-outwardTurn, inward] : [-inward, outwardTurn];
  return coneLimit(body.restOf(bone), cone, frameAlong(direction, kneecap), swing, twist);
}

/** The thigh's direction when it is flexed in the sagittal plane and then lifted sideways out of it, radians. */
function legDirection(body: BodyGeometry, side: Side, flexion: number, abduction: number): Vec3 {
  const { up, forward } = body.frame;
  const inPlane = add(scale(up, -cos(flexion)), scale(forward, sin(flexion)));
  return add(scale(inPlane, cos(abduction)), scale(outward(body.frame, side), sin(abduction)));
}

/** What is up in a foot that stands flat, as the foot has it at rest, unit length. */
export function soleUp(body: BodyGeometry, side: Side): Vec3 {
  return body.soles[side]?.up ?? body.frame.up;
}

/** Where a foot looks along its sole at rest, unit length. */
export function footForward(body: BodyGeometry, side: Side): Vec3 {
  const { frame } = body;
  const up = soleUp(body, side);
  const forward = up === frame.up ? frame.forward : rotate(shortestArc(frame.up, up), frame.forward);
  const ahead = normalize(rejectFrom(body.direction(sided(side, 'Foot')), up), forward);
  return up !== frame.up || dot(ahead, forward) > 0.5 ? ahead : forward;
}

function ankleLimit(body: BodyGeometry, side: Side, reach: Reach): Limit {
  const bone = sided(side, 'Foot');
  const up = soleUp(body, side);
  const ahead = footForward(body, side);
  if (body.hocks[side]) return pawLimit(body, side, up, ahead, reach);
  const shin = body.has(sided(side, 'LowerLeg')) ? body.direction(sided(side, 'LowerLeg')) : scale(up, -1);
  // Neutral is the sole square to the shin, wherever the shin leans.
  const upright = shortestArc(scale(up, -1), shin);
  // z along the foot, x up, y = z × x to the right: about +y the toes rise, about +x they turn left, about +z the sole turns left.
  const cone = frameAlong(rotate(upright, ahead), rotate(upright, up));
  const { dorsiflexion, plantarflexion, inversion, eversion } = MOTION_RANGES.ankle;
  const { turnIn, turnOut } = MOTION_RANGES.knee;
  const [plusX, minusX] = side === 'left' ? [turnOut, turnIn] : [turnIn, turnOut];
  const [minTwist, maxTwist] = side === 'left' ? [inversion, eversion] : [eversion, inversion];
  const angle = (degrees: number) => reach(degrees, 'ankle');
  return coneLimit(
    body.restOf(bone),
    cone,
    frameAlong(ahead, up),
    [angle(plusX), angle(minusX), angle(dorsiflexion), angle(plantarflexion)],
    [-angle(minTwist), angle(maxTwist)],
  );
}
