import type { Steps } from '../../../core/animation/steps.ts';
import type { Carrier } from '../../../core/animation/prop-motion.ts';
import { createTouch } from '../../../core/contact/touch.ts';
import { activeClip, setKeyAt, showsUnkeyed } from '../../../core/document/edits/clips.ts';
import { jointKeys } from '../../../core/document/joint-keys.ts';
import { carrierOf } from '../../../core/document/prop-frames.ts';
import type { Project } from '../../../core/document/project.ts';
import { changedTracks, poseOnScreen } from '../../../core/document/shown-pose.ts';
import { handlesOf, type Handle, type Pins } from '../../../core/humanoid/body/handles.ts';
import { inWords, jointInSentence } from '../../../core/humanoid/body/joint-labels.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { createPuller } from '../../../core/humanoid/pulling/puller.ts';
import { composeFrames, frameOfPlace, frameSeenFrom, type Frame } from '../../../core/math/frame.ts';
import { DEGREES, toDegrees } from '../../../core/math/angles.ts';
import { angleBetween } from '../../../core/math/quat.ts';
import { distance } from '../../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { frameAt } from '../timeline/clips.ts';
import type { DocumentState } from '../document-state.ts';
import { commitEdit } from '../editing.ts';
import { whileComputing } from '../in-turns.ts';
import { isCancelled, notify } from '../window/notify.ts';
import { pause, playRange } from '../timeline/playback.ts';
import { exactly } from '../posing/pull-options.ts';
import { surfaceOfProp } from '../props/prop-shape.ts';
import { framesIn, shownProps, type ShownProp } from '../props/shown-props.ts';
import { selectedHandle } from '../selection.ts';
import { shownPose, type Studio, type StudioState } from '../studio.ts';
import { showLength } from '../window/units.ts';
import { actorsBeside, type ActorBeside } from './beside.ts';

/** What a hand, a foot or another handle lies on: another actor's joint, or a prop. */
interface Support {
  readonly by: Carrier;
  /** Whose it is, and what in a sentence. */
  readonly owner: string;
  readonly label: string;
  /** In the space that is drawn in. */
  readonly frame: Frame;
  /** Metres between the handle and it. */
  readonly away: number;
}

/** A handle on what it lies on: where, as that sees it. */
interface Hold {
  readonly handle: Handle;
  readonly support: Support;
  readonly local: Frame;
  /** Whether it keeps its rotation too: on a thing it does. On a body it is free, where wrists could not keep one without a leap of the arm. */
  readonly keepsRotation: boolean;
}

/**
 * Sets keys in the play range, or in the whole clip, so that the selected handle stays on what it lies on now, in the same place of its frame: a thing, or the
 * joint of another character that it is nearest to. One step of undo.
 */
export async function holdOn(studio: Studio): Promise<void> {
  const state = studio.getState();
  const { document } = state;
  const hold = holdAt(state);
  if (!document || !hold) return;
  pause(studio);
  const { present } = document.history;
  const { support, handle } = hold;
  const begun = withUnkeyed(present, document.rig);
  try {
    const held = await whileComputing(
      studio,
      `Keeping it on ${support.owner}`,
      heldSteps(document, begun, hold, framesOf(state)),
    );
    if (studio.getState().document?.history.present !== present) return;
    commitEdit(studio, `Keep ${inWords(handle.name).toLowerCase()} on ${support.owner}`, () => keyed(begun, document.rig, held));
    tell(studio, support, held);
  } catch (error) {
    if (!isCancelled(error)) throw error;
  }
}

/** Whether the selected handle can be kept on something. */
export function canHoldOn(state: StudioState): boolean {
  return selectedHandle(state) !== null && (actorsBeside(state).length > 0 || shownProps(state).length > 0);
}

function holdAt(state: StudioState): Hold | null {
  const { document } = state;
  const pose = shownPose(state);
  const name = selectedHandle(state);
  if (!document || !pose || name === null) return null;
  const handle = handlesOf(document.rig).find((each) => each.name === name);
  if (!handle) return null;
  const world = forwardKinematics(document.rig.skeleton, pose);
  const own: Frame = { position: pointOf(world, handle.joint, handle.offset), rotation: worldRotation(world, handle.joint) };
  const supports = [
    ...actorsBeside(state).flatMap((actor) => jointsOf(actor, own)),
    ...shownProps(state).map((shown) => thingUnder(document, shown, own)),
  ];
  const [support] = supports.sort((a, b) => a.away - b.away);
  if (!support) return null;
  return { handle, support, local: frameSeenFrom(own, support.frame), keepsRotation: 'prop' in support.by };
}

function jointsOf(actor: ActorBeside, { position }: Frame): readonly Support[] {
  const keys = jointKeys(actor.rig.skeleton);
  return keys.map((key, joint) => {
    const within = { position: worldPosition(actor.world, joint), rotation: worldRotation(actor.world, joint) };
    const frame = composeFrames(frameOfPlace(actor.place), within);
    return {
      by: { actor: actor.id, joint: key },
      owner: actor.name,
      label: `the ${jointInSentence(actor.rig, joint)} of ${actor.name}`,
      frame,
      away: distance(frame.position, position),
    };
  });
}

