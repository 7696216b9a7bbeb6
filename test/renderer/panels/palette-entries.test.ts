import { expect, test } from 'vitest';
import { findEntries } from '../../../renderer/commands/find-entries.ts';
import { paletteEntries } from '../../../renderer/panels/dialogs/palette-entries.ts';
import { openStudio } from '../state/open-studio.ts';

/** What animators type, and what should stand first then. */
const EXPECTED: readonly (readonly [typed: string, first: string])[] = [
  ['zoom', 'Zoom in'],
  ['focus', 'Frame selection'],
  ['camera', 'Add a camera from this view'],
  ['stand', 'Stand on it'],
  ['stand pose', 'Reset the whole pose'],
  ['t-pose', 'Reset the whole pose'],
  ['A-pose', 'Reset the whole pose'],
  ['tpose', 'Reset the whole pose'],
  ['help', 'Handbook'],
  ['tutorial', 'Tour'],
  ['hotkeys', 'Keys: Limber'],
  ['dark', 'Theme'],
  ['contrast', 'Theme'],
  ['color blind', 'Left and right'],
  ['cm', 'Lengths'],
  ['font size', 'Interface scale'],
  ['save by itself', 'Autosave'],
  ['knee', 'Select left knee'],
  ['left kn', 'Select left knee'],
  ['hips', 'Select hips'],
  ['hand', 'Select left hand'],
  ['foot', 'Select left foot'],
  ['neck', 'Select neck'],
  ['upper chest', 'Select upper chest'],
  ['mirror left', 'Mirror left side onto right'],
  ['mirror right', 'Mirror right side onto left'],
  ['swap sides', 'Flip pose (swap left and right)'],
  ['key', 'Set key'],
  ['insert keyframe', 'Set key'],
  ['delete key', 'Delete keys'],
  ['autokey', 'Key every change'],
  ['fps', '24 frames a second'],
  ['graph editor', 'Curves of the selected joints'],
  ['onion skin', 'Ghosts (onion skins)'],
  ['tween', 'Breakdown: halfway between the keys'],
  ['export', 'Export pose…'],
  ['export the clip', 'Export clip…'],
  ['render', 'Export picture or film…'],
  ['screenshot', 'Export picture or film…'],
  ['mocap', 'Import motion…'],
  ['side view', 'Right view'],
  ['isolate', 'Hide all but the selection'],
  ['fixate', 'Pin handle'],
  ['pin', 'Pin handle'],
  ['fk', 'FK: rotate the limb by rings'],
  ['pole vector', 'Select left elbow'],
  ['ik', 'Pull'],
  ['skin', 'Character'],
  ['pose library', 'Go to the pose library'],
  ['smile', 'Handbook: Expressions'],
  ['mixamo', 'Import motion…'],
  ['hero', 'Open Hero at the gate'],
  ['undo', 'Undo'],
];

test('What animators type finds first what they mean: commands, settings, handles, joints and files of late', async () => {
  const { studio } = await openStudio();
  const recent = [{ kind: 'project', name: 'Hero at the gate', path: '/home/ann/gate' }] as const;
  const entries = paletteEntries(studio, studio.parts, studio.getState(), recent);
  const found = EXPECTED.map(([typed]) => [typed, findEntries(entries, typed)[0]?.label]);
  expect(found).toEqual(EXPECTED);
});

test('A command that is called so comes before the pages about it, whether or not it can be chosen now', async () => {
  const { studio } = await openStudio();
  const entries = paletteEntries(studio, studio.parts, studio.getState(), []);
  const found = findEntries(entries, 'pin').map(({ label }) => label);
  const page = found.indexOf('Handbook: Pins and who follows');
  expect(entries.find(({ label }) => label === 'Pin handle')!.disabledBecause).not.toBeNull();
  expect(found.indexOf('Pin handle')).toBeGreaterThanOrEqual(0);
  expect(page).toBeGreaterThan(found.indexOf('Pin handle'));
});

test('Everything is found first by its own name', async () => {
  const { studio } = await openStudio();
  const entries = paletteEntries(studio, studio.parts, studio.getState(), []);
  const bare = (label: string | undefined) => label?.replace('…', '');
  for (const { label } of entries) expect(bare(findEntries(entries, label)[0]?.label)).toBe(bare(label));
});
