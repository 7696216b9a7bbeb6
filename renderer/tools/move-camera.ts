import { aimedAt } from '../../core/animation/aim-camera.ts';
import { aimOf, FOCAL_LENGTHS, type Shot } from '../../core/animation/camera-motion.ts';
import { clamp } from '../../core/math/angles.ts';
import { conjugate, fromAxisAngle, multiply, rotate } from '../../core/math/quat.ts';
import { add, dot, scale, subtract, type Vec3 } from '../../core/math/vec3.ts';
import { placeCamera, previewCamera } from '../state/cameras/edit-cameras.ts';
import { camerasOf, shotFromDrawn, shownCamera, type ShownCamera } from '../state/cameras/shown-cameras.ts';
import type { Studio } from '../state/studio.ts';
import { focalLengthInWords, metresOf } from '../state/window/units.ts';
import { constraintByTyping, FREE, type Constraint } from './drag/constraint.ts';
import { depthOfWheel, targetUnder } from './drag/handle-target.ts';
import { describeMove, describeTurn } from './drag/move-words.ts';
import { createTurn } from './drag/ring-turn.ts';
import { createTypedNumber } from './drag/typed-number.ts';
import { axesOf } from './geometry/axes.ts';
import type { Lens } from './geometry/lens.ts';
import { nearestOnRing, type Ring } from './geometry/rings.ts';
import { frameCorners } from './geometry/shot-view.ts';
import { createSlowPointer, NO_TRACE, type Gesture, type PointerSample } from './gesture.ts';

/** Drags a camera by itself or by its gizmo; it looks the same way as before. Returns null where there is no such camera. */
export function beginMoveCamera(
  studio: Studio,
  id: string,
  pointer: PointerSample,
  lens: Lens,
  asked: Constraint = FREE,
): Gesture | null {
  const shown = shownNow(studio, id);
  if (!shown) return null;
  const { shot } = shown;
  return pointGesture(studio, shown, shot.position, pointer, lens, asked, (position) => ({ ...shot, position }));
}

/** Drags the point that a camera aims at: it rotates to look there. Returns null where there is no such camera. */
export function beginAimCamera(studio: Studio, id: string, pointer: PointerSample, lens: Lens): Gesture | null {
  const shown = shownNow(studio, id);
  if (!shown) return null;
  const { shot } = shown;
  return pointGesture(studio, shown, aimOf(shot), pointer, lens, FREE, (point) => aimedAt(shot, point));
}

/** Drags the corner of what a camera sees: it sees more or less. Returns null where there is no such camera. */
export function beginZoomCamera(studio: Studio, id: string, pointer: PointerSample, lens: Lens): Gesture | null {
  const shown = shownNow(studio, id);
  if (!shown) return null;
  const { shot, camera } = shown;
  const corner = frameCorners(shot, camera.aspect)[2];
  const [x, y, z] = rotate(conjugate(shot.rotation), subtract(corner, shot.position));
  const middle = add(shot.position, rotate(shot.rotation, [0, 0, z]));
  const half = subtract(corner, middle);
  let { focalLength } = shot;
  // Share of the half diagonal that the pointer is from the middle of the frame; the focal length is that much shorter.
  const gesture = pointGesture(studio, shown, corner, pointer, lens, FREE, (point) => {
    const share = dot(subtract(point, middle), half) / (x * x + y * y);
    focalLength = share > 0 ? clamp(shot.focalLength / share, ...FOCAL_LENGTHS) : FOCAL_LENGTHS[1];
    return { ...shot, focalLength };
  });
  return { ...gesture, shown: () => ({ ...NO_TRACE, words: focalLengthInWords(focalLength) }) };
}

/** Rotates a camera about the axis of a ring of its gizmo. Returns null where there is no such camera. */
export function beginTurnCamera(studio: Studio, id: string, pointer: PointerSample, lens: Lens, ring: Ring): Gesture | null {
  const shown = shownNow(studio, id);
  const near = nearestOnRing(ring, lens, pointer);
  if (!shown || !near) return null;
  const { shot } = shown;
  const slow = createSlowPointer(pointer);
  const turnBy = createTurn(ring, lens, pointer, near.at);
  let angle = 0;
  return {
    ...previewing(studio, shown, (sample) => {
      angle = turnBy(slow(sample));
      return { ...shot, rotation: multiply(fromAxisAngle(ring.axis, angle), shot.rotation) };
    }),
    shown: () => ({
      ...NO_TRACE,
      words: describeTurn(ring.name, angle, ''),
      guide: { through: ring.centre, axis: ring.name, along: ring.axis },
    }),
  };
}

function shownNow(studio: Studio, id: string): ShownCamera | null {
  const state = studio.getState();
  const camera = camerasOf(state).find((each) => each.id === id);
  return camera ? shownCamera(state, camera) : null;
}

/**
 * Drags a point of a camera in the plane that faces the viewer or along an axis (X, Y, Z, a typed number); the wheel takes it away and back. `shotAt` says what
 * the camera sees then; null: it stays.
 */
function pointGesture(
  studio: Studio,
  shown: ShownCamera,
  start: Vec3,
  pointer: PointerSample,
  lens: Lens,
  asked: Constraint,
  shotAt: (point: Vec3) => Shot | null,
): Gesture {
  const { session } = studio.getState();
  const axes = axesOf(session.space, shown.shot.rotation, lens);
  const unit = session.settings.lengths;
  const slow = createSlowPointer(pointer);
  const typed = createTypedNumber();
  let constraint = asked;
  let depth = 0;
  let last = { at: { x: pointer.x, y: pointer.y }, lens };
  let target = start;
  const solve = (): Shot | null => {
    const length = typed.value();
    target =
      length !== null && constraint.kind === 'axis'
        ? add(start, scale(axes[constraint.axis], length * metresOf(unit)))
        : (targetUnder({ start, pointer, lens }, constraint, axes, last.at, last.lens, depth) ?? target);
    return shotAt(target);
  };
  const { show, ...ending } = previewing(studio, shown, (sample, present) => {
    last = { at: slow(sample), lens: present };
    return solve();
  });
  return {
    ...ending,
    press: (key) => {
      if (key.ctrlKey || key.metaKey) return false;
      const next = constraintByTyping(constraint, typed, key);
      if (!next) return false;
      constraint = next;
      show(solve());
      return true;
    },
    wheel: (pixels) => {
      depth += depthOfWheel(lens, start, pixels);
      show(solve());
    },
    shown: () => ({
      ...NO_TRACE,
      words: describeMove(start, target, constraint, axes, typed.text(), unit),
      guide: constraint.kind === 'axis' ? { through: start, axis: constraint.axis, along: axes[constraint.axis] } : null,
    }),
  };
}

/** Shows what `move` makes of a pointer; kept as one step of the history. */
function previewing(studio: Studio, { camera }: ShownCamera, move: (sample: PointerSample, lens: Lens) => Shot | null) {
  let last: Shot | null = null;
  const show = (shot: Shot | null): void => {
    if (!shot) return;
    last = shotFromDrawn(studio.getState(), shot);
    previewCamera(studio, { id: camera.id, shot: last });
  };
  return {
    show,
    move: (sample: PointerSample, lens: Lens) => show(move(sample, lens)),
    commit: () => {
      previewCamera(studio, null);
      if (last) placeCamera(studio, camera, last);
    },
    cancel: () => previewCamera(studio, null),
  };
}
