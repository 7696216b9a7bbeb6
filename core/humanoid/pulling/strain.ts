import { clamp, wrapAngle } from '../../math/angles.ts';
import { distance, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../skeleton/forward-kinematics.ts';
import { limitCoordinates } from '../../skeleton/limit-state.ts';
import type { Limit } from '../../skeleton/limits.ts';
import { rotationOf, type Pose } from '../../skeleton/pose.ts';
import { defaultStiffness } from '../anatomy/anatomical-limits.ts';
import type { Limb } from '../body/limbs.ts';
import type { Rig } from '../body/rig.ts';

/** Share of a joint's range, from its middle, that a limb uses with ease. Our choice. */
const WITH_EASE = 0.8;

/** Share of its length that a limb spans with ease at most. Our choice: an elbow flexed by 50°. */
const AT_EASE = 0.9;

/** Stiffness that both sides' arms and legs have by default. */
const UPPER_STIFFNESS = defaultStiffness('leftUpperArm');
const BEND_STIFFNESS = defaultStiffness('leftLowerArm');

/** Share of its length by which a limb misses its target where it can no more. Our choice: the rest of the body comes to help over so long a way. */
const FURTHER = 0.1;

/**
 * How much a limb needs the rest of the body: how much nearer its upper joint and bend have come to the ends of their ranges, and the limb to its full
 * length, in `pose` than they were in `before`, where it was grabbed; by how many metres it `missed` its target; and how much stiffer than by default
 * the two joints were made. 0 while it is at ease, or no more strained than it was posed; 1 where it can no more.
 */
export function limbStrain(rig: Rig, limb: Limb, before: Pose, pose: Pose, missed: number, soft = 0): number {
  const { upper, bend } = limb;
  const more = Math.max(0, tension(rig, pose, limb, soft) - tension(rig, before, limb, soft));
  const stiff = Math.max(stiffened(rig, upper, UPPER_STIFFNESS), stiffened(rig, bend, BEND_STIFFNESS));
  return clamp(Math.max(more + missed / (FURTHER * fullLength(rig, pose, limb)), stiff), 0, 1);
}

/** 0 while a limb is at ease, 1 where a joint of it stands at an end of its range or the limb has its full length. */
function tension(rig: Rig, pose: Pose, limb: Limb, soft: number): number {
  const { upper, bend, end } = limb;
  const { limits } = rig.skeleton;
  const used = Math.max(usedRange(limits[upper]!, pose, upper), usedRange(limits[bend]!, pose, bend));
  const world = forwardKinematics(rig.skeleton, pose);
  const stretch = ratio(distance(worldPosition(world, upper), worldPosition(world, end)), fullLength(rig, pose, limb));
  const atEase = Math.min(AT_EASE, 1 - soft);
  return clamp(Math.max((used - WITH_EASE) / (1 - WITH_EASE), (stretch - atEase) / (1 - atEase)), 0, 1);
}

function fullLength({ skeleton }: Rig, pose: Pose, { upper, bend, end }: Limb): number {
  const world = forwardKinematics(skeleton, pose);
  const [root, middle, tip] = [upper, bend, end].map((joint) => worldPosition(world, joint)) as [Vec3, Vec3, Vec3];
  return distance(root, middle) + distance(middle, tip);
}

/** How far a joint was made stiffer than `usual`, as a share of what there is to 1. */
function stiffened(rig: Rig, joint: number, usual: number): number {
  return (rig.skeleton.stiffness[joint]! - usual) / (1 - usual);
}

/** Share of a joint's range that lies between its middle and where it stands; 0 for joints without limits. */
function usedRange(limit: Limit, pose: Pose, joint: number): number {
  if (limit.kind === 'free' || limit.kind === 'prismatic') return 0;
  const { swing, twist } = limitCoordinates(limit, rotationOf(pose, joint));
  if (limit.kind === 'hinge') return shareOf(twist, limit.min, limit.max);
  const [a, b] = swing;
  const level = ratio(a, limit.swing[a >= 0 ? 0 : 1]) ** 2 + ratio(b, limit.swing[b >= 0 ? 2 : 3]) ** 2;
  return Math.max(Math.sqrt(level), shareOf(twist, limit.twist[0], limit.twist[1]));
}

function shareOf(angle: number, min: number, max: number): number {
  return ratio(Math.abs(wrapAngle(angle - (min + max) / 2)), (max - min) / 2);
}

function ratio(value: number, most: number): number {
  return most > 0 ? value / most : 0;
}
