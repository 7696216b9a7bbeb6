import { ROOT_TRACK, type Track } from '../../../core/animation/clip.ts';
import { handlesOf, type Handle, type HandleName } from '../../../core/humanoid/body/handles.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { changedTracks, type LeastChange } from '../../../core/document/shown-pose.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { hasKeys, hasKeyAt, poseAtTime, shownClip } from '../timeline/clips.ts';
import type { DocumentState } from '../document-state.ts';
import { shownPose, type StudioState } from '../studio.ts';
import { lastOf } from '../../../core/math/last-of.ts';

/**
 * How a pose on screen stands to the clip on the timeline: as a key at the playhead has it, as the clip has it between its keys, or otherwise,
 * so that it is lost from view when the playhead moves. `noKeys`: the clip has none yet, and nothing can be lost.
 */
export type KeyState = 'noKeys' | 'key' | 'between' | 'unkeyed';

/** By how much a joint must differ from the clip to count as changed: less cannot be seen. */
const LEAST_SEEN: LeastChange = { turned: 1e-3, moved: 1e-4, faded: 1e-3 };

const NO_JOINTS: ReadonlySet<number> = new Set();

/** How the whole pose on screen stands to the clip. */
export function keyStateOf(state: StudioState): KeyState {
  const clip = shownClip(state);
  if (!clip || !hasKeys(state)) return 'noKeys';
  if (unkeyedJoints(state).size > 0) return 'unkeyed';
  return hasKeyAt(clip, state.session.playback.time) ? 'key' : 'between';
}

/** The same of one joint: its own keys count, and all keys where it has none because it never leaves rest. */
export function jointKeyStateOf(state: StudioState, joint: number): KeyState {
  const clip = shownClip(state);
  if (!clip || !hasKeys(state)) return 'noKeys';
  if (unkeyedJoints(state).has(joint)) return 'unkeyed';
  const isOwn = (track: Track) => track.joint === joint || (joint === 0 && track.joint === ROOT_TRACK);
  const own = clip.tracks.filter(isOwn);
  const { time } = state.session.playback;
  return hasKeyAt(own.length > 0 ? { ...clip, tracks: own } : clip, time) ? 'key' : 'between';
}

/** How each handle stands to the clip: as the joints of its limb, or of the trunk, up to the next handle. */
export function handleKeyStates(state: StudioState, rig: Rig): ReadonlyMap<HandleName, KeyState> {
  const clip = shownClip(state);
  const unkeyed = unkeyedJoints(state);
  const { time } = state.session.playback;
  return ofHandles(
    rig,
    [clip, unkeyed, time],
    () => new Map(handlesOf(rig).map((handle) => [handle.name, handleKeyState(state, rig, handle)])),
  );
}

/** What was found last for each rig. */
const ofHandles = lastOf<Rig, ReadonlyMap<HandleName, KeyState>>();

function handleKeyState(state: StudioState, rig: Rig, { joint }: Handle): KeyState {
  const own = jointsUpToNextHandle(rig, joint).map((each) => jointKeyStateOf(state, each));
  return own.find((each) => each === 'unkeyed') ?? own.find((each) => each === 'key') ?? own[0] ?? 'noKeys';
}

/** A joint and those above it that no other handle is of; poles share the joints of their limbs. */
function jointsUpToNextHandle(rig: Rig, joint: number): number[] {
  const others = new Set(handlesOf(rig).flatMap((handle) => (handle.kind === 'position' ? [handle.joint] : [])));
  const joints = [joint];
  const { parents } = rig.skeleton;
  for (let above = parents[joint]!; above >= 0 && !others.has(above); above = parents[above]!) joints.push(above);
  return joints;
}

/** The joints (and expressions, as tracks name them) that stand otherwise on screen than the clip has them at the playhead; none while the clip has no keys. */
export function unkeyedJoints(state: StudioState): ReadonlySet<number> {
  const { document, transient, session } = state;
  const pose = shownPose(state);
  if (
    !document ||
    !pose ||
    transient.preview?.cause === 'clip' ||
    transient.preview?.cause === 'live' ||
    session.playback.playing
  )
    return NO_JOINTS;
  const { time } = session.playback;
  const { rig, history } = document;
  return found(pose, [rig, history.present, time], () => differingJoints(document, pose, time));
}

/** What was found last for each pose: many panels ask at every change. */
const found = lastOf<Pose, ReadonlySet<number>>();

function differingJoints(document: DocumentState, pose: Pose, time: number): ReadonlySet<number> {
  const own = poseAtTime(document, time);
  if (!own) return NO_JOINTS;
  const tracks = changedTracks(document.rig.skeleton, own, pose, LEAST_SEEN);
  return new Set(tracks.map((track) => (track === ROOT_TRACK ? 0 : track)));
}