function thingUnder(document: DocumentState, { prop, frame }: ShownProp, own: Frame): Support {
  const touch = createTouch();
  surfaceOfProp(document, prop.form).nearest(frameSeenFrom(own, frame).position, touch);
  return { by: { prop: prop.id }, owner: prop.name, label: prop.name, frame, away: Math.max(0, -touch.depth[0]!) };
}

function framesOf(state: StudioState): readonly number[] {
  const clip = activeClip(state.document!.history.present);
  const [from, to] = playRange(state);
  const first = frameAt(clip, from);
  return Array.from({ length: frameAt(clip, to) - first + 1 }, (_, i) => (first + i) / clip.fps);
}

/** A frame with the handle where it belongs. */
interface HeldFrame {
  readonly time: number;
  readonly pose: Pose;
  /** What it has otherwise than without the hold. */
  readonly tracks: readonly number[];
  /** Metres that are left, and radians where it is to keep its rotation. */
  readonly missed: number;
  readonly turned: number;
}

function* heldSteps(
  document: DocumentState,
  present: Project,
  { handle, support, local, keepsRotation }: Hold,
  times: readonly number[],
): Steps<readonly HeldFrame[]> {
  const { rig } = document;
  const { skeleton } = rig;
  const puller = createPuller(rig);
  const frames = framesIn(document, present);
  const seenFrom = frameOfPlace(present.place);
  const held: HeldFrame[] = [];
  for (const time of times) {
    const before = poseOnScreen(rig, present, time);
    const target = frameSeenFrom(composeFrames(frames.ofCarrier(support.by, time), local), seenFrom);
    const pins = { ...present.pins, ...pinOfCarrier(rig, present, support.by, time) };
    const pull = puller.begin(before, handle.name, pins, exactly(present.solver));
    const { pose } = pull.to(target.position, { keepsDirection: false, rotation: keepsRotation ? target.rotation : null });
    const world = forwardKinematics(skeleton, pose);
    const missed = distance(pointOf(world, handle.joint, handle.offset), target.position);
    const turned = keepsRotation ? angleBetween(worldRotation(world, handle.joint), target.rotation) : 0;
    held.push({ time, pose, tracks: changedTracks(skeleton, before, pose), missed, turned });
    yield held.length / times.length;
  }
  return held;
}

/** What carries the thing that a hand is kept on stays where it is: the other hand of the same character, say. */
function pinOfCarrier(rig: Rig, project: Project, by: Carrier, time: number): Pins {
  const prop = 'prop' in by ? project.props.find(({ id }) => id === by.prop) : undefined;
  const carrier = prop ? carrierOf(prop, project, time) : by;
  if (carrier === null) return {};
  if ('prop' in carrier) return pinOfCarrier(rig, project, carrier, time);
  const joint = carrier.actor === project.workedOn ? jointKeys(rig.skeleton).indexOf(carrier.joint) : -1;
  const handle = handlesOf(rig).find((each) => each.joint === joint && each.kind === 'position');
  return handle ? { [handle.name]: { translation: true, rotation: true, weight: 1 } } : {};
}

/** The project with a key of the pose that no key holds, where it is one of the clip on the timeline: the hold sets out from it. */
function withUnkeyed(present: Project, { skeleton }: Rig): Project {
  const { unkeyed } = present;
  const isShown = unkeyed !== null && showsUnkeyed(present, unkeyed.time);
  return isShown ? setKeyAt(present, skeleton, unkeyed.time, unkeyed.pose) : present;
}

/** The project with keys of all frames for whatever moves in one of them. */
function keyed(begun: Project, { skeleton }: Rig, held: readonly HeldFrame[]): Project {
  const tracks = [...new Set(held.flatMap((frame) => frame.tracks))];
  return held.reduce((project, { time, pose }) => setKeyAt(project, skeleton, time, pose, tracks), begun);
}

/** Metres and radians from which on a hand is seen to be off. */
const SEEN = 2e-3;
const SEEN_TURNED = 2 * DEGREES;

function tell(studio: Studio, { label }: Support, held: readonly HeldFrame[]): void {
  const unit = studio.getState().session.settings.lengths;
  const farthest = Math.max(...held.map(({ missed }) => missed));
  const most = Math.max(...held.map(({ turned }) => turned));
  if (farthest >= SEEN)
    notify(studio, 'warning', `It does not reach ${label} everywhere: ${showLength(unit, farthest)} are left at most.`);
  else if (most >= SEEN_TURNED)
    notify(
      studio,
      'warning',
      `It stays on ${label}, but its joints cannot keep its direction: ${Math.round(toDegrees(most))}° are left at most.`,
    );
  else notify(studio, 'info', `It stays on ${label}, in ${held.length} frames.`);
}
