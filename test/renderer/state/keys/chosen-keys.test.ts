import { beforeEach, expect, test } from 'vitest';
import { ROOT_TRACK } from '../../../../core/animation/clip.ts';
import { keysWithin } from '../../../../core/animation/chosen-keys.ts';
import { activeClip } from '../../../../core/document/edits/clips.ts';
import { runCommand } from '../../../../renderer/commands/run-command.ts';
import { commandById } from '../../../../renderer/commands/commands.ts';
import {
  carryChosenKeys,
  chooseKeys,
  chosenKeys,
  copyMeantKeys,
  moveMeantKeys,
  pasteCopiedKeys,
} from '../../../../renderer/state/keys/chosen-keys.ts';
import { addNewClip, showClip } from '../../../../renderer/state/timeline/clip-edits.ts';
import { commitPose, undo } from '../../../../renderer/state/editing.ts';
import { showFrame } from '../../../../renderer/state/timeline/playback.ts';
import type { Studio } from '../../../../renderer/state/studio.ts';
import { bentElbow, documentOf, leftElbow, noticesOf, openStudio } from '../open-studio.ts';

let studio: Studio;

/** Keys at frames 0, 10 and 20 of 60. */
beforeEach(async () => {
  ({ studio } = await openStudio());
  for (const frame of [0, 10, 20]) {
    showFrame(studio, frame);
    commitPose(studio, 'Bend', bentElbow(studio, 20 + frame));
    await runCommand(commandById('key.set'), { studio, parts: { viewport: null, workspace: null } });
  }
});

const clip = () => activeClip(documentOf(studio).history.present);
const framesOf = (joint: number) =>
  clip()
    .tracks.find((track) => track.joint === joint)
    ?.times.map((time) => Math.round(30 * time));
const choose = (...frames: readonly number[]) =>
  chooseKeys(
    studio,
    frames.flatMap((frame) => keysWithin(clip(), frame / 30, frame / 30)),
  );

test('keys that are put over others replace them and say so, with the way back beside it', () => {
  choose(0);
  carryChosenKeys(studio, 'move', 0, 10);
  expect(framesOf(leftElbow(studio))).toEqual([10, 20]);
  const notice = studio.getState().session.notices.at(-1);
  expect(notice).toMatchObject({ text: 'The key at frame 10 was replaced.', commands: ['edit.undo'] });
  undo(studio);
  expect(framesOf(leftElbow(studio))).toEqual([0, 10, 20]);
  choose(0, 10);
  carryChosenKeys(studio, 'copy', 0, 10);
  expect(noticesOf(studio).at(-1)).toBe('The keys at frames 10, 20 were replaced.');
});

test('the playhead goes with a key that it stands on, and stays when others are moved', () => {
  choose(20);
  moveMeantKeys(studio, 3);
  expect(Math.round(30 * studio.getState().session.playback.time)).toBe(23);
  choose(10);
  moveMeantKeys(studio, 1);
  expect(Math.round(30 * studio.getState().session.playback.time)).toBe(23);
  expect(framesOf(leftElbow(studio))).toEqual([0, 11, 23]);
});

test('chosen keys are of one clip, and only as far as it still has them', () => {
  choose(0, 10);
  const first = clip().id;
  addNewClip(studio);
  expect(chosenKeys(studio.getState())).toEqual([]);
  showClip(studio, first);
  expect(chosenKeys(studio.getState())).toHaveLength(2 * clip().tracks.length);
  undo(studio);
  undo(studio);
  expect(new Set(chosenKeys(studio.getState()).map(({ time }) => Math.round(30 * time)))).toEqual(new Set([0, 10]));
});

test('copied keys go into another clip, and a pose that is copied later takes their place', async () => {
  choose(10, 20);
  copyMeantKeys(studio);
  addNewClip(studio);
  showFrame(studio, 5);
  pasteCopiedKeys(studio, false);
  expect(framesOf(leftElbow(studio))).toEqual([5, 15]);
  expect(studio.getState().session.timeline.copied).not.toBeNull();
  await runCommand(commandById('edit.copyPose'), { studio, parts: { viewport: null, workspace: null } });
  expect(studio.getState().session.timeline.copied).toBeNull();
});

test('with every change keyed, only what was changed gets a key; all of it in a clip without keys', () => {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, autoKey: true } });
  showFrame(studio, 15);
  const pose = bentElbow(studio, 90);
  pose[1] = 0.1;
  commitPose(studio, 'Bend', pose);
  expect(framesOf(leftElbow(studio))).toEqual([0, 10, 15, 20]);
  expect(framesOf(ROOT_TRACK)).toEqual([0, 10, 15, 20]);
  expect(framesOf(documentOf(studio).rig.humanoid.head!)).toEqual([0, 10, 20]);
  addNewClip(studio);
  commitPose(studio, 'Bend', bentElbow(studio, 30));
  expect(framesOf(documentOf(studio).rig.humanoid.head!)).toEqual([0]);
});
