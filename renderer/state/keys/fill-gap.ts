import { clipKeyTimes } from '../../../core/animation/sampling.ts';
import { keysWithin } from '../../../core/animation/chosen-keys.ts';
import { inbetweenKinds, proposeInbetween } from '../../../core/animation/propose/propose-inbetween.ts';
import type { StepKind } from '../../../core/animation/propose/foot-moves.ts';
import { editActiveClip } from '../../../core/document/edits/clips.ts';
import { learnedMotion } from './learned-motion.ts';
import { chooseKeys, chosenKeys } from './chosen-keys.ts';
import { shownClip } from '../timeline/clips.ts';
import { commitEdit } from '../editing.ts';
import { groundUnder } from '../props/on-things.ts';
import { notify } from '../window/notify.ts';
import { partOfSelection } from '../part-of-selection.ts';
import type { Studio, StudioState } from '../studio.ts';
import { rangeInSentence } from '../window/times.ts';

/** Two keyed frames of the clip on the timeline between which something is to be found. */
export interface ChosenGap {
  readonly from: number;
  readonly to: number;
}

/**
 * The gap that is meant: from the first to the last selected key, or between the keys around the playhead, of the selected part of the body or of all of it. Null
 * where there is none with a frame between.
 */
export function chosenGap(state: StudioState): ChosenGap | null {
  const clip = shownClip(state);
  if (!state.document || !clip) return null;
  const frames = [...new Set(chosenKeys(state).map(({ time }) => Math.round(time * clip.fps)))].sort((a, b) => a - b);
  const [first, last] = [frames[0], frames.at(-1)];
  const [from, to] = first !== undefined && first !== last ? [first, last] : aroundPlayhead(state);
  const end = Math.round(clip.duration * clip.fps);
  return from === undefined || to === undefined || to - from < 2 || to > end ? null : { from, to };
}

function aroundPlayhead(state: StudioState): readonly [from: number | undefined, to: number | undefined] {
  const clip = shownClip(state)!;
  const frame = Math.round(state.session.playback.time * clip.fps);
  const keys = clipKeyTimes(clip, partOfSelection(state)?.joints).map((time) => Math.round(time * clip.fps));
  return [keys.findLast((key) => key <= frame), keys.find((key) => key > frame)];
}

/** What the ways of changing place are called. */
export const STEP_NAMES: Readonly<Record<StepKind, string>> = { step: 'Step', walk: 'Walk', jump: 'Jump' };

/** Fills the chosen gap as a body would, as one step of undo; its two keys are selected then, so that it can be filled anew. */
export async function fillChosenGap(studio: Studio, strength = 1, kind?: StepKind): Promise<void> {
  const learned = await learnedMotion();
  const state = studio.getState();
  const gap = chosenGap(state);
  const clip = shownClip(state);
  if (!gap || !clip || !state.document) return;
  const { rig } = state.document;
  const { from, to } = gap;
  const ground = groundUnder(state);
  if (kind && !inbetweenKinds(rig, clip, from, to, ground).includes(kind)) {
    notify(studio, 'info', `${STEP_NAMES[kind]} needs two feet that stand at both keys, in other places. Nothing was changed.`);
    return;
  }
  const part = partOfSelection(state);
  const options = { strength, learned, ...(kind && { kind }), ...(part && { joints: part.joints }), ...(ground && { ground }) };
  const { clip: filled } = proposeInbetween(rig, clip, from, to, options);
  const named = kind ? `In-between (${STEP_NAMES[kind].toLowerCase()})` : 'In-between';
  commitEdit(studio, `${named}, ${rangeInSentence(state.session.settings.times, from, to, clip.fps)}`, (project) =>
    editActiveClip(project, () => filled),
  );
  const ends = [from, to].flatMap((frame) => keysWithin(filled, frame / clip.fps, frame / clip.fps, part?.joints));
  chooseKeys(studio, ends);
}
