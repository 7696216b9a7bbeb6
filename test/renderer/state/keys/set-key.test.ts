import { expect, test } from 'vitest';
import { commandById } from '../../../../renderer/commands/commands.ts';
import { commitPose } from '../../../../renderer/state/editing.ts';
import { addShape } from '../../../../renderer/state/props/edit-props.ts';
import { selectProp } from '../../../../renderer/state/selection.ts';
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

test('with a prop selected it is keyed, and the pose that waits there in the same step', async () => {
  const { studio } = await openStudio();
  const setKey = () => commandById('key.set').run({ studio, parts: { viewport: null, workspace: null } });
  addShape(studio, 'chair');
  await setKey();
  const { props, clips } = documentOf(studio).history.present;
  expect([props[0]!.motions['clip-1']!.keys.length, clips[0]!.tracks.length]).toEqual([1, 0]);
  expect(documentOf(studio).history.past.at(-1)!.label).toBe('Key Chair');
  commitPose(studio, 'Bend', bentElbow(studio, 40));
  selectProp(studio, props[0]!.id);
  const steps = documentOf(studio).history.past.length;
  await setKey();
  const { history } = documentOf(studio);
  expect(history.past.length).toBe(steps + 1);
  expect(history.past.at(-1)!.label).toBe('Key Chair and the pose');
  expect(history.present.clips[0]!.tracks.length).toBeGreaterThan(0);
  expect(history.present.unkeyed).toBeNull();
});
