import { shapeMiddle, shapeSize, withShapeSize } from '../../core/contact/shape-size.ts';
import type { MadeShape } from '../../core/document/project-data.ts';
import { composeFrames, frameOfPlace, type Frame } from '../../core/math/frame.ts';
import { add, dot, scale, subtract, type Vec3 } from '../../core/math/vec3.ts';
import { isMovedByClip, previewProp, resizeProp } from '../state/props/edit-props.ts';
import { shownProps } from '../state/props/shown-props.ts';
import { shownPlace } from '../state/scene/shown-place.ts';
import type { Studio } from '../state/studio.ts';
import { showLength } from '../state/window/units.ts';
import { targetUnder } from './drag/handle-target.ts';
import type { Lens } from './geometry/lens.ts';
import { measureOf, MEASURES, SIDES, sizeHandles, type ShapeSide, type SizeHandle } from './geometry/size-handles.ts';
import { createSlowPointer, NO_TRACE, type Gesture, type PointerSample } from './gesture.ts';

/** A shape and where it is, as seen from the actor that is worked on. */
interface Sized {
  readonly form: MadeShape;
  readonly frame: Frame;
}

/**
 * Drags a side of a made shape: the side across stays where it is. A shape that the clip moves has its place from there, and grows to both sides. Returns null
 * where there is no such prop or side.
 */
export function beginResizeProp(studio: Studio, id: string, side: ShapeSide, pointer: PointerSample, lens: Lens): Gesture | null {
  const shown = shownProps(studio.getState()).find(({ prop }) => prop.id === id);
  const handle = shown && sizeHandles(shown, lens).find((each) => each.side === side);
  if (!shown || !handle || shown.prop.form.kind === 'file') return null;
  const { prop, frame } = shown;
  const { form } = shown.prop;
  const isMoved = isMovedByClip(studio.getState(), prop);
  const grabbed = { start: handle.at, pointer, lens };
  const axes = { x: handle.outward, y: handle.outward, z: handle.outward };
  const slow = createSlowPointer(pointer);
  let last: Sized = { form, frame };
  const inScene = (own: Frame) => composeFrames(frameOfPlace(shownPlace(studio.getState())), own);
  return {
    move: (sample, present) => {
      const wanted = targetUnder(grabbed, { kind: 'axis', axis: 'x' }, axes, slow(sample), present, 0);
      if (!wanted) return;
      last = sized({ form, frame }, handle, dot(subtract(wanted, handle.at), handle.outward), isMoved);
      previewProp(studio, { id, form: last.form, frame: inScene(last.frame) });
    },
    commit: () => {
      previewProp(studio, null);
      if (last.form !== form) resizeProp(studio, prop, last.form, inScene(last.frame));
    },
    cancel: () => previewProp(studio, null),
    shown: () => ({
      ...NO_TRACE,
      words: `${MEASURES[SIDES[side].axis]} ${showLength(studio.getState().session.settings.lengths, measureOf(last.form, side))}`,
    }),
  };
}

/** A shape whose side goes `by` metres outward. */
function sized({ form, frame }: Sized, { side, outward }: SizeHandle, by: number, isMoved: boolean): Sized {
  const { axis } = SIDES[side];
  // Upwards it grows from its place, as a door does from its hinge: its middle is not there.
  const isCentred = shapeMiddle(form)[axis] === 0;
  const size = shapeSize(form).map((length, i) => (i === axis ? length + by * (isMoved && isCentred ? 2 : 1) : length));
  const next = withShapeSize(form, size as unknown as Vec3) as MadeShape;
  const across = (shape: MadeShape): number => SIDES[side].sign * shapeMiddle(shape)[axis] - measureOf(shape, side) / 2;
  const shift = isMoved ? 0 : across(form) - across(next);
  return { form: next, frame: { ...frame, position: add(frame.position, scale(outward, shift)) } };
}
