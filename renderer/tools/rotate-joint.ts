import { createJointTurner } from '../../core/humanoid/pulling/turn-joint.ts';
import { conjugate, fromAxisAngle, multiply, normalizeQuat } from '../../core/math/quat.ts';
import { cross, dot, subtract, type Vec3 } from '../../core/math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../core/skeleton/forward-kinematics.ts';
import { rotationOf } from '../../core/skeleton/pose.ts';
import { setPose } from '../../core/document/edits/posing.ts';
import { commitEdit } from '../state/editing.ts';
import { setPreview } from '../state/preview.ts';
import { shownPose, type Studio } from '../state/studio.ts';
import { createSlowPointer, NO_TRACE, type Gesture, type PointerSample } from './gesture.ts';
import { restFrame } from './geometry/limit-shapes.ts';
import { hitPlane, rayThrough, type Lens, type ScreenPoint } from './geometry/lens.ts';
import { nearestOnRing, ringsOf, turnOnScreen, type Ring, type RingName } from './geometry/rings.ts';

/** A ring seen flatter than this (cosine between its axis and the view) is turned by dragging along it instead of around it. */
const EDGE_ON = 0.35;

/**
 * Turns a joint about one of its rings, held inside the joint's limit; pins below it hold, the body follows.
 * Returns null when there is no document or the joint has no such ring.
 */
export function beginRotate(
  studio: Studio,
  joint: number,
  ringName: RingName,
  pointer: PointerSample,
  lens: Lens,
): Gesture | null {
  const state = studio.getState();
  const snapshot = shownPose(state);
  if (!state.document || !snapshot) return null;
  const { rig, history } = state.document;
  const { skeleton } = rig;
  const world = forwardKinematics(skeleton, snapshot);
  const ring = ringsOf(skeleton, world, joint, lens).find(({ name }) => name === ringName);
  if (!ring) return null;
  const before = state.transient.preview;
  const { pins, solver } = history.present;
  const turner = createJointTurner(rig, snapshot, joint, pins, solver);
  const turnBy = createTurn(ring, lens, pointer);
  const slow = createSlowPointer(pointer);
  const start = worldRotation(world, joint);
  const toLocal = conjugate(restFrame(skeleton, world, joint));
  let result = snapshot;
  return {
    move: (sample) => {
      const inWorld = multiply(fromAxisAngle(ring.axis, turnBy(slow(sample))), start);
      const wanted = normalizeQuat(multiply(toLocal, inWorld));
      result = turner.to(wanted, rotationOf(result, joint));
      setPreview(studio, { pose: result, cause: 'rotate' });
    },
    commit: () => {
      if (result === snapshot) return;
      const label = `Rotate ${skeleton.names[joint]!}`;
      commitEdit(studio, label, (project) => setPose(project, result));
    },
    cancel: () => setPreview(studio, before),
    shown: () => NO_TRACE,
  };
}

/** The angle in radians, over several turns if need be, that a drag from `start` turns the ring by. */
function createTurn(ring: Ring, lens: Lens, start: ScreenPoint): (pointer: ScreenPoint) => number {
  const grabbed = nearestOnRing(ring, lens, start);
  if (Math.abs(dot(ring.axis, lens.forward)) < EDGE_ON && grabbed) {
    const tangent = turnOnScreen(ring, lens, grabbed.at);
    return ({ x, y }) => ((x - start.x) * tangent.x + (y - start.y) * tangent.y) * tangent.radians;
  }
  let last = spokeAt(ring, lens, start);
  let angle = 0;
  return (pointer) => {
    const spoke = spokeAt(ring, lens, pointer);
    if (spoke && last) angle += Math.atan2(dot(cross(last, spoke), ring.axis), dot(last, spoke));
    last = spoke ?? last;
    return angle;
  };
}

function spokeAt(ring: Ring, lens: Lens, pointer: ScreenPoint): Vec3 | null {
  const hit = hitPlane(rayThrough(lens, pointer), ring.centre, ring.axis);
  return hit && subtract(hit, ring.centre);
}
