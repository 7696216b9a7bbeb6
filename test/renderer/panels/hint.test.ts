import { expect, test } from 'vitest';
import { setKeyAt } from '../../../core/document/edits/clips.ts';
import { hintFor } from '../../../renderer/panels/status/hint.ts';
import { commitEdit, commitPose } from '../../../renderer/state/editing.ts';
import { setPreview } from '../../../renderer/state/preview.ts';
import { select, setTool } from '../../../renderer/state/selection.ts';
import { saveShownPose } from '../../../renderer/state/library/saved-poses.ts';
import { changeSetting } from '../../../renderer/state/window/settings.ts';
import { NOTHING_SELECTED } from '../../../renderer/state/session-state.ts';
import { duplicateActor } from '../../../renderer/state/scene/edit-actors.ts';
import { createStudio } from '../../../renderer/state/studio.ts';
import { bentElbow, documentOf, fakeDesktop, openStudio, poseOf } from '../state/open-studio.ts';

test('The hint leads from the first drag to the saved project', async () => {
  const { studio } = await openStudio();
  const hint = () => hintFor(studio.getState(), false);
  expect(hint()).toContain('Drag a hand');
  setPreview(studio, { pose: bentElbow(studio, 10), cause: 'pull' });
  expect(hint()).toContain('Esc');
  setPreview(studio, { pose: bentElbow(studio, 10), cause: 'replay' });
  expect(hint()).toContain('being replayed: Esc goes back');
  setPreview(studio, { pose: bentElbow(studio, 10), cause: 'offer' });
  expect(hint()).toContain('A click applies this pose');
  commitPose(studio, 'Bend', bentElbow(studio, 20));
  expect(hint()).toContain('Ctrl+D keeps this pose');
  await saveShownPose(studio, null);
  expect(hint()).toContain('K sets a key');
  changeSetting(studio, 'keyMap', 'maya');
  expect(hint()).toContain('S sets a key');
  commitEdit(studio, 'Key', (project) => setKeyAt(project, documentOf(studio).rig.skeleton, 0, poseOf(studio)));
  expect(hint()).toContain('Ctrl+S saves the project');
});

test('The hint speaks of what is selected', async () => {
  const { studio } = await openStudio();
  const hint = () => hintFor(studio.getState(), false);
  select(studio, { joint: null, handle: 'leftHand' });
  expect(hint()).toContain('P pins it');
  select(studio, { joint: null, handle: 'leftFoot' });
  expect(hint()).toContain('P unpins it');
  select(studio, { joint: null, handle: 'leftToes' });
  expect(hint()).not.toContain('pin');
  select(studio, { joint: null, handle: 'leftElbow' });
  expect(hint()).toContain('aim the limb’s bend');
  duplicateActor(studio);
  setPreview(studio, { pose: bentElbow(studio, 10), cause: 'pull' });
  expect(hint()).toContain('O keeps it on what it touches');
  setPreview(studio, null);
  select(studio, NOTHING_SELECTED);
  setTool(studio, 'rotate');
  expect(hint()).toContain('Click a joint');
});

test('Without a document the hint says how to get one', () => {
  expect(hintFor(createStudio(fakeDesktop()).getState(), false)).toContain('Open a character');
});
