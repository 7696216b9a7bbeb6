import { composeFrames, frameOfPlace, type Frame } from '../../core/math/frame.ts';
import { fromAxisAngle, multiply } from '../../core/math/quat.ts';
import type { Vec3 } from '../../core/math/vec3.ts';
import type { PropData } from '../../core/document/project-data.ts';
import { heightAt } from '../state/props/on-things.ts';
import { boxAroundProp } from '../state/props/prop-shape.ts';
import { placeProp, previewProp } from '../state/props/edit-props.ts';
import { carrierNow, shownProps, type ShownProp } from '../state/props/shown-props.ts';
import { shownPlace } from '../state/scene/shown-place.ts';
import type { Studio } from '../state/studio.ts';
import { FREE, type Constraint } from './drag/constraint.ts';
import { targetUnder } from './drag/handle-target.ts';
import { describeMove, describeTurn } from './drag/move-words.ts';
import { createTurn } from './drag/ring-turn.ts';
import { createSlowPointer, NO_TRACE, type Gesture, type GestureTrace, type PointerSample } from './gesture.ts';
import { axesOf } from './geometry/axes.ts';
import type { Lens } from './geometry/lens.ts';
import { nearestOnRing, type Ring } from './geometry/rings.ts';

/** Metres above and below what is there within which an arrow brings a thing to stand on it. */
const SNAP = 0.04;

/** The prop as it is on screen; null where it is not. */
function onScreen(studio: Studio, id: string): ShownProp | null {
  return shownProps(studio.getState()).find(({ prop }) => prop.id === id) ?? null;
}

/**
 * Drags a prop: by an arrow or a square of its gizmo, or by itself, over the floor and whatever stands on it where nothing carries it. Moved by
 * its gizmo, it comes to stand on what is near, where handles snap to the floor.
 * What hangs from it goes along. Returns null where the prop is not on screen.
 */
export function beginMoveProp(
  studio: Studio,
  id: string,
  pointer: PointerSample,
  lens: Lens,
  asked?: Constraint,
): Gesture | null {
  const shown = onScreen(studio, id);
  if (!shown) return null;
  const { prop, frame } = shown;
  const state = studio.getState();
  const isCarried = carrierNow(state, prop) !== null;
  const constraint = asked ?? (isCarried ? FREE : { kind: 'plane', axis: 'y' });
  const axes = asked ? axesOf(state.session.space, frame.rotation, lens) : axesOf('world', frame.rotation, lens);
  const grabbed = { start: frame.position, pointer, lens };
  const slow = createSlowPointer(pointer);
  const unit = state.session.settings.lengths;
  let target: Vec3 = frame.position;
  const bottom = boxAroundProp(state.document!, prop.form).min[1];
  const put = (at: Vec3): Vec3 => {
    const now = studio.getState();
    if (isCarried || (asked && !now.session.snapsToFloor)) return at;
    const stands = heightAt(now, now.document!, at, id) - bottom;
    return !asked || Math.abs(at[1] - stands) < SNAP ? [at[0], stands, at[2]] : at;
  };
  return propGesture(studio, prop, {
    move: (sample, present) => {
      const wanted = targetUnder(grabbed, constraint, axes, slow(sample), present, 0);
      if (wanted) target = put(wanted);
      return { ...frame, position: target };
    },
    shown: () => ({
      ...NO_TRACE,
      wanted: target,
      words: describeMove(frame.position, target, constraint, axes, '', unit),
      guide: constraint.kind === 'axis' ? { through: frame.position, axis: constraint.axis, along: axes[constraint.axis] } : null,
    }),
  });
}

/** Turns a prop about the axis of a ring of its gizmo. Returns null where the prop is not on screen. */
export function beginTurnProp(studio: Studio, id: string, pointer: PointerSample, lens: Lens, ring: Ring): Gesture | null {
  const shown = onScreen(studio, id);
  const near = nearestOnRing(ring, lens, pointer);
  if (!shown || !near) return null;
  const { prop, frame } = shown;
  const slow = createSlowPointer(pointer);
  const turnBy = createTurn(ring, lens, pointer, near.at);
  let angle = 0;
  return propGesture(studio, prop, {
    move: (sample) => {
      angle = turnBy(slow(sample));
      return { ...frame, rotation: multiply(fromAxisAngle(ring.axis, angle), frame.rotation) };
    },
    shown: () => ({
      ...NO_TRACE,
      words: describeTurn(ring.name, angle, ''),
      guide: { through: ring.centre, axis: ring.name, along: ring.axis },
    }),
  });
}

interface PropMove {
  /** Where the prop is for a pointer, in the space that is drawn in. */
  move(sample: PointerSample, lens: Lens): Frame;
  shown(): GestureTrace;
}

function propGesture(studio: Studio, prop: PropData, { move, shown }: PropMove): Gesture {
  let last: Frame | null = null;
  return {
    move: (sample, lens) => {
      last = composeFrames(frameOfPlace(shownPlace(studio.getState())), move(sample, lens));
      previewProp(studio, { id: prop.id, frame: last });
    },
    commit: () => {
      previewProp(studio, null);
      if (last) placeProp(studio, prop, last);
    },
    cancel: () => previewProp(studio, null),
    shown,
  };
}
