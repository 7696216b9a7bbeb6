import type { TouchingSpan } from '../../../core/animation/clip.ts';
import { activeClip, keyUnkeyed, setClipContacts } from '../../../core/document/edits/clips.ts';
import { sceneContacts, type SceneContact } from '../../../core/document/played-scene.ts';
import type { Project } from '../../../core/document/project.ts';
import { workOn } from '../../../core/document/work-on-actor.ts';
import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import { inWords } from '../../../core/humanoid/body/joint-labels.ts';
import { sizeOf, type Rig } from '../../../core/humanoid/body/rig.ts';
import { toDegrees, DEGREES } from '../../../core/math/angles.ts';
import { composeFrames, frameSeenFrom } from '../../../core/math/frame.ts';
import { add } from '../../../core/math/vec3.ts';
import { frameAt } from '../timeline/clips.ts';
import { commitEdit } from '../editing.ts';
import { handlesInWords } from '../posing/pins.ts';
import { notify, withdrawOffer } from '../window/notify.ts';
import { pause, playRange } from '../timeline/playback.ts';
import { shownProps } from '../props/shown-props.ts';
import { selectedHandles } from '../selection.ts';
import type { DocumentState } from '../document-state.ts';
import type { Studio, StudioState } from '../studio.ts';
import { showLength } from '../window/units.ts';
import { setTimelineSession } from '../timeline/set-timeline-session.ts';
import { actorsBeside } from './beside.ts';
import { rigsBeside, rigsOf } from './rigs.ts';
import { supportOf, type Lying, type Support } from './supports.ts';

/**
 * Keeps handles on what each lies on now, as contacts in the play range, or in the whole clip: on a thing, or on the part of another character that it is
 * nearest to, in the same place of its frame. On a thing it keeps its direction too; on a body it is free, where wrists could not keep one without a leap of the arm.
 */
export function holdOn(studio: Studio): void {
  const state = studio.getState();
  keep(
    studio,
    selectedHandles(state).flatMap((handle) => supportOf(state, handle) ?? []),
  );
}

/** Keeps those of the handles that lie on something; says so where none does. */
export function holdWhatTouches(studio: Studio, handles: readonly HandleName[]): void {
  const state = studio.getState();
  const { rig } = state.document!;
  const near = handles.flatMap((handle) => supportOf(state, handle) ?? []).filter((lying) => isNear(rig, lying));
  // What is left of the way the contact goes.
  const touching = near.map(({ own, ...lying }) => ({
    ...lying,
    own: { ...own, position: add(own.position, lying.support.gap) },
  }));
  if (touching.length > 0) keep(studio, touching);
  else notify(studio, 'warning', 'Nothing is kept: it lies on no prop and on no other character.');
}

function isNear(rig: Rig, { support }: Lying): boolean {
  return support.away <= LIES * sizeOf(rig);
}

function keep(studio: Studio, lying: readonly Lying[]): void {
  const state = studio.getState();
  const kept = lying.map((each) => ({ support: each.support, span: spanOf(state, each) }));
  const [first] = kept;
  if (!state.document || !first) return;
  withdrawOffer(studio, KEEP);
  pause(studio);
  commitEdit(studio, `Keep ${handlesInWords(kept.map(({ span }) => span.part))} on ${first.support.owner}`, (project) => {
    // The contact sets out from the poses on screen, of those that are touched too.
    const touched = kept.flatMap(({ span: { on } }) => ('actor' in on.by ? [on.by.actor] : []));
    const begun = [...new Set(touched)].reduce(
      (scene, id) => keyedOf(scene, state.document!, id),
      keyUnkeyed(project, state.document!.rig.skeleton),
    );
    return setClipContacts(begun, [...(activeClip(begun).contacts ?? []), ...kept.map(({ span }) => span)]);
  });
  setTimelineSession(studio, { contact: first.span });
  tell(studio, kept);
}

/** Whether the selected handles can be kept on something. */
export function canHoldOn(state: StudioState): boolean {
  return selectedHandles(state).length > 0 && hasSupports(state);
}

/** Whether there is another character or a prop that a handle could be kept on. */
export function hasSupports(state: StudioState): boolean {
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
  if (!lying || !isNear(document.rig, lying)) return;
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

/** The scene with the pose of an actor keyed that no key holds. */
function keyedOf(scene: Project, document: DocumentState, id: string): Project {
  const waits = scene.actors.find((actor) => actor.id === id);
  const rigOf = rigsOf(document);
  if (!waits?.unkeyed) return scene;
  const { project, rig } = workOn(scene, document.rig, id, rigOf);
  return workOn(keyUnkeyed(project, rig.skeleton), rig, scene.workedOn, rigOf).project;
}

interface Kept {
  readonly support: Support;
  readonly span: TouchingSpan;
}

/** Says how well new contacts hold: of several what the worst is of. */
function tell(studio: Studio, kept: readonly Kept[]): void {
  const { document, session } = studio.getState();
  if (!document) return;
  const clip = activeClip(document.history.present);
  const now = contactsNow(studio.getState()).filter(({ actor }) => actor === document.history.present.workedOn);
  const made = kept.map(({ support: { label }, span }) => ({
    label,
    made: now.find(({ contact: { part, first } }) => part === span.part && first === frameAt(clip, span.from)),
  }));
  const hanging = made.find((each) => !each.made);
  if (hanging) return notify(studio, 'warning', `It cannot be kept on ${hanging.label}, which hangs from it.`, 'edit.undo');
  const worst = (of: 'distance' | 'angle') => made.toSorted((a, b) => b.made![of] - a.made![of])[0]!;
  const [far, turned] = [worst('distance'), worst('angle')];
  if (far.made!.distance >= SEEN)
    return notify(
      studio,
      'warning',
      `It does not reach ${far.label} everywhere: ${showLength(session.settings.lengths, far.made!.distance)} are left at most.`,
    );
  if (turned.made!.angle >= SEEN_TURNED)
    return notify(
      studio,
      'warning',
      `It stays on ${turned.label}, but its joints cannot keep its direction: ${Math.round(toDegrees(turned.made!.angle))}° are left at most.`,
    );
  const { first, last } = made[0]!.made!.contact;
  const labels = [...new Set(made.map(({ label }) => label))].join(', ');
  notify(studio, 'info', `${made.length > 1 ? 'They stay' : 'It stays'} on ${labels}, in ${last - first + 1} frames.`);
}

/** How far the contacts of the scene are from holding, in the clip on the timeline. */
export function contactsNow({ document }: StudioState): readonly SceneContact[] {
  return document ? sceneContacts(document.history.present, document.rig, rigsBeside(document)) : [];
}
