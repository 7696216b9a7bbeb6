import { activeClip, keyUnkeyed, setClipContacts } from '../../../core/document/edits/clips.ts';
import { setPose } from '../../../core/document/edits/posing.ts';
import { addGrip, clearGrips } from '../../../core/document/edits/props.ts';
import { barOf } from '../../../core/contact/furniture.ts';
import { placeSurface } from '../../../core/contact/surface.ts';
import type { GripData, PropData } from '../../../core/document/project-data.ts';
import type { Project } from '../../../core/document/project.ts';
import type { Side } from '../../../core/humanoid/body/found-bones.ts';
import { handleOf, type HandleName } from '../../../core/humanoid/body/handles.ts';
import { inWords } from '../../../core/humanoid/body/joint-labels.ts';
import { sizeOf, type Rig } from '../../../core/humanoid/body/rig.ts';
import { fingerShapeOf, leastFingerGap, withFingerShape, type FingerShape } from '../../../core/humanoid/grip/finger-shape.ts';
import { gripOfHand, handAtGrip, mirroredGrip } from '../../../core/humanoid/grip/hand-on-prop.ts';
import { createPuller } from '../../../core/humanoid/pulling/puller.ts';
import type { Goal } from '../../../core/ik/request/goals.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { keptGoals } from '../../../core/library/take-pose.ts';
import { frameSeenFrom, type Frame } from '../../../core/math/frame.ts';
import { distance, ZERO } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import type { DocumentState } from '../document-state.ts';
import { commitEdit } from '../editing.ts';
import { selectedHand } from '../posing/hands.ts';
import { spanOf } from '../scene/hold-on.ts';
import { supportOf } from '../scene/supports.ts';
import { shownPose, type Studio, type StudioState } from '../studio.ts';
import { notify, withdrawOffer } from '../window/notify.ts';
import { showLength } from '../window/units.ts';
import { carrierOfBone, keyOfCarrier } from './carriers.ts';
import { frameTime } from './edit-props.ts';
import { closedRound, heldFrom, HANDS, nearestHand } from './grip.ts';
import { surfaceOfProp } from './prop-shape.ts';
import { carrierNow, selectedProp, selectedShownProp, shownProps, type ShownProp } from './shown-props.ts';
import { onOtherSide } from '../../../core/humanoid/body/bones.ts';

/** Metres, for a figure 1.75 m tall, from a grip within which it is offered to a hand. */
const NEAR = 0.12;

/** Metres that a hand may be off its grip. */
const MISSED = 0.002;

const TAKE = 'prop.take';

/** Metres, for a figure 1.75 m tall, within which a hand holds what it does not carry. */
const HOLDS = 0.03;

/** Keeps where hands hold the selected prop, as they are posed now: those that have it or lie on it, else the nearest one. */
export function keepGrip(studio: Studio): void {
  const state = studio.getState();
  const { document } = state;
  const pose = shownPose(state);
  const shown = selectedShownProp(state);
  const near = nearestHand(state);
  if (!document || !pose || !shown || !near) return;
  const { rig } = document;
  const { prop, frame } = shown;
  const holding = (['right', 'left'] as const).filter((side) => carries(state, prop, side) || liesOn(state, prop, rig, side));
  const grips = (holding.length > 0 ? holding : [near.side]).map((side): GripData => {
    const fingers = fingerShapeOf(rig, pose, side);
    const at = gripOfHand(rig, side, handIn(rig, pose, side), frame);
    return { hand: side, ...at, ...(Object.keys(fingers).length > 0 && { fingers }) };
  });
  commitEdit(studio, `Keep grip of ${prop.name}`, (project) => grips.reduce((all, grip) => addGrip(all, prop.id, grip), project));
  const who = grips.length > 1 ? 'both hands hold' : `the ${grips[0]!.hand} hand holds`;
  notify(studio, 'info', `${prop.name} keeps where ${who} it.`);
}

function liesOn(state: StudioState, { id }: PropData, rig: Rig, side: Side): boolean {
  const lying = supportOf(state, HANDS[side]);
  return (
    lying !== null && 'prop' in lying.support.by && lying.support.by.prop === id && lying.support.away <= HOLDS * sizeOf(rig)
  );
}

/** Whether the selected prop knows where a hand holds it. */
export function hasGrips(state: StudioState): boolean {
  return (selectedProp(state)?.grips ?? []).length > 0;
}

/** Adds to the selected prop the grips of the other hand that are those of each hand mirrored, across the prop's own width. */
export function mirrorGrips(studio: Studio): void {
  const prop = selectedProp(studio.getState());
  if (!prop) return;
  const mirrored = (prop.grips ?? []).map((grip): GripData => ({
    ...grip,
    hand: onOtherSide(grip.hand),
    ...mirroredGrip(grip),
  }));
  commitEdit(studio, `Mirror grips of ${prop.name}`, (project) =>
    mirrored.reduce((all, grip) => addGrip(all, prop.id, grip), project),
  );
}

