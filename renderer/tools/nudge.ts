import type { HandleName } from '../../core/humanoid/body/handles.ts';
import { conjugate, fromAxisAngle, multiply, normalizeQuat } from '../../core/math/quat.ts';
import { createPuller } from '../../core/humanoid/pulling/puller.ts';
import { add, length, type Vec3 } from '../../core/math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../core/skeleton/forward-kinematics.ts';
import { commitPose } from '../state/editing.ts';
import { keepsDirection } from '../state/posing/kept-direction.ts';
import { priorOf } from '../state/library/library-prior.ts';
import { seedsOf } from '../state/library/pose-seeds.ts';
import { exactly, pullOptions } from '../state/posing/pull-options.ts';
import { setFeedback, setPreview } from '../state/preview.ts';
import { turnJoint } from '../state/posing/joints.ts';
import { shownPose, type Studio, type StudioState } from '../state/studio.ts';
import { restFrame } from './geometry/limit-shapes.ts';
import { companionsOf } from './companions.ts';
import { createHandlePlacer, handleLabel } from './geometry/handle-places.ts';

/** World position of a handle in the pose on screen, metres; null when the character has none such. */
export function placeOfHandle(state: StudioState, handle: HandleName): Vec3 | null {
  const pose = shownPose(state);
  if (!state.document || !pose) return null;
  const { rig } = state.document;
  const places = createHandlePlacer(rig)(forwardKinematics(rig.skeleton, pose));
  return places.find((place) => place.handle.name === handle)?.at ?? null;
}

/** Pulls a handle by `delta` metres in the world, in one step of the history: the same pull as a drag there, with what goes along. */
export function moveHandle(studio: Studio, handle: HandleName, delta: Vec3): void {
  const state = studio.getState();
  const snapshot = shownPose(state);
  const at = placeOfHandle(state, handle);
  if (!state.document || !snapshot || !at || !(length(delta) > 0)) return;
  const { rig, history } = state.document;
  const { pins, solver } = history.present;
  const seeds = seedsOf(state, state.document);
  const prior = priorOf(state, state.document);
  const pull = createPuller(rig).begin(snapshot, handle, pins, exactly(solver), seeds.source, prior.source);
  const started = performance.now();
  const isKept = keepsDirection(state.document, snapshot, handle);
  const places = createHandlePlacer(rig)(forwardKinematics(rig.skeleton, snapshot));
  const place = places.find((each) => each.handle.name === handle)!;
  const along = companionsOf(state, { rig, snapshot }, place, places)(add(at, delta));
  const outcome = pull.to(add(at, delta), { ...pullOptions(state), keepsDirection: isKept, along });
  const milliseconds = performance.now() - started;
  setPreview(studio, { pose: outcome.pose, cause: 'pull' });
  const origin = seeds.originOf(outcome, null);
  setFeedback(studio, { outcome, milliseconds, handle, origin, followed: prior.sources(), move: pull.last() });
  commitPose(studio, `Pull ${handleLabel(handle).toLowerCase()}`, outcome.pose);
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
