import { expect, test } from 'vitest';
import { isHidden, isolate, setHidden, showEverything } from '../../../../renderer/state/window/hidden.ts';
import { openedStudio } from '../../tools/mannequin-studio.ts';

test.each(['joints', 'meshes'] as const)('%s are hidden, isolated and shown again, the others left as they are', (what) => {
  const studio = openedStudio();
  const { rig, character } = studio.document();
  const other = what === 'joints' ? 'meshes' : 'joints';
  const all = { joints: [...rig.skeleton.names.keys()], meshes: [...character.scene.meshNodes] };
  const hidden = (which: 'joints' | 'meshes') => all[which].filter((index) => isHidden(studio.getState(), which, index));
  const [one = -1, ...others] = all[what];
  setHidden(studio, other, all[other], true);
  setHidden(studio, what, [one], true);
  expect(hidden(what)).toEqual([one]);
  setHidden(studio, what, [one], false);
  expect(hidden(what)).toEqual([]);
  isolate(studio, what, [one]);
  expect(hidden(what)).toEqual(others);
  expect(hidden(other)).toEqual(all[other]);
  showEverything(studio);
  expect([hidden(what), hidden(other)]).toEqual([[], []]);
});
