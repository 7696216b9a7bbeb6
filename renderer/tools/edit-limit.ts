import { clamp } from '../../core/math/angles.ts';
import { forwardKinematics } from '../../core/skeleton/forward-kinematics.ts';
import type { Limit } from '../../core/skeleton/limits.ts';
import { projectOntoLimit } from '../../core/skeleton/project-limit.ts';
import { rotationOf, setRotation } from '../../core/skeleton/pose.ts';
import { setPreview } from '../state/preview.ts';
import { commitLimit } from '../state/rig/limits.ts';
import { shownPose, type Studio } from '../state/studio.ts';
import { createTurn } from './drag/ring-turn.ts';
import { createSlowPointer, type Gesture, type PointerSample } from './gesture.ts';
import { circleOf, limitGrips, withGripAt, type GripName } from './geometry/limit-grips.ts';
import { project as projectPoint, type Lens } from './geometry/lens.ts';

/** Angles are dragged in steps of half a degree. */
const STEP = Math.PI / 360;

/**
 * Drags one end of a joint's limit along its circle as a ring is turned, so that it goes from whatever side the circle is seen. The joint on the other side of
 * the body gets the mirrored limit unless that is switched off, and the joint itself is held inside what it is still allowed. Returns null when there is no
 * document or the limit has no such grip.
 */
export function beginLimitEdit(
  studio: Studio,
  joint: number,
  name: GripName,
  pointer: PointerSample,
  lens: Lens,
): Gesture | null {
  const state = studio.getState();
  const snapshot = shownPose(state);
  if (!state.document || !snapshot) return null;
  const { rig } = state.document;
  const start = rig.skeleton.limits[joint]!;
  const world = forwardKinematics(rig.skeleton, snapshot);
  const grip = limitGrips(rig, world, snapshot, joint, start).find((each) => each.name === name);
  const seen = grip && projectPoint(lens, grip.at(grip.angle));
  if (!grip || !seen) return null;
  const before = state.transient.preview;
  const slow = createSlowPointer(pointer);
  const turn = createTurn(circleOf(grip), lens, seen, grip.at(grip.angle));
  let limit: Limit = start;
  return {
    move: (sample) => {
      const { x, y } = slow(sample);
      const turned = grip.angle + turn({ x: seen.x + x - pointer.x, y: seen.y + y - pointer.y });
      const angle = clamp(STEP * Math.round(turned / STEP), grip.smallest, grip.largest);
      limit = withGripAt(start, name, angle);
      const pose = snapshot.slice();
      setRotation(pose, joint, projectOntoLimit(limit, rotationOf(snapshot, joint)));
      setPreview(studio, { pose, cause: 'rotate' });
    },
    commit: () => {
      if (limit === start) return;
      commitLimit(studio, joint, limit);
    },
    cancel: () => setPreview(studio, before),
    shown: () => ({ wanted: null, limit: { joint, limit } }),
  };
}
