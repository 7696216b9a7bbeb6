import { jointInSentence } from '../../core/humanoid/body/joint-labels.ts';
import { createSolver } from '../../core/ik/solver.ts';
import type { Vec3 } from '../../core/math/vec3.ts';
import { forwardKinematics, pointOf } from '../../core/skeleton/forward-kinematics.ts';
import { commitPose } from '../state/editing.ts';
import { select } from '../state/selection.ts';
import { setPreview } from '../state/preview.ts';
import { shownPose, type Studio } from '../state/studio.ts';
import { FREE } from './drag/constraint.ts';
import { targetUnder } from './drag/handle-target.ts';
import { createSlowPointer, type Gesture, type PointerSample } from './gesture.ts';
import { axesOf } from './geometry/axes.ts';
import { boneTip } from './geometry/bone-shapes.ts';
import type { Lens } from './geometry/lens.ts';

/**
 * Pulls the end of a bone in the plane that faces the camera through it: the joints above follow by inverse kinematics, the root stays in its place. For
 * skeletons without handles, whose bones have no meaning. Returns null when there is no document.
 */
export function beginPullJoint(studio: Studio, joint: number, pointer: PointerSample, lens: Lens): Gesture | null {
  const state = studio.getState();
  const snapshot = shownPose(state);
  if (!state.document || !snapshot) return null;
  const { rig } = state.document;
  const { skeleton } = rig;
  const offset = boneTip(skeleton, joint);
  const start = pointOf(forwardKinematics(skeleton, snapshot), joint, offset);
  const solver = createSolver(skeleton);
  const slow = createSlowPointer(pointer);
  const before = state.transient.preview;
  let result = snapshot;
  let target: Vec3 = start;
  select(studio, { joint, handle: null });
  return {
    move: (sample, present) => {
      target =
        targetUnder({ start, pointer, lens }, FREE, axesOf('world', [0, 0, 0, 1], lens), slow(sample), present, 0) ?? target;
      result = solver.solve(snapshot, [{ kind: 'position', joint, offset, target }]).pose;
      setPreview(studio, { pose: result, cause: 'pull' });
    },
    commit: () => {
      if (result === snapshot) return;
      commitPose(studio, `Pull ${jointInSentence(rig, joint)}`, result);
    },
    cancel: () => setPreview(studio, before),
    shown: () => ({ wanted: target, limit: null }),
  };
}
