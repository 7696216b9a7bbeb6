import { shownMoments } from '../../state/motion-marks.ts';
import { boneEnds } from '../../tools/geometry/bone-shapes.ts';
import type { Pickable } from '../../tools/geometry/pick.ts';
import type { ViewModel } from './view-model.ts';

/** What can be grabbed or clicked at present: only what is drawn. */
export function pickableIn({
  state,
  handles,
  rings,
  gaze,
  gizmo,
  limit,
  bones,
  world,
  handleSize,
}: ViewModel): Omit<Pickable, 'clickedAt'> {
  const { view, tool } = state.session;
  return {
    handles: view.handles && tool === 'pull' ? handles.map(({ handle, at }) => ({ name: handle.name, at })) : [],
    rings,
    gaze,
    gizmo,
    moments: tool === 'pull' ? shownMoments(state) : [],
    handleSize,
    selected: state.session.selection.handle,
    grips: (limit?.grips ?? []).map(({ name, angle, at }) => ({ name, at: at(angle) })),
    bones: bones.map((bone) => {
      const [from, to] = boneEnds(bone, world);
      return { joint: bone.joint, from, to };
    }),
  };
}
