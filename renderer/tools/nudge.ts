import type { HandleName } from '../../core/humanoid/body/handles.ts';
import { conjugate, fromAxisAngle, multiply, normalizeQuat } from '../../core/math/quat.ts';
import { cross, length, perpendicular, scale, subtract, type Vec3 } from '../../core/math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../core/skeleton/forward-kinematics.ts';
import { turnJoint } from '../state/joints.ts';
import { shownPose, type Studio, type StudioState } from '../state/studio.ts';
import { restFrame } from './geometry/limit-shapes.ts';
import { createHandlePlacer } from './geometry/handle-places.ts';
import { metresPerPixel, type Lens } from './geometry/lens.ts';
import { beginPull } from './pull-handle.ts';

/** World position of a handle in the pose on screen, metres; null when the character has none such. */
export function placeOfHandle(state: StudioState, handle: HandleName): Vec3 | null {
  const pose = shownPose(state);
  if (!state.document || !pose) return null;
  const { rig } = state.document;
  const places = createHandlePlacer(rig)(forwardKinematics(rig.skeleton, pose));
  return places.find((place) => place.handle.name === handle)?.at ?? null;
}

/** Pulls a handle by `delta` metres in the world, in one step of the history: the same pull as a drag there. */
export function moveHandle(studio: Studio, handle: HandleName, delta: Vec3): void {
  const at = placeOfHandle(studio.getState(), handle);
  const distance = length(delta);
  if (!at || !(distance > 0)) return;
  const lens = lensAlong(at, scale(delta, 1 / distance));
  const middle = { x: lens.width / 2, y: lens.height / 2, precise: false };
  const gesture = beginPull(studio, handle, middle, lens);
  gesture?.move({ ...middle, x: middle.x + distance / metresPerPixel(lens, at) }, lens);
  gesture?.commit();
}

/** Looks at a point so that `right`, a unit vector, is the picture's right. */
function lensAlong(at: Vec3, right: Vec3): Lens {
  const forward = perpendicular(right);
  return { eye: subtract(at, forward), right, up: cross(right, forward), forward, slope: 1, width: 1000, height: 1000 };
}

/** Turns a joint by `angle` radians about `axis`, a unit vector of the world, inside its limit and in one step of the history. */
export function turnJointInWorld(studio: Studio, joint: number, axis: Vec3, angle: number): void {
  const state = studio.getState();
  const pose = shownPose(state);
  if (!state.document || !pose) return;
  const { skeleton } = state.document.rig;
  const world = forwardKinematics(skeleton, pose);
  const turned = multiply(fromAxisAngle(axis, angle), worldRotation(world, joint));
  turnJoint(studio, joint, normalizeQuat(multiply(conjugate(restFrame(skeleton, world, joint)), turned)));
}
