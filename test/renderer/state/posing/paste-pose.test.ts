import { expect, test } from 'vitest';
import { mirrorPose } from '../../../../core/humanoid/transfer/mirror-pose.ts';
import { commandById } from '../../../../renderer/commands/commands.ts';
import { runCommand } from '../../../../renderer/commands/run-command.ts';
import { commitPose } from '../../../../renderer/state/editing.ts';
import { pastePose } from '../../../../renderer/state/posing/paste-pose.ts';
import { bentElbow, documentOf, openStudio, poseOf } from '../open-studio.ts';

test('a copied pose is pasted as one step; where it is on screen already, a message says so and nothing is changed', async () => {
  const { studio } = await openStudio();
  const rest = poseOf(studio);
  await runCommand(commandById('edit.copyPose'), { studio, parts: { viewport: null, workspace: null } });
  commitPose(studio, 'Bend', bentElbow(studio, 40));
  const past = () => documentOf(studio).history.past.map(({ label }) => label);
  pastePose(studio, 'Paste pose', (_, pose) => pose);
  expect(poseOf(studio)).toEqual(rest);
  expect(past()).toEqual(['Bend', 'Paste pose']);
  expect(studio.getState().session.notices).toEqual([]);
  pastePose(studio, 'Paste pose', (_, pose) => pose);
  pastePose(studio, 'Paste pose flipped', mirrorPose);
  expect(past()).toEqual(['Bend', 'Paste pose']);
  expect(studio.getState().session.notices.map(({ text }) => text)).toEqual(['The pose to paste is on screen already.']);
});
