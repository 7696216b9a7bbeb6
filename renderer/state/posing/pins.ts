import { setPin } from '../../../core/document/edits/posing.ts';
import type { HandleName, PinSettings } from '../../../core/humanoid/body/handles.ts';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import { touchedBone } from '../../../core/humanoid/touching/overlaps.ts';
import { commitEdit } from '../editing.ts';
import { inWords } from '../../../core/humanoid/body/joint-labels.ts';
import { withdrawOffer } from '../window/notify.ts';
import { shownPose, type Studio, type StudioState } from '../studio.ts';

/** The command that pins what is selected. */
export const PIN = 'pose.togglePin';

const NOT_PINNED: PinSettings = { translation: false, rotation: false, weight: 1 };

/** How a handle is pinned; keeps neither place nor direction where it is not. */
export function pinOf(state: StudioState, handle: HandleName): PinSettings {
  return state.document?.history.present.pins[handle] ?? NOT_PINNED;
}

/** Whether a handle keeps its place or direction, in part at least: limbs in FK keep none. */
export function isPinned(state: StudioState, handle: HandleName): boolean {
  const pin = state.document?.history.present.pins[handle];
  return pin !== undefined && pin.ik !== 0;
}

/** The bone that a hand or foot is pinned on, or would be: the one that it touches. Null where it touches none. */
export function boneUnder(state: StudioState, handle: HandleName): HumanoidBone | null {
  const pose = shownPose(state);
  if (!state.document || !pose) return null;
  return pinOf(state, handle).on ?? touchedBone(state.document.rig, pose, handle);
}

/** Where the body stops its limbs, a hand that lies on it is pinned on what it lies on. */
function newPin(state: StudioState, handle: HandleName): PinSettings {
  const on = state.session.bodyStops ? boneUnder(state, handle) : null;
  return on === null ? NOT_PINNED : { ...NOT_PINNED, on };
}

/** How a handle is pinned, or would be. */
export function heldPin(state: StudioState, handle: HandleName): PinSettings {
  const present = state.document?.history.present.pins[handle];
  return present ?? { ...newPin(state, handle), translation: true, rotation: true };
}

/** Lets a pinned hand or foot go along with a part of the body, or keeps it in the world. */
export function pinOn(studio: Studio, handle: HandleName, on: HumanoidBone | null): void {
  const { on: _, ...kept } = pinOf(studio.getState(), handle);
  const pin = { ...kept, ...(on === null ? {} : { on }) };
  commitEdit(studio, `Pin of ${inWords(handle).toLowerCase()}`, (project) => setPin(project, handle, pin));
}

/** Pins the places and directions of handles, or lets them go where all are pinned. */
export function togglePins(studio: Studio, handles: readonly HandleName[]): void {
  const state = studio.getState();
  withdrawOffer(studio, PIN);
  const lets = handles.every((handle) => isPinned(state, handle));
  const pin = (handle: HandleName) => (lets ? null : { ...newPin(state, handle), translation: true, rotation: true });
  commitEdit(studio, `${lets ? 'Unpin' : 'Pin'} ${handlesInWords(handles)}`, (project) =>
    handles.reduce((result, handle) => setPin(result, handle, pin(handle)), project),
  );
}

/** Pins one part of what handles keep, or lets it go where all have it pinned. */
export function togglePinPart(studio: Studio, handles: readonly HandleName[], part: 'translation' | 'rotation'): void {
  const state = studio.getState();
  const pins = !handles.every((handle) => pinOf(state, handle)[part]);
  commitEdit(studio, `Pin of ${handlesInWords(handles)}`, (project) =>
    handles.reduce((result, handle) => setPin(result, handle, changedPin(state, handle, { [part]: pins })), project),
  );
}

/** “left hand, right foot”. */
export function handlesInWords(handles: readonly HandleName[]): string {
  return handles.map((handle) => inWords(handle).toLowerCase()).join(', ');
}

/** Pins the place and the direction of a handle, or lets it go. */
export function togglePin(studio: Studio, handle: HandleName): void {
  togglePins(studio, [handle]);
}

/** Changes what of a handle is pinned, and how much that counts. */
export function changePin(studio: Studio, handle: HandleName, change: Partial<PinSettings>): void {
  const pin = changedPin(studio.getState(), handle, change);
  commitEdit(studio, `Pin of ${inWords(handle).toLowerCase()}`, (project) => setPin(project, handle, pin));
}

function changedPin(state: StudioState, handle: HandleName, change: Partial<PinSettings>): PinSettings {
  return { ...(isPinned(state, handle) ? pinOf(state, handle) : newPin(state, handle)), ...change };
}
