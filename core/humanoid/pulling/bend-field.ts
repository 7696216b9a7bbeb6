import { atan2, cos, sin } from '../../math/elementary.ts';
import { conjugate, fromAxisAngle, multiply, rotate, shortestArc, type Quat } from '../../math/quat.ts';
import { smooth } from '../../math/soft-stretch.ts';
import { add, cross, dot, normalize, rejectFrom, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldRotation, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { restPose } from '../../skeleton/pose.ts';
import { outward } from '../body/body-geometry.ts';
import type { Side } from '../body/found-bones.ts';
import type { Limb } from '../body/limbs.ts';
import { bodyOf } from '../body/rig-body.ts';
import type { Rig } from '../body/rig.ts';
import { limbPlane } from './fold-limb.ts';
import { bendAxisOf } from './pinned-limbs.ts';

/**
 * Radians by which elbows point outwards of downwards with the arm in the middle of its reach, and by how much more with the hand low. Fitted to the limits
 * of the shoulder: near the middle of the swivels that they leave, on the mannequin, for arms that span 0.5 to 0.92 of their length.
 */
const ELBOW_OUT = 0.54;
const ELBOW_LOW = 0.42;
/** Cosine between an arm's line and down from which its hand counts as low, and over how much of it that sets in. */
const LEVEL = 0.35;
const LOWERS = 0.45;
/** The middle of what an arm reaches: shares of outwards, ahead and up. A limb's field is singular straight opposite: through the head. */
const MIDDLE_OF_ARM = [0.69, 0.58, -0.42] as const;
/** How far knees of hanging legs point aside of ahead: a tangent. */
const KNEE_OUT = 0.1;

/**
 * Where elbow or knee point, as a smooth function of the limb's line: one direction in the middle of what the limb reaches, carried from there to the line by
 * the shortest arc. What the snapshot is off the field stays at the grab and fades with the way (`kept`), so grabbing moves nothing.
 */
export interface BendField {
  readonly limb: Limb;
  /** What the bend turns about when it flexes, in the bend's own frame. */
  readonly axis: Vec3;
  /** The joint that carries the field, and its world rotation at rest. */
  readonly frame: number;
  readonly resting: Quat;
  /** The natural direction for a line, both unit vectors of the body at rest. */
  readonly natural: (line: Vec3) => Vec3;
  /** Radians about the line by which the snapshot is off it. */
  readonly off: number;
}

export function fieldOf(rig: Rig, world: WorldTransforms, limb: Limb, side: Side, part: 'Hand' | 'Foot'): BendField {
  const { skeleton, humanoid } = rig;
  const axis = bendAxisOf(rig, side, part);
  const top = humanoid.upperChest ?? humanoid.chest ?? humanoid.spine;
  const frame = (part === 'Hand' ? top : undefined) ?? humanoid.hips ?? skeleton.root;
  const resting = worldRotation(forwardKinematics(skeleton, restPose(skeleton)), frame);
  const field = { limb, axis, frame, resting, natural: part === 'Hand' ? elbows(rig, side) : knees(rig, side), off: 0 };
  const { line, pole } = bendOf(world, limb, axis);
  return { ...field, off: angleAbout(line, poleAlong(field, world, line, 0), pole) };
}

function elbows(rig: Rig, side: Side): BendField['natural'] {
  const { frame } = bodyOf(rig);
  const { up, forward } = frame;
  const out = outward(frame, side);
  const [aside, ahead, above] = MIDDLE_OF_ARM;
  const middle = normalize(add(add(scale(out, aside), scale(forward, ahead)), scale(up, above)));
  const down = scale(up, -1);
  return (line) => {
    const outwards = ELBOW_OUT + ELBOW_LOW * smooth((dot(line, down) - LEVEL) / LOWERS);
    const elbow = add(scale(down, cos(outwards)), scale(out, sin(outwards)));
    return rotate(shortestArc(middle, line), normalize(rejectFrom(elbow, middle)));
  };
}

function knees(rig: Rig, side: Side): BendField['natural'] {
  const { frame } = bodyOf(rig);
  const down = scale(frame.up, -1);
  const ahead = normalize(add(frame.forward, scale(outward(frame, side), KNEE_OUT)));
  return (line) => rotate(shortestArc(down, line), ahead);
}

/** Where a limb along `line` points with its bend, `kept` of what the snapshot is off the field. World unit vectors. */
export function poleAlong(field: BendField, world: WorldTransforms, line: Vec3, kept: number): Vec3 {
  const turn = multiply(worldRotation(world, field.frame), conjugate(field.resting));
  return rotate(fromAxisAngle(line, field.off * kept), rotate(turn, field.natural(rotate(conjugate(turn), line))));
}

function bendOf(world: WorldTransforms, limb: Limb, axis: Vec3): { readonly line: Vec3; readonly pole: Vec3 } {
  const plane = limbPlane(world, limb, axis);
  const line = normalize(subtract(plane.end, plane.root));
  return { line, pole: normalize(cross(line, rejectFrom(plane.axis, line))) };
}

function angleAbout(axis: Vec3, from: Vec3, to: Vec3): number {
  return atan2(dot(axis, cross(from, to)), dot(from, to));
}
