import { lookAt } from '../../core/humanoid/pulling/request/gaze.ts';
import { add, scale, type Vec3 } from '../../core/math/vec3.ts';
import { gazeOf, moveGaze } from '../state/posing/gaze.ts';
import { setPreview } from '../state/preview.ts';
import { shownPose, type Studio } from '../state/studio.ts';
import { metresOf } from '../state/window/units.ts';
import { constraintByTyping, FREE, type Constraint } from './drag/constraint.ts';
import { depthOfWheel, targetUnder } from './drag/handle-target.ts';
import { describeMove } from './drag/move-words.ts';
import { createTypedNumber } from './drag/typed-number.ts';
import { axesOf } from './geometry/axes.ts';
import type { Lens } from './geometry/lens.ts';
import { createSlowPointer, type Gesture, type PointerSample } from './gesture.ts';

/**
 * Drags the point that head and eyes look at, in the plane that faces the camera or along an axis (X, Y, Z, a typed number); the wheel takes it away and
 * back. Neck, head and eyes follow within their limits. Returns null when nothing is looked at.
 */
export function beginMoveGaze(studio: Studio, pointer: PointerSample, lens: Lens): Gesture | null {
  const state = studio.getState();
  const snapshot = shownPose(state);
  const start = gazeOf(state);
  if (!state.document || !snapshot || !start) return null;
  const { rig } = state.document;
  const before = state.transient.preview;
  const slow = createSlowPointer(pointer);
  const typed = createTypedNumber();
  const unit = state.session.settings.lengths;
  const axes = axesOf(state.session.space === 'local' ? 'world' : state.session.space, [0, 0, 0, 1], lens);
  let constraint: Constraint = FREE;
  let depth = 0;
  let last = { at: { x: pointer.x, y: pointer.y }, lens };
  let gaze: Vec3 = start;
  const solve = (): void => {
    const length = typed.value();
    gaze =
      length !== null && constraint.kind === 'axis'
        ? add(start, scale(axes[constraint.axis], length * metresOf(unit)))
        : (targetUnder({ start, pointer, lens }, constraint, axes, last.at, last.lens, depth) ?? gaze);
    setPreview(studio, { pose: lookAt(rig, snapshot, gaze), cause: 'pull' });
  };
  return {
    move: (sample, present) => {
      last = { at: slow(sample), lens: present };
      solve();
    },
    press: (key) => {
      if (key.ctrlKey || key.metaKey) return false;
      const next = constraintByTyping(constraint, typed, key);
      if (!next) return false;
      constraint = next;
      solve();
      return true;
    },
    wheel: (pixels) => {
      depth += depthOfWheel(lens, start, pixels);
      solve();
    },
    commit: () => {
      if (gaze === start) return;
      setPreview(studio, before);
      moveGaze(studio, gaze);
    },
    cancel: () => setPreview(studio, before),
    shown: () => ({
      wanted: gaze,
      limit: null,
      words: describeMove(start, gaze, constraint, axes, typed.text(), unit),
      guide: constraint.kind === 'axis' ? { through: start, axis: constraint.axis, along: axes[constraint.axis] } : null,
    }),
  };
}
