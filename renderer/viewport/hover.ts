import { actorsOf } from '../../core/document/work-on-actor.ts';
import { jointLabel } from '../../core/humanoid/body/joint-labels.ts';
import { toDegrees } from '../../core/math/angles.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { axisWords, limitWords } from '../state/rig/axis-words.ts';
import { camerasOf } from '../state/cameras/shown-cameras.ts';
import { shownClip } from '../state/timeline/clips.ts';
import { isInFk } from '../state/posing/limb-ik.ts';
import { isPinned } from '../state/posing/pins.ts';
import { handleSelection, selectedJoint } from '../state/selection.ts';
import type { StudioState } from '../state/studio.ts';
import { timeInSentence } from '../state/window/times.ts';
import type { Grip } from '../tools/geometry/limit-grips.ts';
import { handleLabel } from '../tools/geometry/handle-places.ts';
import type { RingName } from '../tools/geometry/rings.ts';
import type { Target } from '../tools/geometry/pick.ts';
import { MEASURES, SIDES } from '../tools/geometry/size-handles.ts';
import type { ViewModel } from './overlays/view-model.ts';

/** What the label beside the pointer says about a target. */
export function nameOf(target: Target, { rig, state, limit }: ViewModel): string {
  switch (target.kind) {
    case 'handle':
      return nameOfHandle(target, state);
    case 'joint':
      return jointLabel(rig, target.joint);
    case 'moment':
      return nameOfMoment(target, state);
    case 'actor':
      return `Work on ${actorsOf(state.document!.history.present).find(({ id }) => id === target.actor)?.name ?? ''}`;
    case 'camera': {
      const name = camerasOf(state).find(({ id }) => id === target.camera)?.name ?? '';
      return target.part === 'aim' ? `${name} aims here` : target.part === 'lens' ? `Focal length of ${name}` : name;
    }
    case 'prop':
      return state.document?.history.present.props.find(({ id }) => id === target.prop)?.name ?? '';
    case 'size':
      return `${MEASURES[SIDES[target.side].axis]}: drag this side`;
    case 'stand':
      return target.part === 'move' ? 'Move the character over the floor' : 'Rotate the character';
    case 'gaze':
      return 'Head and eyes look here';
    case 'arrow':
      return `Move along ${target.axis.toUpperCase()}`;
    case 'plane':
      return `Move square to ${target.axis.toUpperCase()}`;
    case 'turn':
      return `Rotate about ${target.axis.toUpperCase()}`;
    case 'ring':
      return nameOfRing(target.ring, rig, state);
    case 'grip': {
      const grip = limit?.grips.find(({ name }) => name === target.grip);
      const ends = limit && limitWords(rig, limit.joint);
      return grip && ends ? `${ends[target.grip]} ${toDegrees(angleShown(grip)).toFixed(1)}°` : '';
    }
  }
}

/** The way back of a twist is told without its sign, as that of a swing is. */
function angleShown({ name, angle }: Grip): number {
  return name === 'twistMin' ? -angle : angle;
}

/** What the ring of the selected joint does, by the joint's own words where it has some. */
function nameOfRing(ring: RingName, rig: Rig, state: StudioState): string {
  const joint = selectedJoint(state);
  const words = joint === null ? null : axisWords(rig, joint);
  return words?.[['x', 'y', 'z'].indexOf(ring)]?.label ?? `Rotate about ${ring.toUpperCase()}`;
}

/** With what another click would take, where handles lie on one another. */
function nameOfHandle({ handle, next }: Target & { kind: 'handle' }, state: StudioState): string {
  const note = isInFk(state, handleSelection(state.document?.rig, handle).joint)
    ? ' (FK)'
    : isPinned(state, handle)
      ? ' (pinned)'
      : '';
  const name = `${handleLabel(handle)}${note}`;
  if (next === undefined) return name;
  const isSelected = state.session.selection.handle === handle;
  return `${name}; ${isSelected ? 'click' : 'click twice'} for ${handleLabel(next).toLowerCase()}`;
}

function nameOfMoment({ handle, frame }: Target & { kind: 'moment' }, state: StudioState): string {
  const clip = shownClip(state);
  const when = clip ? timeInSentence(state.session.settings.times, frame, clip.fps) : '';
  return `${handleLabel(handle)} at ${when}: drag to key it elsewhere`;
}

/** The shape of the pointer over a target, or while it drags something. */
export function cursorFor(target: Target | null, dragging: boolean): string {
  if (dragging) return 'grabbing';
  if (!target) return 'default';
  return target.kind === 'joint' || target.kind === 'actor' ? 'pointer' : 'grab';
}

export function sameTarget(a: Target | null, b: Target | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
