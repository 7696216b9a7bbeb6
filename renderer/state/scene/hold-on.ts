import type { TouchingSpan } from '../../../core/animation/clip.ts';
import { activeClip, keyUnkeyed, setClipContacts } from '../../../core/document/edits/clips.ts';
import { sceneContacts, type SceneContact } from '../../../core/document/played-scene.ts';
import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import { inWords } from '../../../core/humanoid/body/joint-labels.ts';
import { sizeOf } from '../../../core/humanoid/body/rig.ts';
import { toDegrees, DEGREES } from '../../../core/math/angles.ts';
import { composeFrames, frameSeenFrom } from '../../../core/math/frame.ts';
import { frameAt } from '../timeline/clips.ts';
import { commitEdit } from '../editing.ts';
import { notify, withdrawOffer } from '../window/notify.ts';
import { pause, playRange } from '../timeline/playback.ts';
import { shownProps } from '../props/shown-props.ts';
import { selectedHandle } from '../selection.ts';
import type { Studio, StudioState } from '../studio.ts';
import { showLength } from '../window/units.ts';
import { setTimelineSession } from '../timeline/set-timeline-session.ts';
import { actorsBeside } from './beside.ts';
import { rigsBeside } from './rigs.ts';
import { supportOf, type Lying, type Support } from './supports.ts';

/**
 * Keeps the selected handle on what it lies on now, as a contact in the play range, or in the whole clip: on a thing, or on the part of another character that it is
 * nearest to, in the same place of its frame. On a thing it keeps its direction too; on a body it is free, where wrists could not keep one without a leap of the arm.
 */
export function holdOn(studio: Studio): void {
  const state = studio.getState();
  const lying = supportOf(state, selectedHandle(state));
  if (!state.document || !lying) return;
  withdrawOffer(studio, KEEP);
  pause(studio);
  const span = spanOf(state, lying);
  commitEdit(studio, `Keep ${inWords(span.part).toLowerCase()} on ${lying.support.owner}`, (project) => {
    // The contact sets out from the pose on screen.
    const begun = keyUnkeyed(project, state.document!.rig.skeleton);
    return setClipContacts(begun, [...(activeClip(begun).contacts ?? []), span]);
  });
  setTimelineSession(studio, { contact: span });
  tell(studio, lying.support, span);
}

/** Whether the selected handle can be kept on something. */
export function canHoldOn(state: StudioState): boolean {
  return selectedHandle(state) !== null && hasSupports(state);
}

function hasSupports(state: StudioState): boolean {
  return actorsBeside(state).length > 0 || shownProps(state).length > 0;
}

/** Metres, for a figure 1.75 m tall, within which a hand that is let go lies on something. */
const LIES = 0.015;

/** The command that keeps it there. */
const KEEP = 'scene.holdOn';

/** What each window has asked about: once for a part and what it lies on. */
const asked = new WeakMap<Studio, Set<string>>();

/** Whether a window has not asked this yet; from then on it has. */
export function isFirstAsked(studio: Studio, question: string): boolean {
  const before = asked.get(studio) ?? new Set();
  if (before.has(question)) return false;
  asked.set(studio, before.add(question));
  return true;
}

/** Asks whether a hand or a foot that was let go on another character or on a prop stays there, unless the settings say not to. */
export function offerToHold(studio: Studio, handle: HandleName): void {
  const state = studio.getState();
  const { document, session } = state;
  if (!document || !session.settings.offersContacts || !/(?:Hand|Foot)$/.test(handle) || !hasSupports(state)) return;
  const lying = supportOf(state, handle);
  if (!lying || lying.support.away > LIES * sizeOf(document.rig)) return;
  const { by, label } = lying.support;
  const isHeld = (activeClip(document.history.present).contacts ?? []).some(
    ({ part, on }) => part === handle && on !== undefined && JSON.stringify(on.by) === JSON.stringify(by),
  );
  if (isHeld || !isFirstAsked(studio, `${handle} ${JSON.stringify(by)}`)) return;
  notify(studio, 'info', `The ${inWords(handle).toLowerCase()} lies on ${label}.`, KEEP);
}

/** The contact that keeps a handle where it lies, in the play range or in the whole clip. */
export function spanOf(state: StudioState, { handle, support, own }: Lying): TouchingSpan {
  const [from, to] = playRange(state);
  const { by, point, frame } = support;
  const seen = frameSeenFrom(composeFrames(own, { position: point, rotation: [0, 0, 0, 1] }), frame);
  const keepsRotation = 'prop' in by && { turns: true as const };
  return { part: handle.name, from, to, on: { by, ...seen, point, ...keepsRotation } };
}

/** Metres and radians from which on a hand is seen to be off. */
export const SEEN = 2e-3;
const SEEN_TURNED = 2 * DEGREES;

function tell(studio: Studio, { label }: Support, span: TouchingSpan): void {
  const { document, session } = studio.getState();
  if (!document) return;
  const clip = activeClip(document.history.present);
  const made = contactsNow(studio.getState()).find(
    ({ actor, contact }) =>
      actor === document.history.present.workedOn && contact.part === span.part && contact.first === frameAt(clip, span.from),
  );
  if (!made) return notify(studio, 'warning', `It cannot be kept on ${label}, which hangs from it.`, 'edit.undo');
  if (made.distance >= SEEN)
    return notify(
      studio,
      'warning',
      `It does not reach ${label} everywhere: ${showLength(session.settings.lengths, made.distance)} are left at most.`,
    );
  if (made.angle >= SEEN_TURNED)
    return notify(
      studio,
      'warning',
      `It stays on ${label}, but its joints cannot keep its direction: ${Math.round(toDegrees(made.angle))}° are left at most.`,
    );
  notify(studio, 'info', `It stays on ${label}, in ${made.contact.last - made.contact.first + 1} frames.`);
}

/** How far the contacts of the scene are from holding, in the clip on the timeline. */
export function contactsNow({ document }: StudioState): readonly SceneContact[] {
  return document ? sceneContacts(document.history.present, document.rig, rigsBeside(document)) : [];
}
