import { expect, test } from 'vitest';
import { commandById } from '../../../../renderer/commands/commands.ts';
import { commitPose } from '../../../../renderer/state/editing.ts';
import { showFrame } from '../../../../renderer/state/timeline/playback.ts';
import { bentElbow, documentOf, noticesOf, openStudio } from '../open-studio.ts';

test('a key where keys hold the pose already is no step, and is told', async () => {
  const { studio } = await openStudio();
  const setKey = () => commandById('key.set').run({ studio, parts: { viewport: null, workspace: null } });
  const past = () => documentOf(studio).history.past.length;
  commitPose(studio, 'Bend', bentElbow(studio, 40));
  await setKey();
  const keyed = documentOf(studio).history;
  await setKey();
  expect(documentOf(studio).history).toBe(keyed);
  expect(noticesOf(studio)).toContain('The keys at frame 0 hold this pose already.');
  // At another frame it holds the pose there, which is a change.
  showFrame(studio, 10);
  await setKey();
  expect(past()).toBe(keyed.past.length + 1);
  commitPose(studio, 'Bend', bentElbow(studio, 60));
  await setKey();
  expect(past()).toBe(keyed.past.length + 3);
});
