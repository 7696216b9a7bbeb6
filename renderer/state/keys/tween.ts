import {
  keysAround,
  keyTimesAround,
  keyTween,
  tweenLabel,
  tweenPose,
  type KeysAround,
  type TweenJoints,
  type TweenKind,
} from '../../../core/document/tween-pose.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { commitEdit } from '../editing.ts';
import { partOfSelection } from '../part-of-selection.ts';
import { setPreview } from '../preview.ts';
import { rigsBeside } from '../scene/rigs.ts';
import { shownPose, type Studio, type StudioState } from '../studio.ts';
import { frameAt, shownClip } from '../timeline/clips.ts';
import { wordingOf } from '../window/wording.ts';

/** The keys before and after the playhead, and what of the body a tween is about. */
export interface Neighbours extends KeysAround {
  readonly joints: TweenJoints;
  /** Of what, in words. */
  readonly name: string;
}

/** The keys around the playhead; null where there is none on either side. */
export function neighboursOf(state: StudioState): Neighbours | null {
  const { document, session } = state;
  if (!document) return null;
  const part = partOfSelection(state);
  const joints = part?.joints;
  const around = keysAround(document.history.present, document.rig, rigsBeside(document), session.playback.time, joints);
  return around && { ...around, joints, name: part?.name.toLowerCase() ?? 'whole body' };
}

/** Whether the playhead stands between two keys. */
export function hasNeighbours(state: StudioState): boolean {
  const { document, session } = state;
  if (!document) return false;
  const joints = partOfSelection(state)?.joints;
  return keyTimesAround(document.history.present, session.playback.time, joints) !== null;
}

/** Shows a tween of `pose` without changing the document. */
export function previewTween(studio: Studio, kind: TweenKind, amount: number, pose: Pose): void {
  const state = studio.getState();
  const neighbours = neighboursOf(state);
  if (!state.document || !neighbours) return;
  const tweened = tweenPose(state.document.rig, pose, neighbours, { kind, amount, joints: neighbours.joints });
  setPreview(studio, { pose: tweened, cause: 'blend' });
}

/** Makes a tween of `pose` and keys what it is about at the playhead, as one step of undo. */
export function commitTween(studio: Studio, kind: TweenKind, amount: number, pose: Pose): void {
  const state = studio.getState();
  const clip = shownClip(state);
  const neighbours = neighboursOf(state);
  if (!state.document || !clip || !neighbours) return;
  const { rig } = state.document;
  const { joints } = neighbours;
  const tweened = tweenPose(rig, pose, neighbours, { kind, amount, joints });
  const { time } = state.session.playback;
  commitEdit(studio, `${tweenLabel(kind, amount)} at ${wordingOf(state).frame(frameAt(clip, time))}`, (project) =>
    keyTween(project, rig, time, tweened, joints),
  );
}

/** The same of the pose on screen. */
export function tweenShownPose(studio: Studio, kind: TweenKind, amount: number): void {
  const pose = shownPose(studio.getState());
  if (pose) commitTween(studio, kind, amount, pose);
}
