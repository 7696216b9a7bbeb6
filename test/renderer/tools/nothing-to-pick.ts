import type { Pickable } from '../../../renderer/tools/geometry/pick.ts';

/** A view in which nothing can be picked, to which a test adds what it is about. */
export const NOTHING: Pickable = {
  handles: [],
  selected: null,
  clickedAt: null,
  handleSize: 1,
  gaze: null,
  rings: [],
  cameras: [],
  gizmo: null,
  sizes: [],
  grips: [],
  moments: [],
  bones: [],
  others: [],
  props: [],
  stand: null,
};
