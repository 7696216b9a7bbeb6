import type { HandleName } from '../../core/humanoid/body/handles.ts';
import { createPuller } from '../../core/humanoid/pulling/posing.ts';
import { forwardKinematics } from '../../core/skeleton/forward-kinematics.ts';
import { add, subtract, type Vec3 } from '../../core/math/vec3.ts';
import { setPose } from '../../core/document/edits/posing.ts';
import { commitEdit } from '../state/editing.ts';
import { chooseNextFollowers } from '../state/followers.ts';
import { setFeedback, setPreview } from '../state/preview.ts';
import { seedsOf } from '../state/pose-seeds.ts';
import { shownPose, type PullOrigin, type Studio } from '../state/studio.ts';
import { createSlowPointer, type Gesture, type PointerSample } from './gesture.ts';
import { createHandlePlacer, handleLabel } from './geometry/handle-places.ts';
import { hitPlane, rayThrough, type Lens } from './geometry/lens.ts';

/** While a handle is pulled, this key hands the pull to the limb, the upper body and the whole body in turn. */
const FOLLOWERS_KEY = 'q';

/**
 * Pulls a handle in the plane that faces the camera through it; the body follows by inverse kinematics, the pins stay. A hand, a foot or the
 * head keeps its direction as far as limits allow, unless Alt is held or its pin says otherwise.
 * Returns null when there is no document or its character has no such handle.
 */
export function beginPull(studio: Studio, handle: HandleName, pointer: PointerSample, lens: Lens): Gesture | null {
  const state = studio.getState();
  const snapshot = shownPose(state);
  if (!state.document || !snapshot) return null;
  const { rig, history } = state.document;
  const place = createHandlePlacer(rig)(forwardKinematics(rig.skeleton, snapshot)).find((found) => found.handle.name === handle);
  if (!place) return null;
  const before = { preview: state.transient.preview, feedback: state.transient.feedback };
  const seeds = seedsOf(state.document);
  const pull = createPuller(rig).begin(snapshot, handle, history.present.pins, history.present.solver, seeds.source);
  const pin = history.present.pins[handle];
  const keepsByDefault = pin === undefined || pin.rotation;
  const slow = createSlowPointer(pointer);
  const normal = lens.forward;
  const grabbed = hitPlane(rayThrough(lens, pointer), place.at, normal) ?? place.at;
  const offset = subtract(place.at, grabbed);
  let result = snapshot;
  let target: Vec3 = place.at;
  let origin: PullOrigin | null = null;
  let keepsDirection = keepsByDefault;
  const solve = (): void => {
    const { followers } = studio.getState().session;
    const started = performance.now();
    const outcome = pull.to(target, { keepsDirection, followers });
    const milliseconds = performance.now() - started;
    result = outcome.pose;
    setPreview(studio, { pose: result, cause: 'pull' });
    origin = seeds.originOf(outcome, origin);
    setFeedback(studio, { outcome, milliseconds, handle, origin, move: pull.last() });
  };
  return {
    move: (sample, present) => {
      const hit = hitPlane(rayThrough(present, slow(sample)), place.at, normal);
      if (!hit) return;
      target = add(hit, offset);
      keepsDirection = keepsByDefault && !sample.turnsFreely;
      solve();
    },
    press: ({ key }) => {
      if (key.toLowerCase() !== FOLLOWERS_KEY) return false;
      chooseNextFollowers(studio);
      solve();
      return true;
    },
    commit: () => {
      if (result === snapshot) return;
      commitEdit(studio, `Pull ${handleLabel(handle).toLowerCase()}`, (project) => setPose(project, result));
    },
    cancel: () => {
      setPreview(studio, before.preview);
      setFeedback(studio, before.feedback);
    },
    shown: () => ({ wanted: target, limit: null }),
  };
}
