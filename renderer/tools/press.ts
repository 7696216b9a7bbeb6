import type { Rig } from '../../core/humanoid/body/rig.ts';
import { handlesOf, type HandleName } from '../../core/humanoid/body/handles.ts';
import { select } from '../state/selection.ts';
import { NOTHING_SELECTED, type Studio } from '../state/studio.ts';
import { beginLimitEdit } from './edit-limit.ts';
import type { Gesture, PointerSample } from './gesture.ts';
import type { Lens } from './geometry/lens.ts';
import type { Target } from './geometry/pick.ts';
import { beginPull } from './pull-handle.ts';
import { gizmoNow } from './geometry/shown-gizmo.ts';
import { beginRotate } from './rotate-joint.ts';
import { beginOrbit, beginPan, type Steerable } from './steer-camera.ts';
import { beginTurn } from './turn-handle.ts';

/** A button that went down on the viewport. */
export interface Press {
  readonly button: 'left' | 'middle' | 'right';
  readonly alt: boolean;
  readonly at: PointerSample;
  /** What was under the pointer; null for empty space. */
  readonly target: Target | null;
}

/** What dragging from here means: Alt+left, middle and empty space turn the camera, right and Shift+middle move it. */
export function beginDrag(studio: Studio, camera: Steerable, lens: Lens, { button, alt, at, target }: Press): Gesture {
  const pans = button === 'right' || (button === 'middle' && (at.precise || alt));
  if (pans) return beginPan(camera, at, lens.height);
  const gesture = button === 'left' && !alt && target ? grab(studio, target, at, lens) : null;
  return gesture ?? beginOrbit(camera, at);
}

/** A press that did not become a drag: selects what is under it, or nothing. */
export function click(studio: Studio, { button, alt, target }: Press): void {
  if (button !== 'left' || alt) return;
  if (target?.kind === 'handle') selectHandle(studio, target.handle);
  else if (target?.kind === 'joint') select(studio, { joint: target.joint, handle: null });
  else if (!target) select(studio, NOTHING_SELECTED);
}

function grab(studio: Studio, target: Target, at: PointerSample, lens: Lens): Gesture | null {
  const { joint, handle } = studio.getState().session.selection;
  const gizmo = gizmoNow(studio.getState(), lens);
  switch (target.kind) {
    case 'handle':
      selectHandle(studio, target.handle);
      return beginPull(studio, target.handle, at, lens);
    case 'arrow':
    case 'plane':
      return handle === null
        ? null
        : beginPull(studio, handle, at, lens, { kind: target.kind === 'arrow' ? 'axis' : 'plane', axis: target.axis });
    case 'turn': {
      const ring = gizmo?.rings.find(({ name }) => name === target.axis);
      return handle === null || !ring ? null : beginTurn(studio, { handle }, at, lens, ring);
    }
    case 'ring':
      return joint === null ? null : beginRotate(studio, joint, target.ring, at, lens);
    case 'grip':
      return joint === null ? null : beginLimitEdit(studio, joint, target.grip, at, lens);
    case 'joint':
      return null;
  }
}

/** A selected handle selects the joint it moves as well, so that its limit and its numbers are at hand. */
function selectHandle(studio: Studio, handle: HandleName): void {
  const rig: Rig | undefined = studio.getState().document?.rig;
  const joint = rig && handlesOf(rig).find(({ name }) => name === handle)?.joint;
  select(studio, { joint: joint ?? null, handle });
}
