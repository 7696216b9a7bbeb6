import { atan2 } from '../../math/elementary.ts';
import { conjugate, fromAxisAngle, multiply, rotate, type Quat } from '../../math/quat.ts';
import { softRamp } from '../../math/soft-stretch.ts';
import { cross, dot, length, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { restPose, type Pose } from '../../skeleton/pose.ts';
import { outward } from '../body/body-geometry.ts';
import { sided, type Side } from '../body/found-bones.ts';
import { isLocked, turnJoint } from '../body/limbs.ts';
import { bodyOf } from '../body/rig-body.ts';
import type { Rig } from '../body/rig.ts';
import { clampJoint } from './fold-limb.ts';
import { hangsFrom } from '../../skeleton/hierarchy.ts';

/** Radians of the upper arm above hanging from which the clavicle rises, over how many that sets in, and its share of what is beyond (Inman 1944: 1 to 2 of the humerus). */
const SETS_IN = 0.52;
const SOFT = 0.1;
const RHYTHM = 1 / 3;
/** Share of the way that a clavicle goes in a step: the arm that it carries follows. */
const FOLLOWS = 0.6;

/** A clavicle that goes along with its upper arm. */
export interface Clavicle {
  readonly joint: number;
  readonly upper: number;
  readonly bend: number;
  /** The joint that carries it, and its world rotation at rest. */
  readonly chest: number;
  readonly resting: Quat;
  /** Unit vectors of the body at rest: up, and what a clavicle turns about when it rises. */
  readonly up: Vec3;
  readonly axis: Vec3;
  /** Radians by which the snapshot has it above where its arm would. */
  readonly off: number;
}

/** The clavicle of an arm; null where the rig has none, or it is locked. */
export function clavicleOf(rig: Rig, world: WorldTransforms, side: Side): Clavicle | null {
  const { humanoid, skeleton } = rig;
  const [joint, upper, bend] = [
    humanoid[sided(side, 'Shoulder')],
    humanoid[sided(side, 'UpperArm')],
    humanoid[sided(side, 'LowerArm')],
  ];
  if (joint === undefined || upper === undefined || bend === undefined || isLocked(rig, joint)) return null;
  if (!hangsFrom(skeleton.parents, upper, joint)) return null;
  const { frame } = bodyOf(rig);
  const chest = skeleton.parents[joint]!;
  const resting = worldRotation(forwardKinematics(skeleton, restPose(skeleton)), chest);
  const found = { joint, upper, bend, chest, resting, up: frame.up, axis: cross(outward(frame, side), frame.up), off: 0 };
  const { raised, elevation } = raisedBy(found, world);
  return { ...found, off: raised - rhythm(elevation) };
}

/** Radians by which clavicles rise for an upper arm so many above hanging: (elevation − 30°)/3, softly from 0. */
export function rhythm(elevation: number): number {
  return RHYTHM * softRamp(elevation - SETS_IN, SOFT);
}

/** The pose with the clavicle nearer to where the upper arm has it, inside its limit; `kept` of what the snapshot was off. */
export function raiseClavicle(rig: Rig, pose: Pose, clavicle: Clavicle, kept: number): Pose {
  const world = forwardKinematics(rig.skeleton, pose);
  const { raised, elevation } = raisedBy(clavicle, world);
  const axis = rotate(multiply(worldRotation(world, clavicle.chest), conjugate(clavicle.resting)), clavicle.axis);
  const left = rhythm(elevation) + kept * clavicle.off - raised;
  const turned = turnJoint(rig, pose, clavicle.joint, fromAxisAngle(axis, FOLLOWS * left));
  clampJoint(rig, turned, clavicle.joint);
  return turned;
}

/** Radians of the clavicle above level, and of the upper arm above hanging, as the chest has up. */
function raisedBy(
  { joint, upper, bend, chest, resting, up }: Clavicle,
  world: WorldTransforms,
): { raised: number; elevation: number } {
  const above = rotate(multiply(worldRotation(world, chest), conjugate(resting)), up);
  const angle = (from: number, to: number): number => {
    const way = subtract(worldPosition(world, to), worldPosition(world, from));
    const height = dot(way, above);
    return atan2(height, length(subtract(way, scale(above, height))));
  };
  return { raised: angle(joint, upper), elevation: Math.PI / 2 + angle(upper, bend) };
}
