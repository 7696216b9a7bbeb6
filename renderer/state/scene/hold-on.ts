import type { Steps } from '../../../core/animation/steps.ts';
import { activeClip, setKeyAt, showsUnkeyed } from '../../../core/document/edits/clips.ts';
import { viewOfActor } from '../../../core/document/work-on-actor.ts';
import type { ActorData } from '../../../core/document/project-data.ts';
import type { Project } from '../../../core/document/project.ts';
import { changedTracks, poseOnScreen } from '../../../core/document/shown-pose.ts';
import { createContactSolver } from '../../../core/humanoid/bodies/contact-solver.ts';
import type { BodyContact } from '../../../core/humanoid/bodies/body-contact.ts';
import { handlesOf, type HandleName } from '../../../core/humanoid/body/handles.ts';
import { inWords, jointInSentence } from '../../../core/humanoid/body/joint-labels.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { fromPlace, intoPlace } from '../../../core/math/place.ts';
import { conjugate, rotate } from '../../../core/math/quat.ts';
import { distance, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { frameAt } from '../timeline/clips.ts';
import { commitEdit } from '../editing.ts';
import { whileComputing } from '../in-turns.ts';
import { isCancelled, notify } from '../window/notify.ts';
import { pause, playRange } from '../timeline/playback.ts';
import { selectedHandle } from '../selection.ts';
import { shownPose, type Studio, type StudioState } from '../studio.ts';
import { showLength } from '../window/units.ts';
import { actorsBeside, type ActorBeside } from './beside.ts';

/** What a hand, a foot or another handle lies on: a point in the frame of another actor's joint. */
interface Hold {
  readonly handle: HandleName;
  readonly actor: ActorBeside;
  readonly joint: number;
  readonly point: Vec3;
}

/**
 * Sets keys in the play range, or in the whole clip, so that the selected handle stays on the other character as it lies there now: at the joint that it is
 * nearest to, in the same place of that joint's frame. Its direction is free: wrists would make the arm leap where they cannot keep one. One step of undo.
 */
export async function holdOn(studio: Studio): Promise<void> {
  const state = studio.getState();
  const { document } = state;
  const hold = holdAt(state);
  if (!document || !hold) return;
  pause(studio);
  const { present } = document.history;
  const other = present.actors.find(({ id }) => id === hold.actor.id)!;
  const frames = framesIn(state);
  const begun = withUnkeyed(present, document.rig);
  try {
    const held = await whileComputing(
      studio,
      'Keeping it on the other character',
      heldSteps(document.rig, begun, other, hold, frames),
    );
    if (studio.getState().document?.history.present !== present) return;
    commitEdit(studio, `Keep ${inWords(hold.handle).toLowerCase()} on ${hold.actor.name}`, () =>
      keyed(begun, document.rig, held),
    );
    tell(studio, hold, held);
  } catch (error) {
    if (!isCancelled(error)) throw error;
  }
}

/** Whether the selected handle can be kept on another character. */
export function canHoldOn(state: StudioState): boolean {
  return selectedHandle(state) !== null && actorsBeside(state).length > 0;
}

/** The joint of another actor that the selected handle is nearest to. */
function holdAt(state: StudioState): Hold | null {
  const { document } = state;
  const pose = shownPose(state);
  const name = selectedHandle(state);
  if (!document || !pose || name === null) return null;
  const handle = handlesOf(document.rig).find((each) => each.name === name);
  if (!handle) return null;
  const world = forwardKinematics(document.rig.skeleton, pose);
  const at = pointOf(world, handle.joint, handle.offset);
  const near = actorsBeside(state)
    .flatMap((actor) =>
      [...actor.rig.skeleton.names.keys()].map((joint) => {
        const away = distance(fromPlace(actor.place, worldPosition(actor.world, joint)), at);
        return { actor, joint, away };
      }),
    )
    .sort((a, b) => a.away - b.away)[0];
  if (!near) return null;
  const { actor, joint } = near;
  const back = conjugate(worldRotation(actor.world, joint));
  const point = rotate(back, subtract(intoPlace(actor.place, at), worldPosition(actor.world, joint)));
  return { handle: name, actor, joint, point };
}

function framesIn(state: StudioState): readonly number[] {
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
  /** Metres that are left. */
  readonly missed: number;
}

function* heldSteps(
  rig: Rig,
  present: Project,
  other: ActorData,
  { handle, actor, joint, point }: Hold,
  times: readonly number[],
): Steps<readonly HeldFrame[]> {
  const solver = createContactSolver();
  const view = viewOfActor(present, other, actor.rig);
  const holds: BodyContact = { from: { actor: 0, handle }, on: { actor: 1, joint, point }, gives: 'from' };
  const held: HeldFrame[] = [];
  for (const time of times) {
    const pose = poseOnScreen(rig, present, time);
    const { poses, residuals } = solver.solve(
      [
        { rig, place: present.place, pose, pins: present.pins },
        { rig: actor.rig, place: other.place, pose: poseOnScreen(actor.rig, view, time) },
      ],
      [holds],
    );
    held.push({ time, pose: poses[0]!, tracks: changedTracks(rig.skeleton, pose, poses[0]!), missed: residuals[0]!.distance });
    yield held.length / times.length;
  }
  return held;
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

/** Metres from which on a hand is seen to be off. */
const SEEN = 2e-3;

function tell(studio: Studio, { actor, joint }: Hold, held: readonly HeldFrame[]): void {
  const unit = studio.getState().session.settings.lengths;
  const farthest = Math.max(...held.map(({ missed }) => missed));
  const where = `${jointInSentence(actor.rig, joint)} of ${actor.name}`;
  if (farthest < SEEN) notify(studio, 'info', `It stays on the ${where}, in ${held.length} frames.`);
  else notify(studio, 'warning', `It does not reach the ${where} everywhere: ${showLength(unit, farthest)} are left at most.`);
}
