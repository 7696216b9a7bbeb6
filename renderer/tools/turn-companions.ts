import { createJointTurner } from '../../core/humanoid/pulling/turn-joint.ts';
import { conjugate, fromAxisAngle, multiply, normalizeQuat, rotate, type Quat } from '../../core/math/quat.ts';
import { UNIT_X, UNIT_Y, UNIT_Z, type Vec3 } from '../../core/math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../core/skeleton/forward-kinematics.ts';
import type { Limit } from '../../core/skeleton/limits.ts';
import { rotationOf, type Pose } from '../../core/skeleton/pose.ts';
import { selectedJoints } from '../state/selection.ts';
import type { DocumentState } from '../state/document-state.ts';
import type { StudioState } from '../state/studio.ts';
import { restFrame } from './geometry/limit-shapes.ts';
import type { RingName } from './geometry/rings.ts';
import { hangsFrom } from '../../core/skeleton/hierarchy.ts';

/** By how much the joints that are selected with a turned one turn too: radians about the ring of that name of their own, or about a world axis. */
export type SharedTurn = { readonly angle: number } & (
  | { readonly ring: RingName; readonly axis?: undefined }
  | { readonly axis: Vec3; readonly ring?: undefined }
);

const UNITS: Readonly<Record<RingName, Vec3>> = { x: UNIT_X, y: UNIT_Y, z: UNIT_Z };

/**
 * What turns the joints that are selected beside `joint`, from the pose in which that one has been turned already: each about its own ring of the same name,
 * so that a finger curls and both arms do the same, or about one axis of the world, by which joints that hang from a turned one go along anyway.
 */
export function createSharedTurn(state: StudioState, { rig, history }: DocumentState, snapshot: Pose, joint: number) {
  const { skeleton } = rig;
  const { pins, solver } = history.present;
  const selected = selectedJoints(state);
  const others = selected.includes(joint) ? selected.filter((each) => each !== joint) : [];
  const hangsFromSelected = (each: number): boolean =>
    selected.some((other) => other !== each && hangsFrom(skeleton.parents, each, other));
  const before = forwardKinematics(skeleton, snapshot);
  return (turned: Pose, turn: SharedTurn): Pose =>
    others.reduce((pose, each) => {
      if (turn.axis && hangsFromSelected(each)) return pose;
      const rotation = turn.axis
        ? inRestFrame(pose, each, multiply(fromAxisAngle(turn.axis, turn.angle), worldRotation(before, each)))
        : aboutOwnRing(skeleton.limits[each]!, rotationOf(snapshot, each), turn.ring, turn.angle);
      return rotation ? createJointTurner(rig, pose, each, pins, solver, true).to(rotation, rotationOf(pose, each)) : pose;
    }, turned);

  function inRestFrame(pose: Pose, each: number, world: Quat): Quat {
    return normalizeQuat(multiply(conjugate(restFrame(skeleton, forwardKinematics(skeleton, pose), each)), world));
  }
}

/** A rest-relative rotation turned on about a ring of the joint's own; null where it has none of that name. */
function aboutOwnRing(limit: Limit, rotation: Quat, ring: RingName, angle: number): Quat | null {
  const axis = ownAxis(limit, ring);
  return axis && normalizeQuat(multiply(rotation, fromAxisAngle(axis, angle)));
}

function ownAxis(limit: Limit, ring: RingName): Vec3 | null {
  switch (limit.kind) {
    case 'hinge':
      return ring === 'x' ? limit.axis : null;
    case 'swingTwist':
      return rotate(limit.childFrame, UNITS[ring]);
    case 'free':
      return UNITS[ring];
    case 'prismatic':
      return null;
  }
}
