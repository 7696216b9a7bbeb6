import { conjugate, fromAxisAngle, multiply, rotate, type Quat } from '../../math/quat.ts';
import { cross, normalize, rejectFrom, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import { worldAtRest, worldRotation, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import type { Side } from '../body/found-bones.ts';
import type { Limb } from '../body/limbs.ts';
import { naturalBend, writeNaturalBend, type NaturalBend } from '../body/natural-bend.ts';
import type { Rig } from '../body/rig.ts';
import { limbPlane } from './fold-limb.ts';
import { bendAxisOf } from './pinned-limbs.ts';
import { angleAbout } from '../../math/angles.ts';

/**
 * Where elbow or knee point, as a smooth function of the limb's line: its natural bend. What the snapshot is off the field stays at the grab and fades with the
 * way (`kept`), so grabbing moves nothing.
 */
export interface BendField {
  readonly limb: Limb;
  /** What the bend turns about when it flexes, in the bend's own frame. */
  readonly axis: Vec3;
  /** The joint that carries the field, and its world rotation at rest. */
  readonly frame: number;
  readonly resting: Quat;
  readonly natural: NaturalBend;
  /** Radians about the line by which the snapshot is off it. */
  readonly off: number;
}

export function fieldOf(rig: Rig, world: WorldTransforms, limb: Limb, side: Side, part: 'Hand' | 'Foot'): BendField {
  const { skeleton } = rig;
  const axis = bendAxisOf(rig, side, part);
  const frame = bendFrame(rig, part);
  const resting = worldRotation(worldAtRest(skeleton), frame);
  const field = { limb, axis, frame, resting, natural: naturalBend(rig, side, part), off: 0 };
  const { line, pole } = bendOf(world, limb, axis);
  return { ...field, off: angleAbout(line, poleAlong(field, world, line, 0), pole) };
}

/** The joint that carries where elbows or knees point: the top of the trunk, or the hips. */
export function bendFrame({ skeleton, humanoid }: Rig, part: 'Hand' | 'Foot'): number {
  const top = humanoid.upperChest ?? humanoid.chest ?? humanoid.spine;
  return (part === 'Hand' ? top : undefined) ?? humanoid.hips ?? skeleton.root;
}

/** Where a limb along `line` points with its bend, `kept` of what the snapshot is off the field. World unit vectors. */
export function poleAlong(field: BendField, world: WorldTransforms, line: Vec3, kept: number): Vec3 {
  const turn = multiply(worldRotation(world, field.frame), conjugate(field.resting));
  const directions = Float64Array.from([...rotate(conjugate(turn), line), 0, 0, 0]);
  writeNaturalBend(field.natural, directions, 0, directions, 3);
  return rotate(fromAxisAngle(line, field.off * kept), rotate(turn, vec3At(directions, 1)));
}

function bendOf(world: WorldTransforms, limb: Limb, axis: Vec3): { readonly line: Vec3; readonly pole: Vec3 } {
  const plane = limbPlane(world, limb, axis);
  const line = normalize(subtract(plane.end, plane.root));
  return { line, pole: normalize(cross(line, rejectFrom(plane.axis, line))) };
}
