import type { PropRest } from '../../../core/animation/prop-motion.ts';
import { placeSurface } from '../../../core/contact/surface.ts';
import { setPose } from '../../../core/document/edits/posing.ts';
import { restProp, setCarrier, setPropKey } from '../../../core/document/edits/props.ts';
import { motionOfProp } from '../../../core/document/prop-frames.ts';
import type { PropData } from '../../../core/document/project-data.ts';
import type { Project } from '../../../core/document/project.ts';
import type { Side } from '../../../core/humanoid/body/found-bones.ts';
import { inWords } from '../../../core/humanoid/body/joint-labels.ts';
import { closeHand, type GripOptions, type HandGrip } from '../../../core/humanoid/grip/close-hand.ts';
import { placeInHand } from '../../../core/humanoid/grip/place-in-hand.ts';
import { frameSeenFrom, type Frame } from '../../../core/math/frame.ts';
import { distance } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import type { AnyNames } from '../../../core/skeleton/skeleton.ts';
import { commitEdit, commitPose } from '../editing.ts';
import { shownPose, type Studio, type StudioState } from '../studio.ts';
import { notify } from '../window/notify.ts';
import { carrierOfBone, keyOfCarrier } from './carriers.ts';
import type { DocumentState } from '../document-state.ts';
import { frameTime } from './edit-props.ts';
import { shapeOfProp, surfaceOfProp } from './prop-shape.ts';
import { carrierNow, selectedProp, selectedShownProp } from './shown-props.ts';

export const HANDS = { left: 'leftHand', right: 'rightHand' } as const;

/** Whether the selected thing can be put into a hand of the character. */
export function canPutInHand(state: StudioState, side: Side): boolean {
  return selectedProp(state) !== null && state.document?.rig.humanoid[HANDS[side]] !== undefined;
}

/**
 * Puts the selected thing into a hand as a hand has such a thing, and closes the fingers round it: from the playhead on, at the beginning of a clip that does not
 * move it in every clip.
 */
export function putInHand(studio: Studio, side: Side): void {
  const state = studio.getState();
  const { document } = state;
  const prop = selectedProp(state);
  const pose = shownPose(state);
  const by = carrierOfBone(state, HANDS[side]);
  if (!document || !prop || !pose || !by) return;
  const held: PropRest = { ...placeInHand(document.rig, side, shapeOfProp(document, prop.form)), by };
  const closed = closedRound(document, pose, side, prop, held);
  const time = frameTime(state);
  commitEdit(studio, `Put ${prop.name} into the ${inWords(HANDS[side]).toLowerCase()}`, (project) =>
    setPose(heldFrom(project, prop, time, held), closed.pose, state.session.playback.time),
  );
  tell(studio, prop, closed.touching.length);
}

/** The project with a prop in a hand from a time on; at the beginning of a clip that does not move it, in every clip. */
export function heldFrom(project: Project, prop: PropData, time: number, held: PropRest): Project {
  const { activeClip: clip } = project;
  const { keys, changes } = motionOfProp(prop, clip);
  if (time === 0 && keys.length === 0 && changes.length === 0) return restProp(project, prop.id, held);
  const { position, rotation, by } = held;
  const carried = setCarrier(project, prop.id, clip, time, by);
  return setPropKey(carried, prop.id, clip, { time, position, rotation, interpolation: 'ease' });
}

/** The hand of the character that has the selected thing or is nearest to it, with where the thing is as the hand's joint sees it; null where it has none. */
export function nearestHand(state: StudioState): { readonly side: Side; readonly frame: Frame } | null {
  const thing = selectedShownProp(state);
  const pose = shownPose(state);
  const rig = state.document?.rig;
  if (!thing || !pose || !rig) return null;
  const world = forwardKinematics(rig.skeleton, pose);
  const by = keyOfCarrier(carrierNow(state, thing.prop));
  const hands = (['right', 'left'] as const).flatMap((side) => {
    const joint = rig.humanoid[HANDS[side]];
    if (joint === undefined) return [];
    const hand = { position: worldPosition(world, joint), rotation: worldRotation(world, joint) };
    const carries = keyOfCarrier(carrierOfBone(state, HANDS[side])) === by;
    const away = carries ? 0 : distance(hand.position, thing.frame.position);
    return [{ side, frame: frameSeenFrom(thing.frame, hand), away }];
  });
  return hands.sort((a, b) => a.away - b.away)[0] ?? null;
}

/** Whether there is a hand to close round the selected thing. */
export function canGrip(state: StudioState): boolean {
  return selectedProp(state) !== null && nearestHand(state) !== null;
}

/** How a hand is asked to hold what it is near: what the step is called, and how its fingers are. */
const HOLDS = {
  closed: { step: 'Close', how: {} },
  harder: { step: 'Press', how: { squeeze: 1 } },
  open: { step: 'Open', how: { openness: 0.5 } },
} as const satisfies Readonly<Record<string, { readonly step: string; readonly how: GripOptions }>>;

/** Closes the fingers of the hand that is nearest to the selected thing round it, where it is, harder, or half-way. */
export function gripThing(studio: Studio, hold: keyof typeof HOLDS = 'closed'): void {
  const state = studio.getState();
  const prop = selectedProp(state);
  const pose = shownPose(state);
  const near = nearestHand(state);
  if (!state.document || !prop || !pose || !near) return;
  const { step, how } = HOLDS[hold];
  const closed = closedRound(state.document, pose, near.side, prop, near.frame, how);
  commitPose(studio, `${step} ${inWords(HANDS[near.side]).toLowerCase()} round ${prop.name}`, closed.pose);
  if (hold !== 'open') tell(studio, prop, closed.touching.length);
}

/** The pose with the fingers of a hand closed round a prop, where that is as the hand's joint sees it. */
export function closedRound(
  document: DocumentState,
  pose: Pose,
  side: Side,
  { form }: PropData,
  { position, rotation }: Frame,
  how: GripOptions = {},
): HandGrip<AnyNames> {
  return closeHand(document.rig, pose, side, placeSurface(surfaceOfProp(document, form), position, rotation), how);
}

function tell(studio: Studio, { name }: PropData, fingers: number): void {
  if (fingers === 0) notify(studio, 'info', `No finger touches ${name}: the hand has none, or it is too far away.`);
}
