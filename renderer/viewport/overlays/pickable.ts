import { aimOf } from '../../../core/animation/camera-motion.ts';
import type { StudioState } from '../../state/studio.ts';
import { shownMoments } from '../../state/timeline/motion-marks.ts';
import { fromPlace } from '../../../core/math/place.ts';
import { isActorLocked } from '../../state/scene/actor-marks.ts';
import { actorsBeside, type ActorBeside } from '../../state/scene/beside.ts';
import { boneEnds, boneShapes } from '../../tools/geometry/bone-shapes.ts';
import { boxAroundProp } from '../../state/props/prop-shape.ts';
import { shownProps, type ShownProp } from '../../state/props/shown-props.ts';
import { frameCorners } from '../../tools/geometry/shot-view.ts';
import type { Pickable, PropBox, Segment } from '../../tools/geometry/pick.ts';
import type { ViewModel } from './view-model.ts';

/** What can be grabbed or clicked at present: only what is drawn. */
export function pickableIn({
  state,
  handles,
  rings,
  gaze,
  cameras,
  gizmo,
  sizes,
  limit,
  bones,
  world,
  stand,
  handleSize,
}: ViewModel): Omit<Pickable, 'clickedAt'> {
  const { view, tool } = state.session;
  return {
    handles: view.handles && tool === 'pull' ? handles.map(({ handle, at }) => ({ name: handle.name, at })) : [],
    rings,
    stand,
    gaze,
    cameras: cameras.flatMap(({ camera: { id, aspect }, shot, isSelected }) => [
      { name: { camera: id, part: 'place' as const }, at: shot.position },
      ...(isSelected
        ? [
            { name: { camera: id, part: 'aim' as const }, at: aimOf(shot) },
            { name: { camera: id, part: 'lens' as const }, at: frameCorners(shot, aspect)[2] },
          ]
        : []),
    ]),
    gizmo,
    sizes,
    moments: tool === 'pull' ? shownMoments(state) : [],
    handleSize,
    selected: state.session.selection.handle,
    grips: (limit?.grips ?? []).map(({ name, angle, at }) => ({ name, at: at(angle) })),
    bones: bones.map((bone) => {
      const [from, to] = boneEnds(bone, world);
      return { joint: bone.joint, from, to };
    }),
    props: shownProps(state).map((shown) => boxOf(state, shown)),
    others: actorsBeside(state)
      .filter(({ id }) => !isActorLocked(state, id))
      .flatMap(segmentsOf),
  };
}

function boxOf({ document }: StudioState, { prop, frame }: ShownProp): PropBox {
  return { prop: prop.id, frame, ...boxAroundProp(document!, prop.form) };
}

/** Of a body’s height: how far its flesh reaches around a bone. */
const FLESH = 0.05;

function segmentsOf({ id, rig, world, place }: ActorBeside): readonly Segment[] {
  return boneShapes(rig).map((bone) => {
    const [from, to] = boneEnds(bone, world);
    return { actor: id, from: fromPlace(place, from), to: fromPlace(place, to), radius: FLESH * rig.report.height };
  });
}
