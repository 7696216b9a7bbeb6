import type { AimGoal } from '../../../ik/request/goals.ts';
import { createSolver } from '../../../ik/solver.ts';
import { conjugate, rotate } from '../../../math/quat.ts';
import { lerp, subtract, type Vec3 } from '../../../math/vec3.ts';
import { forwardKinematics, pointOf, worldAtRest, worldPosition, worldRotation } from '../../../skeleton/forward-kinematics.ts';
import { type Pose } from '../../../skeleton/pose.ts';
import type { HumanoidBone } from '../../body/bones.ts';
import { perRig } from '../../body/per-rig.ts';
import type { Rig } from '../../body/rig.ts';

/** Something that looks: a joint, where its sight begins and which way it goes, both in the joint's frame. */
interface Sight {
  readonly joint: number;
  readonly axis: Vec3;
  readonly offset: Vec3;
  /** How many joints move for it, counted up from its own: the head takes the neck along, an eye only itself. */
  readonly links: number;
}

/** Share of the body's height by which eyes are above the joint of the head, where it has none. Our choice. */
const EYES_ABOVE_HEAD = 0.05;
/** Radians within which a look meets its target. */
const TOLERANCE = 0.01;

/** The head, which looks from between its eyes, and the eyes. */
const sightsOf: (rig: Rig) => readonly Sight[] = perRig((rig) => {
  const { humanoid, skeleton, report } = rig;
  const rest = worldAtRest(skeleton);
  const sight = (bone: HumanoidBone, links: number, from: Vec3): Sight[] => {
    const joint = humanoid[bone];
    if (joint === undefined) return [];
    const toJoint = conjugate(worldRotation(rest, joint));
    const offset = rotate(toJoint, subtract(from, worldPosition(rest, joint)));
    return [{ joint, axis: rotate(toJoint, report.facing), offset, links }];
  };
  const { head, leftEye, rightEye } = humanoid;
  if (head === undefined) return [];
  const at = (joint: number): Vec3 => worldPosition(rest, joint);
  const hasEyes = leftEye !== undefined && rightEye !== undefined;
  const [x, y, z] = at(head);
  const between: Vec3 = hasEyes ? lerp(at(leftEye), at(rightEye), 0.5) : [x, y + EYES_ABOVE_HEAD * report.height, z];
  return [
    ...sight('head', humanoid.neck === undefined ? 1 : 2, between),
    ...(['leftEye', 'rightEye'] as const).flatMap((eye) => (humanoid[eye] === undefined ? [] : sight(eye, 1, at(humanoid[eye])))),
  ];
});

/** Soft goals by which head and eyes look at a place (world, metres), as far as everything else and the limits let them. */
export function gazeGoals(rig: Rig, target: Vec3): readonly AimGoal[] {
  return sightsOf(rig).map(({ joint, axis, offset, links }) => ({
    kind: 'aim',
    joint,
    axis,
    offset,
    target,
    tolerance: TOLERANCE,
    maxLinks: links,
    soft: true,
  }));
}

/** Whether the rig has a head to look with. */
export function canLook(rig: Rig): boolean {
  return sightsOf(rig).length > 0;
}

/** Where the sight of a pose begins, and a place so many metres ahead on it; null without a head. World, metres. */
export function sightIn(rig: Rig, pose: Pose, metres: number): { readonly from: Vec3; readonly ahead: Vec3 } | null {
  const [head] = sightsOf(rig);
  if (!head) return null;
  const world = forwardKinematics(rig.skeleton, pose);
  const [x, y, z] = head.offset;
  const [dx, dy, dz] = head.axis;
  return {
    from: pointOf(world, head.joint, head.offset),
    ahead: pointOf(world, head.joint, [x + metres * dx, y + metres * dy, z + metres * dz]),
  };
}

/** The pose with neck, head and eyes turned to look at a place (world, metres), as far as their limits let them; the rest stays. */
export function lookAt(rig: Rig, pose: Pose, target: Vec3): Pose {
  const goals = gazeGoals(rig, target);
  if (goals.length === 0) return pose;
  const firm = goals.map((goal) => ({ ...goal, soft: false }));
  return createSolver(rig.skeleton).solve(pose, firm, { restarts: 0, reference: pose, rootStiffness: 1 }).pose;
}
