import type { HandleName } from '../../core/humanoid/body/handles.ts';
import type { MenuSubject } from '../state/window/notices-and-dialogs.ts';
import { isPlain } from '../../core/humanoid/rigging/plain-bones.ts';
import { isInFk } from '../state/posing/limb-ik.ts';
import { showFrame } from '../state/timeline/playback.ts';
import { workOnActor } from '../state/scene/work-on.ts';
import { activate, handleSelection, select, selectCamera, selectProp, toggleSelected } from '../state/selection.ts';
import { NOTHING_SELECTED, type Selection } from '../state/session-state.ts';
import type { Studio } from '../state/studio.ts';
import { beginLimitEdit } from './edit-limit.ts';
import { NO_TRACE, type Gesture, type PointerSample } from './gesture.ts';
import type { Lens } from './geometry/lens.ts';
import type { CameraPart, Target } from './geometry/pick.ts';
import { beginMoveGaze } from './move-gaze.ts';
import { beginPullJoint } from './pull-joint.ts';
import { beginPullAt } from './pull-at-frame.ts';
import { beginPull } from './pull-handle.ts';
import { gizmoNow } from './geometry/shown-gizmo.ts';
import { beginRotate } from './rotate-joint.ts';
import { navigationOf, selectsByBox, steeringOf, steersByAlt, type Steering } from './navigation.ts';
import { beginBox } from './select-box.ts';
import { beginOrbit, beginPan, beginZoom, type Steerable } from './steer-camera.ts';
import type { Constraint } from './drag/constraint.ts';
import { beginAimCamera, beginMoveCamera, beginTurnCamera, beginZoomCamera } from './move-camera.ts';
import { beginMoveProp, beginTurnProp } from './move-prop.ts';
import { beginResizeProp } from './resize-prop.ts';
import { beginStand } from './move-stand.ts';
import { beginTurn } from './turn-handle.ts';

/** A button that went down on the viewport. */
export interface Press {
  readonly button: 'left' | 'middle' | 'right';
  readonly alt: boolean;
  /** Default false. */
  readonly ctrl?: boolean;
  readonly at: PointerSample;
  /** What was under the pointer; null for empty space. */
  readonly target: Target | null;
  /** Whether a box was asked for, which is drawn wherever it begins. Default false. */
  readonly draws?: 'box' | undefined;
}

/** What dragging from here means: what the navigation says of its buttons, else grabbing what is there; on empty ground it selects by a box or steers. */
export function beginDrag(studio: Studio, camera: Steerable, lens: Lens, press: Press): Gesture {
  const { button, alt, ctrl = false, at, target, draws } = press;
  if (draws === 'box') return beginBox(studio, at, lens, ctrl || at.precise);
  const navigation = navigationOf(studio.getState().session.settings);
  const buttons = { button, alt, shift: at.precise, ctrl };
  const steering = steeringOf(navigation, buttons);
  if (steering) return beginSteering(steering, camera, lens, at);
  if (!target && selectsByBox(navigation, buttons)) return beginBox(studio, at, lens, ctrl || at.precise);
  const gesture = button === 'left' && target ? grab(studio, target, at, lens) : null;
  return gesture ?? (button === 'left' ? beginOrbit(camera, at) : NO_GESTURE);
}

function beginSteering(steering: Steering, camera: Steerable, lens: Lens, at: PointerSample): Gesture {
  switch (steering) {
    case 'orbit':
      return beginOrbit(camera, at);
    case 'pan':
      return beginPan(camera, at, lens.height);
    case 'zoom':
      return beginZoom(camera, at);
  }
}

const nothing = (): void => undefined;

/** A drag that means nothing here. */
const NO_GESTURE: Gesture = { move: nothing, commit: nothing, cancel: nothing, shown: () => NO_TRACE };

/**
 * A press that did not become a drag, nor a box that was asked for: selects what is under it, with Ctrl or Shift beside what is selected; where nothing is, the left button deselects. The
 * right button keeps what is selected with it.
 */
export function click(studio: Studio, { button, alt, ctrl = false, at, target, draws }: Press): void {
  const isCameras = button === 'middle' || (alt && steersByAlt(navigationOf(studio.getState().session.settings)));
  if (isCameras || draws) return;
  const adds = ctrl || at.precise;
  if (target?.kind === 'actor') return workOnActor(studio, target.actor);
  if (target?.kind === 'camera') return selectCamera(studio, target.camera);
  if (target?.kind === 'prop') return selectProp(studio, target.prop);
  if (target?.kind === 'moment' && button === 'left') showFrame(studio, target.frame);
  const clicked = clickedThing(studio, target, button, adds);
  if (clicked && button === 'right') activate(studio, clicked);
  else if (clicked && adds) toggleSelected(studio, clicked);
  else if (clicked) select(studio, clicked);
  else if (!target && button === 'left' && !adds) select(studio, NOTHING_SELECTED);
}

