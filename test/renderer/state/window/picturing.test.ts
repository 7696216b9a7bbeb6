import { expect, test } from 'vitest';
import { withExtension } from '../../../../renderer/state/saving/exporting.ts';
import { rememberPicture, startingPicture, suggestedPicturePath } from '../../../../renderer/state/window/picturing.ts';
import { commandById } from '../../../../renderer/commands/commands.ts';
import { runCommand } from '../../../../renderer/commands/run-command.ts';
import { openStudio } from '../open-studio.ts';

test('a clip with keys begins as a film, a pose as a picture, beside other exports', async () => {
  const { studio } = await openStudio();
  expect(startingPicture(studio.getState())).toMatchObject({
    subject: 'pose',
    format: 'png',
    camera: 'view',
    path: '/home/ann/Documents/mannequin pose.png',
  });
  await runCommand(commandById('key.set'), { studio, parts: studio.parts });
  expect(startingPicture(studio.getState())).toMatchObject({
    subject: 'clip',
    format: 'mp4',
    path: '/home/ann/Documents/mannequin Clip 1.mp4',
  });
});

test('what was chosen last is offered again, as far as it can be: the part of a clip is another one', async () => {
  const { studio } = await openStudio();
  const first = startingPicture(studio.getState());
  rememberPicture(studio, { ...first, subject: 'clip', format: 'gif', width: 480, from: 0.5, to: 1, path: '/out/walk.gif' });
  expect(startingPicture(studio.getState())).toMatchObject({ subject: 'pose', format: 'png', width: 480 });
  await runCommand(commandById('key.set'), { studio, parts: studio.parts });
  const again = startingPicture(studio.getState());
  expect(again).toMatchObject({ subject: 'clip', format: 'gif', width: 480 });
  expect(again).not.toHaveProperty('from');
  expect(again).not.toHaveProperty('to');
});

test('a folder has no extension, and a name keeps its dots', () => {
  expect(withExtension('/out/v1.2/walk.mp4', null)).toBe('/out/v1.2/walk');
  expect(withExtension('/out/v1.2/walk', 'gif')).toBe('/out/v1.2/walk.gif');
});

test('a folder of pictures is suggested without an extension', async () => {
  const { studio } = await openStudio();
  expect(suggestedPicturePath(studio.getState(), { subject: 'turntable', format: 'frames' })).toBe(
    '/home/ann/Documents/mannequin turntable',
  );
});
