import { conjugate, rotate } from '../../math/quat.ts';
import { cross, UNIT_Y, type Vec3 } from '../../math/vec3.ts';
import { worldAtRest, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { perRig } from './per-rig.ts';

/** The hips of a body, or its root where it has none, and where its left side and its front are: unit vectors in the joint's own frame. */
export interface HipsAxes {
  readonly joint: number;
  readonly left: Vec3;
  readonly ahead: Vec3;
}

export const hipsAxes = /* @__PURE__ */ perRig(({ skeleton, humanoid, report: { facing } }): HipsAxes => {
  const joint = humanoid.hips ?? skeleton.root;
  const toOwn = conjugate(worldRotation(worldAtRest(skeleton), joint));
  return { joint, left: rotate(toOwn, cross(UNIT_Y, facing)), ahead: rotate(toOwn, facing) };
});