/** Forgets where hands hold the selected prop. */
export function forgetGrips(studio: Studio): void {
  const prop = selectedProp(studio.getState());
  if (prop) commitEdit(studio, `Forget grips of ${prop.name}`, (project) => clearGrips(project, prop.id));
}

/** A hand with the place of its joint at a grip, in the space that is drawn in. */
interface Taking {
  readonly side: Side;
  readonly at: Frame;
  /** Metres from where the hand is. */
  readonly away: number;
  /** How the fingers are bent there; missing: as they touch. */
  readonly fingers?: FingerShape | undefined;
}

/** A prop and the hands that take it. */
interface Taken extends ShownProp {
  readonly hands: readonly Taking[];
}

/** What `takeByGrips` takes: with a hand that is selected the prop whose grip is nearest to it, else the selected prop with each hand that it has a grip for. */
function taken(state: StudioState): Taken | null {
  const { document } = state;
  const pose = shownPose(state);
  if (!document || !pose) return null;
  const side = selectedHand(state);
  if (side !== null) return nearestGrip(state, document, pose, side);
  const shown = selectedShownProp(state);
  if (!shown) return null;
  const sides = (['right', 'left'] as const).toSorted(
    (a, b) => Number(carries(state, shown.prop, b)) - Number(carries(state, shown.prop, a)),
  );
  const hands = sides.flatMap((each): Taking | readonly Taking[] => {
    // What it has it keeps as it has it.
    if (carries(state, shown.prop, each)) return { side: each, at: handIn(document.rig, pose, each), away: 0 };
    return nearestOf(document, pose, shown, each) ?? [];
  });
  return hands.some(({ side: each }) => !carries(state, shown.prop, each)) ? { ...shown, hands } : null;
}

function nearestGrip(state: StudioState, document: DocumentState, pose: Pose, side: Side): Taken | null {
  const found = shownProps(state).flatMap((shown): Taken[] => {
    const hand = nearestOf(document, pose, shown, side);
    return hand && !carries(state, shown.prop, side) ? [{ ...shown, hands: [hand] }] : [];
  });
  return found.sort((a, b) => a.hands[0]!.away - b.hands[0]!.away)[0] ?? null;
}

/** The grip of a prop for a hand that is nearest to where that is; null where it has none, or the character no such hand. */
function nearestOf({ rig }: DocumentState, pose: Pose, { prop, frame }: ShownProp, side: Side): Taking | null {
  if (rig.humanoid[HANDS[side]] === undefined) return null;
  const { position } = handIn(rig, pose, side);
  const hands = (prop.grips ?? []).flatMap((grip): Taking[] => {
    if (grip.hand !== side) return [];
    const at = handAtGrip(rig, side, grip, frame);
    return [{ side, at, away: distance(at.position, position), fingers: grip.fingers }];
  });
  return hands.sort((a, b) => a.away - b.away)[0] ?? null;
}

function handIn({ humanoid, skeleton }: Rig, pose: Pose, side: Side): Frame {
  const world = forwardKinematics(skeleton, pose);
  const joint = humanoid[HANDS[side]]!;
  return { position: worldPosition(world, joint), rotation: worldRotation(world, joint) };
}

/** Whether there is a grip to be taken. */
export function canTake(state: StudioState): boolean {
  return taken(state) !== null;
}

/**
 * Brings hands onto the grips of a prop, both in one solve, and closes their fingers round it, as one step. What nothing carries, and is no ground, is carried by the first of them
 * from the playhead on; the others stay on it by contacts in the play range, or in the whole clip.
 */
export function takeByGrips(studio: Studio): void {
  const state = studio.getState();
  const { document } = state;
  const pose = shownPose(state);
  const what = taken(state);
  if (!document || !pose || !what) return;
  withdrawOffer(studio, TAKE);
  const { prop, frame } = what;
  const reached = handsAt(document, pose, what.hands);
  const missed = Math.max(
    ...what.hands.map(({ side, at }) => distance(handIn(document.rig, reached, side).position, at.position)),
  );
  if (missed > MISSED) {
    const left = showLength(state.session.settings.lengths, missed);
    return notify(studio, 'warning', `The grips of ${prop.name} are out of reach: ${left} are left. Bring it nearer.`);
  }
  const coming = what.hands.filter(({ side }) => !carries(state, prop, side));
  const closed = coming.reduce(
    (held, hand) => heldRound(document, held, hand, prop, frameSeenFrom(frame, handIn(document.rig, held, hand.side))),
    reached,
  );
  const time = frameTime(state);
  const bearer = bearerOf(state, prop, what.hands);
  commitEdit(studio, `Take ${prop.name}`, (project) => {
    const posed = setPose(project, closed, state.session.playback.time);
    const by = bearer && carrierOfBone(state, HANDS[bearer]);
    const held = by ? heldFrom(posed, prop, time, { ...frameSeenFrom(frame, handIn(document.rig, closed, bearer)), by }) : posed;
    return withContacts(
      held,
      state,
      document,
      closed,
      what,
      coming.filter(({ side }) => side !== bearer),
    );
  });
}

