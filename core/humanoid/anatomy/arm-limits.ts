import { DEGREES } from '../../math/angles.ts';
import { atan2, cos, sin } from '../../math/elementary.ts';
import { conjugate, fromAxisAngle, rotate, shortestArc } from '../../math/quat.ts';
import { add, cross, normalize, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import type { Limit, SwingTwistLimit } from '../../skeleton/limits.ts';
import { armBend, outward, type BodyGeometry } from '../body/body-geometry.ts';
import type { HumanoidBone } from '../body/bones.ts';
import { sided, type Side } from '../body/found-bones.ts';
import { coneLimit, frameAlong, halfAnglesReaching, hingeLimit, turnedAboutZ } from './limit-frames.ts';
import { MOTION_RANGES, type Reach } from './motion-ranges.ts';

/**
 * The direction in the middle of what an upper arm reaches: so far forward from straight aside, and so far below the horizon. Our choice.
 */
const SHOULDER_CENTRE = { forward: 40 * DEGREES, below: 25 * DEGREES };

/** Limits of the clavicle, upper arm and lower arm of one side; the wrist is a hand's matter. */
export function armLimits(body: BodyGeometry, side: Side, reach: Reach): [HumanoidBone, Limit][] {
  const limits: [HumanoidBone, Limit][] = [];
  const [clavicle, upper, lower] = [sided(side, 'Shoulder'), sided(side, 'UpperArm'), sided(side, 'LowerArm')];
  if (body.has(clavicle)) limits.push([clavicle, clavicleLimit(body, side, reach)]);
  if (body.has(upper)) limits.push([upper, shoulderLimit(body, side, reach)]);
  if (body.has(lower)) {
    const { axis, atRest } = armBend(body, side);
    const { flexion, extension } = MOTION_RANGES.elbow;
    limits.push([lower, hingeLimit(body.restOf(lower), axis, -reach(extension) - atRest, reach(flexion) - atRest)]);
  }
  return limits;
}

function clavicleLimit(body: BodyGeometry, side: Side, reach: Reach): Limit {
  const { forward, back, up, down, axial } = MOTION_RANGES.clavicle;
  const bone = sided(side, 'Shoulder');
  // x up, so that a turn about +y lifts; y = z × x looks forward on the left and backward on the right.
  const frame = frameAlong(body.direction(bone), body.frame.up);
  const [plusX, minusX] = side === 'left' ? [back, forward] : [forward, back];
  const half = reach(axial) / 2;
  return coneLimit(body.restOf(bone), frame, frame, [reach(plusX), reach(minusX), reach(up), reach(down)], [-half, half]);
}

function shoulderLimit(body: BodyGeometry, side: Side, reach: Reach): Limit {
  const bone = sided(side, 'UpperArm');
  const { up, forward } = body.frame;
  const out = outward(body.frame, side);
  const down = scale(up, -1);
  const { forward: ahead, below } = SHOULDER_CENTRE;
  const level = add(scale(out, cos(ahead)), scale(forward, sin(ahead)));
  const centre = add(scale(level, cos(below)), scale(down, sin(below)));
  // Rotation is measured with the arm out sideways: twist 0 has the elbow's crease forward there, carried the short way to the centre.
  const carriedCrease = rotate(shortestArc(out, centre), forward);
  const upright = frameAlong(centre, up);
  // About +y of the cone the arm rises; the crease is this far about z from there.
  const [x, y] = rotate(conjugate(upright), carriedCrease);
  const crease = atan2(y, x);
  const direction = body.direction(bone);
  const { axis } = armBend(body, side);
  const arm = turnedAboutZ(frameAlong(direction, cross(axis, direction)), -crease);
  const swing = reachScaled(halfAnglesReaching(upright, shoulderExtremes(body, side)), reach);
  const { internal, external } = MOTION_RANGES.shoulder;
  const twist: SwingTwistLimit['twist'] =
    side === 'left' ? [-reach(external), reach(internal)] : [-reach(internal), reach(external)];
  return coneLimit(body.restOf(bone), upright, arm, swing, twist);
}

function reachScaled(half: SwingTwistLimit['swing'], reach: Reach): SwingTwistLimit['swing'] {
  const factor = reach(1) / DEGREES;
  return [half[0] * factor, half[1] * factor, half[2] * factor, half[3] * factor];
}

/** Directions of the upper arm at the ends of the table's motions. */
function shoulderExtremes(body: BodyGeometry, side: Side): Vec3[] {
  const ranges = MOTION_RANGES.shoulder;
  const { up, forward } = body.frame;
  const out = outward(body.frame, side);
  const down = scale(up, -1);
  // A clavicle lifts the shoulder and draws it back; only the rest of the motion is left to the arm.
  const { up: lifts, back: draws } = MOTION_RANGES.clavicle;
  const [lifted, drawn] = body.has(sided(side, 'Shoulder')) ? [lifts, draws] : [0, 0];
  const swung = (from: Vec3, towards: Vec3, degrees: number) =>
    rotate(fromAxisAngle(normalize(cross(from, towards)), degrees * DEGREES), from);
  return [
    swung(down, forward, ranges.flexion - lifted),
    swung(down, out, ranges.abduction - lifted),
    swung(down, scale(forward, -1), ranges.extension - drawn),
    swung(down, normalize(subtract(scale(forward, 0.6), out)), ranges.adduction),
    swung(out, scale(forward, -1), ranges.horizontalAbduction),
    swung(out, forward, ranges.horizontalAdduction),
  ];
}
