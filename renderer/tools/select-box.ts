import { forwardKinematics } from '../../core/skeleton/forward-kinematics.ts';
import { lerp } from '../../core/math/vec3.ts';
import { allSelected, handleSelection, isOffered, selectAll, selectToo } from '../state/selection.ts';
import { isHidden } from '../state/window/hidden.ts';
import type { Selection } from '../state/session-state.ts';
import { shownPose, type Studio, type StudioState } from '../state/studio.ts';
import { NO_TRACE, type Gesture, type PointerSample } from './gesture.ts';
import { boneEnds, boneShapes } from './geometry/bone-shapes.ts';
import { createHandlePlacer } from './geometry/handle-places.ts';
import { project, type Lens, type ScreenPoint } from './geometry/lens.ts';

/**
 * Draws a box and selects the handles in it, or the bones where no handle is in it; beside what was selected with `adds`. Releasing keeps the selection,
 * giving up brings back the one before.
 */
export function beginBox(studio: Studio, pointer: PointerSample, lens: Lens, adds: boolean): Gesture {
  const before = allSelected(studio.getState());
  let to: ScreenPoint = pointer;
  return {
    move: (sample) => {
      to = sample;
      const inside = insideBox(studio.getState(), lens, pointer, to);
      selectAll(studio, adds ? before : []);
      selectToo(studio, inside);
    },
    commit: () => undefined,
    cancel: () => selectAll(studio, before),
    shown: () => ({ ...NO_TRACE, box: [pointer, to] }),
  };
}

/** What is drawn inside a box of the picture. */
function insideBox(state: StudioState, lens: Lens, from: ScreenPoint, to: ScreenPoint): readonly Selection[] {
  const pose = shownPose(state);
  const rig = state.document?.rig;
  if (!rig || !pose) return [];
  const { view, tool } = state.session;
  const world = forwardKinematics(rig.skeleton, pose);
  const isInside = (at: Parameters<typeof project>[1]): boolean => {
    const seen = project(lens, at);
    return seen !== null && (seen.x - from.x) * (seen.x - to.x) <= 0 && (seen.y - from.y) * (seen.y - to.y) <= 0;
  };
  const handles = view.handles && tool === 'pull' ? createHandlePlacer(rig)(world) : [];
  const chosen = handles.filter(
    ({ handle, at }) => !isHidden(state, 'joints', handle.joint) && isOffered(state, handle.name) && isInside(at),
  );
  // Toes beside a foot and shoulders beside a chest are not what a box about those is for.
  const main = chosen.filter(({ handle }) => handle.kind !== 'local');
  const meant = main.length > 0 ? main : chosen;
  if (meant.length > 0) return meant.map(({ handle }) => handleSelection(rig, handle.name));
  const bones = boneShapes(rig).filter(
    (bone) => !isHidden(state, 'joints', bone.joint) && isInside(lerp(...boneEnds(bone, world), 0.5)),
  );
  return [...new Set(bones.map(({ joint }) => joint))].map((joint) => ({ joint, handle: null }));
}