/** Metres, of a figure of 1.75 m, that fingers may be in a prop which they hold as its grip says. */
const PRESSED = 0.002;

/** The pose with the fingers of a hand as its grip has them; closed round the prop where a hand of this size would be in it so, or the grip does not say. */
function heldRound(document: DocumentState, pose: Pose, { side, fingers }: Taking, prop: PropData, seen: Frame): Pose {
  const { rig } = document;
  if (fingers) {
    const held = withFingerShape(rig, pose, side, fingers);
    const surface = placeSurface(surfaceOfProp(document, prop.form), seen.position, seen.rotation);
    if (leastFingerGap(rig, held, side, surface) >= -PRESSED * sizeOf(rig)) return held;
  }
  return closedRound(document, pose, side, prop, seen).pose;
}

/** The hand that begins to carry a prop: the first where nothing does. */
function bearerOf(state: StudioState, prop: PropData, hands: readonly Taking[]): Side | null {
  const hangs = barOf(prop.form) !== null;
  return prop.isGround || hangs || carrierNow(state, prop) !== null ? null : (hands[0]?.side ?? null);
}

function carries(state: StudioState, prop: PropData, side: Side): boolean {
  const by = carrierNow(state, prop);
  return by !== null && keyOfCarrier(by) === keyOfCarrier(carrierOfBone(state, HANDS[side]));
}

/** The pose with hands at these places, both in one solve: the arms as a pull brings them there, then turned as the grips say. Pinned handles stay. */
function handsAt({ rig, history }: DocumentState, pose: Pose, hands: readonly Taking[]): Pose {
  const { pins, solver } = history.present;
  const [first, ...others] = hands;
  const along = Object.fromEntries(others.map(({ side, at }) => [HANDS[side], at.position]));
  const pulled = createPuller(rig)
    .begin(pose, HANDS[first!.side], pins, solver)
    .to(first!.at.position, { rotation: first!.at.rotation, along }).pose;
  const kept = Object.fromEntries(Object.entries(pins).filter(([name]) => !hands.some(({ side }) => HANDS[side] === name)));
  const goals = hands.flatMap(({ side, at }): Goal[] => {
    const joint = rig.humanoid[HANDS[side]]!;
    return [
      { kind: 'position', joint, target: at.position },
      { kind: 'orientation', joint, target: at.rotation },
    ];
  });
  return createSolver(rig.skeleton).solve(pulled, [...goals, ...keptGoals(rig, pose, kept)], { reference: pulled }).pose;
}

function withContacts(
  project: Project,
  state: StudioState,
  { rig }: DocumentState,
  pose: Pose,
  { prop, frame }: ShownProp,
  staying: readonly Taking[],
): Project {
  if (staying.length === 0) return project;
  const spans = staying.flatMap(({ side }) => {
    const handle = handleOf(rig, HANDS[side])!;
    const support = {
      by: { prop: prop.id },
      owner: prop.name,
      label: prop.name,
      frame,
      point: handle.offset,
      away: 0,
      gap: ZERO,
    };
    return [spanOf(state, { handle, support, own: handIn(rig, pose, side) })];
  });
  const begun = keyUnkeyed(project, rig.skeleton);
  const others = (activeClip(begun).contacts ?? []).filter(
    ({ part, on }) => !(on && 'prop' in on.by && on.by.prop === prop.id && spans.some((span) => span.part === part)),
  );
  return setClipContacts(begun, [...others, ...spans]);
}

/** Offers the grip of a prop to a hand that was let go near it. Whether it was. */
export function offerGrip(studio: Studio, handle: HandleName): boolean {
  const state = studio.getState();
  const { document, session } = state;
  const pose = shownPose(state);
  const side = handle === 'leftHand' ? 'left' : handle === 'rightHand' ? 'right' : null;
  if (!document || !pose || side === null || !session.settings.offersContacts) return false;
  const near = nearestGrip(state, document, pose, side);
  if (!near || near.hands[0]!.away > NEAR * sizeOf(document.rig)) return false;
  notify(studio, 'info', `The ${inWords(handle).toLowerCase()} is near a grip of ${near.prop.name}.`, TAKE);
  return true;
}
