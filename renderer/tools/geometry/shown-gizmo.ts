import { forwardKinematics, worldRotation, type WorldTransforms } from '../../../core/skeleton/forward-kinematics.ts';
import { turnsByRings } from '../../state/posing/limb-ik.ts';
import { selectedShownProp } from '../../state/props/shown-props.ts';
import { seenThrough, selectedCamera, shownCamera } from '../../state/cameras/shown-cameras.ts';
import { shownPose, type StudioState } from '../../state/studio.ts';
import { axesOf } from './axes.ts';
import { gizmoOf, type Gizmo } from './gizmo.ts';
import { createHandlePlacer, type HandlePlace } from './handle-places.ts';
import type { Lens } from './lens.ts';

/** The gizmo of the selected handle or prop as it is to be shown; null where none is: poles choose a direction and have none. */
export function shownGizmo(
  state: StudioState,
  handles: readonly HandlePlace[],
  world: WorldTransforms,
  lens: Lens,
): Gizmo | null {
  const { session, transient } = state;
  if (!session.view.gizmo || !session.view.handles || transient.preview?.cause === 'replay') return null;
  const thing = selectedShownProp(state);
  if (thing) return gizmoOf(thing.frame.position, axesOf(session.space, thing.frame.rotation, lens), lens);
  const camera = selectedCamera(state);
  if (camera) {
    if (!session.view.cameras || camera === seenThrough(state)) return null;
    const { shot } = shownCamera(state, camera);
    return gizmoOf(shot.position, axesOf(session.space, shot.rotation, lens), lens);
  }
  if (turnsByRings(state)) return null;
  const place = handles.find(({ handle }) => handle.name === session.selection.handle);
  if (!place || place.handle.kind === 'pole') return null;
  return gizmoOf(place.at, axesOf(session.space, worldRotation(world, place.handle.joint), lens), lens);
}

/** The same from the state alone, for the beginning of a drag. */
export function gizmoNow(state: StudioState, lens: Lens): Gizmo | null {
  const pose = shownPose(state);
  const rig = state.document?.rig;
  if (!pose || !rig) return null;
  const world = forwardKinematics(rig.skeleton, pose);
  return shownGizmo(state, createHandlePlacer(rig)(world), world, lens);
}