function clickedThing(studio: Studio, target: Target | null, button: Press['button'], adds: boolean): Selection | null {
  if (target?.kind === 'joint') return { joint: target.joint, handle: null };
  if (target?.kind === 'moment') return handleSelection(studio.getState().document?.rig, target.handle);
  if (target?.kind !== 'handle') return null;
  const handle = adds ? target.handle : clickedHandle(studio, target, button);
  return handleSelection(studio.getState().document?.rig, handle);
}

/** Another click where handles lie on one another takes the next of them. */
function clickedHandle(studio: Studio, { handle, next }: Target & { kind: 'handle' }, button: Press['button']): HandleName {
  const isAnother = button === 'left' && studio.getState().session.selection.handle === handle;
  return isAnother ? (next ?? handle) : handle;
}

/** What the menu of a target is about: the selected handle's arrows and rings stand for it, a joint's for that. */
export function menuSubjectOf(target: Target | null): MenuSubject {
  if (!target) return 'space';
  switch (target.kind) {
    case 'joint':
    case 'ring':
    case 'grip':
      return 'joint';
    case 'gaze':
    case 'actor':
    case 'camera':
    case 'stand':
      return 'space';
    case 'prop':
    case 'size':
      return 'prop';
    case 'moment':
    case 'handle':
    case 'arrow':
    case 'plane':
    case 'turn':
      return 'handle';
  }
}

/** What a drag of a part of a camera does. */
const CAMERA_DRAGS: Readonly<Record<CameraPart, (studio: Studio, id: string, at: PointerSample, lens: Lens) => Gesture | null>> =
  { place: beginMoveCamera, aim: beginAimCamera, lens: beginZoomCamera };

function grab(studio: Studio, target: Target, at: PointerSample, lens: Lens): Gesture | null {
  const { joint, handle, prop, camera } = studio.getState().session.selection;
  const gizmo = gizmoNow(studio.getState(), lens);
  switch (target.kind) {
    case 'handle':
      return grabHandle(studio, target.handle, at, lens);
    case 'arrow':
    case 'plane': {
      const constraint: Constraint = { kind: target.kind === 'arrow' ? 'axis' : 'plane', axis: target.axis };
      if (prop !== undefined) return beginMoveProp(studio, prop, at, lens, constraint);
      if (camera !== undefined) return beginMoveCamera(studio, camera, at, lens, constraint);
      return handle === null ? null : beginPull(studio, handle, at, lens, constraint);
    }
    case 'turn': {
      const ring = gizmo?.rings.find(({ name }) => name === target.axis);
      if (prop !== undefined && ring) return beginTurnProp(studio, prop, at, lens, ring);
      if (camera !== undefined && ring) return beginTurnCamera(studio, camera, at, lens, ring);
      return handle === null || !ring ? null : beginTurn(studio, { handle }, at, lens, ring);
    }
    case 'ring':
      return joint === null ? null : beginRotate(studio, joint, target.ring, at, lens);
    case 'grip':
      return joint === null ? null : beginLimitEdit(studio, joint, target.grip, at, lens);
    case 'moment':
      return beginPullAt(studio, target, at, lens);
    case 'actor':
      return null;
    case 'camera':
      selectCamera(studio, target.camera);
      return CAMERA_DRAGS[target.part](studio, target.camera, at, lens);
    case 'prop':
      return grabProp(studio, target.prop, at, lens);
    case 'size':
      return prop === undefined ? null : beginResizeProp(studio, prop, target.side, at, lens);
    case 'stand':
      return beginStand(studio, target.part, at, lens);
    case 'gaze':
      return beginMoveGaze(studio, at, lens);
    case 'joint':
      return canPullBones(studio) ? beginPullJoint(studio, target.joint, at, lens) : null;
  }
}

/** A thing goes with the pointer; what is stood on only when it is selected, so that a drag on stairs still turns the picture. */
function grabProp(studio: Studio, id: string, at: PointerSample, lens: Lens): Gesture | null {
  const state = studio.getState();
  const prop = state.document?.history.present.props.find((each) => each.id === id);
  if (!prop || (prop.isGround && state.session.selection.prop !== id)) return null;
  selectProp(studio, id);
  return beginMoveProp(studio, id, at, lens);
}

/** A handle is pulled; that of a limb in FK turns the joint that it stands on. */
function grabHandle(studio: Studio, handle: HandleName, at: PointerSample, lens: Lens): Gesture | null {
  const selection = handleSelection(studio.getState().document?.rig, handle);
  activate(studio, selection);
  return selection.joint !== null && isInFk(studio.getState(), selection.joint)
    ? beginTurn(studio, { joint: selection.joint }, at, lens)
    : beginPull(studio, handle, at, lens);
}

/** Bones are pulled by themselves where they have no meaning, and so no handles. */
function canPullBones(studio: Studio): boolean {
  const { document, session } = studio.getState();
  return document !== null && session.tool === 'pull' && isPlain(document.rig);
}
