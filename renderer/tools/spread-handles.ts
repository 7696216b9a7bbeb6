import { handlesOf, type HandleName } from '../../core/humanoid/body/handles.ts';
import { limbOf } from '../../core/humanoid/body/limbs.ts';
import { createPuller } from '../../core/humanoid/pulling/puller.ts';
import { add, dot, meanOf, scale, subtract, type Vec3 } from '../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../core/skeleton/forward-kinematics.ts';
import { commitPose } from '../state/editing.ts';
import { keepsDirection } from '../state/posing/kept-direction.ts';
import { setFeedback, setPreview } from '../state/preview.ts';
import { pullOptions } from '../state/posing/pull-options.ts';
import { selectedHandles } from '../state/selection.ts';
import { shownPose, type Studio } from '../state/studio.ts';
import { constraintByKey, freeAxes, FREE, type Constraint } from './drag/constraint.ts';
import { createTypedNumber } from './drag/typed-number.ts';
import { axesOf } from './geometry/axes.ts';
import { createHandlePlacer, handleLabel, type HandlePlace } from './geometry/handle-places.ts';
import { project, type Lens } from './geometry/lens.ts';
import { createSlowPointer, type Gesture, type PointerSample } from './gesture.ts';

/** CSS pixels from the middle at which the pointer is at least taken to begin. */
const NEAREST = 20;

/**
 * Spreads the selected handles from their middle, or draws them together: by as many times as the pointer goes away from it, or by a typed factor. One handle
 * alone goes away from the root of its limb, or from the hips. X, Y and Z hold it to an axis, with Shift square to one. Returns null when there is nothing
 * to spread.
 */
export function beginSpread(studio: Studio, handle: HandleName, pointer: PointerSample, lens: Lens): Gesture | null {
  const state = studio.getState();
  const snapshot = shownPose(state);
  if (!state.document || !snapshot) return null;
  const { rig, history } = state.document;
  const world = forwardKinematics(rig.skeleton, snapshot);
  const selected = selectedHandles(state);
  const places = createHandlePlacer(rig)(world).filter(
    (place) => place.handle.kind === 'position' && (place.handle.name === handle || selected.includes(place.handle.name)),
  );
  const pulled = places.find((place) => place.handle.name === handle);
  if (!pulled) return null;
  const middle = places.length > 1 ? meanOf(places.map(({ at }) => at)) : rootOf(handle);
  const { pins, solver } = history.present;
  const pull = createPuller(rig).begin(snapshot, handle, pins, solver);
  const isKept = keepsDirection(state.document, snapshot, handle);
  const before = { preview: state.transient.preview, feedback: state.transient.feedback };
  const axes = axesOf(state.session.space, worldRotation(world, pulled.handle.joint), lens);
  const typed = createTypedNumber();
  const slow = createSlowPointer(pointer);
  const seen = project(lens, middle) ?? pointer;
  const away = (at: { readonly x: number; readonly y: number }): number => Math.max(Math.hypot(at.x - seen.x, at.y - seen.y), 1);
  const from = Math.max(away(pointer), NEAREST);
  let constraint: Constraint = FREE;
  let dragged = 1;
  let result = snapshot;
  let target: Vec3 = pulled.at;
  const factor = (): number => typed.value() ?? dragged;
  const spread = ({ at }: HandlePlace): Vec3 =>
    freeAxes(constraint).reduce((to, axis) => {
      const along = dot(subtract(at, middle), axes[axis]);
      return add(to, scale(axes[axis], (factor() - 1) * along));
    }, at);
  const solve = (): void => {
    target = spread(pulled);
    const others = places.filter((place) => place !== pulled).map((place) => [place.handle.name, spread(place)] as const);
    const started = performance.now();
    const outcome = pull.to(target, {
      ...pullOptions(studio.getState()),
      keepsDirection: isKept,
      along: Object.fromEntries(others),
    });
    const milliseconds = performance.now() - started;
    result = outcome.pose;
    setPreview(studio, { pose: result, cause: 'pull' });
    setFeedback(studio, { outcome, milliseconds, handle, origin: null, followed: [], move: pull.last() });
  };
  return {
    move: (sample) => {
      dragged = away(slow(sample)) / from;
      solve();
    },
    press: (key) => {
      if (key.ctrlKey || key.metaKey) return false;
      const next = typed.press(key.key) ? constraint : constraintByKey(constraint, key);
      if (!next) return false;
      constraint = next;
      solve();
      return true;
    },
    commit: () => {
      const what = places.length > 1 ? `${places.length} handles` : handleLabel(handle).toLowerCase();
      if (result !== snapshot) commitPose(studio, `Spread ${what}`, result);
    },
    cancel: () => {
      setPreview(studio, before.preview);
      setFeedback(studio, before.feedback);
    },
    shown: () => ({
      wanted: target,
      limit: null,
      words: `${constraint.kind === 'axis' ? `${constraint.axis.toUpperCase()} ` : ''}× ${typed.text() === '' ? factor().toFixed(2) : `${typed.text()}▏`}`,
      guide: constraint.kind === 'axis' ? { through: middle, axis: constraint.axis, along: axes[constraint.axis] } : null,
    }),
  };

  function rootOf(name: HandleName): Vec3 {
    const limb = limbOf(rig, name);
    const hips = handlesOf(rig).find((each) => each.name === 'hips');
    const root = limb?.upper ?? hips?.joint ?? rig.skeleton.root;
    return name === 'hips'
      ? [worldPosition(world, root)[0], rig.report.floor, worldPosition(world, root)[2]]
      : worldPosition(world, root);
  }
}
