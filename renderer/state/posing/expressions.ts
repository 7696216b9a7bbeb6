import { expressionTrack } from '../../../core/animation/clip.ts';
import { setKeyAt } from '../../../core/document/edits/clips.ts';
import { weightIndex, type Pose } from '../../../core/skeleton/pose.ts';
import { frameAt, shownClip } from '../timeline/clips.ts';
import { commitEdit, commitPose } from '../editing.ts';
import { inWords } from '../../../core/humanoid/body/joint-labels.ts';
import { setPreview } from '../preview.ts';
import { shownPose, type Studio, type StudioState } from '../studio.ts';
import { wordingOf } from '../window/wording.ts';

const NONE: readonly string[] = [];

/** The names of the character's facial expressions, in the order of its file. */
export function expressionNames({ document }: StudioState): readonly string[] {
  return document?.rig.skeleton.expressions ?? NONE;
}

/** Whether any expression shows on screen. */
export function showsExpression(state: StudioState): boolean {
  const pose = shownPose(state);
  return pose !== null && expressionNames(state).some((_, i) => pose[weightIndex(pose, i)]! > 0);
}

/** An expression’s name as it is read: “Blink left” for blinkLeft; names of other kinds stay as they are. */
export function expressionLabel(name: string): string {
  return /^[a-z]+(?:[A-Z][a-z]*)*$/.test(name) ? inWords(name) : name;
}

/** Shows the pose `base` with one expression of another weight. */
export function previewExpression(studio: Studio, base: Pose, expression: number, weight: number): void {
  setPreview(studio, { pose: withWeight(base, expression, weight), cause: 'blend' });
}

/** Keeps it as one step of the history. */
export function commitExpression(studio: Studio, base: Pose, expression: number, weight: number): void {
  const name = expressionNames(studio.getState())[expression];
  if (name === undefined) return;
  const label = expressionLabel(name);
  const called = label === name ? name : label.toLowerCase();
  const step = `Set ${called} to ${Math.round(100 * weight)} %`;
  commitPose(studio, step, withWeight(base, expression, weight));
}

/** Takes all expressions off the face. */
export function resetExpressions(studio: Studio): void {
  const pose = shownPose(studio.getState());
  if (!pose) return;
  const plain = expressionNames(studio.getState()).reduce((before, _, i) => withWeight(before, i, 0), pose);
  commitPose(studio, 'Reset expressions', plain);
}

/** Sets a key of all expressions as they are on screen, at the playhead; the body gets none. */
export function keyExpressions(studio: Studio): void {
  const state = studio.getState();
  const pose = shownPose(state);
  const clip = shownClip(state);
  if (!state.document || !pose || !clip) return;
  const { skeleton } = state.document.rig;
  const { time } = state.session.playback;
  const tracks = expressionNames(state).map((_, i) => expressionTrack(i));
  commitEdit(studio, `Set key of expressions at ${wordingOf(state).frame(frameAt(clip, time))}`, (project) =>
    setKeyAt(project, skeleton, time, pose, tracks),
  );
}

function withWeight(pose: Pose, expression: number, weight: number): Pose {
  const changed = pose.slice();
  changed[weightIndex(changed, expression)] = weight;
  return changed;
}
