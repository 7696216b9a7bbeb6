// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { Inspector } from '../../../renderer/panels/inspector/inspector.tsx';
import { gazeOf } from '../../../renderer/state/posing/gaze.ts';
import { handleSelection, select } from '../../../renderer/state/selection.ts';
import { openedStudio } from '../tools/mannequin-studio.ts';
import { settle, show, type } from './show.tsx';

let remove = (): void => undefined;

afterEach(() => {
  remove();
  document.body.replaceChildren();
});

/** The section of the inspector with this title. */
const section = (title: string): Element | undefined =>
  [...document.querySelectorAll('.section')].find((each) => each.querySelector('h2')?.textContent === title);

test('beside the selected head the gaze is switched, and its place typed', async () => {
  const studio = openedStudio();
  const { rig } = studio.document();
  remove = await show(studio, <Inspector />);
  await settle(() => select(studio, handleSelection(rig, 'leftHand')));
  expect(section('Gaze')).toBeUndefined();
  await settle(() => select(studio, handleSelection(rig, 'head')));
  const toggle = (): HTMLInputElement => section('Gaze')!.querySelector('input[type="checkbox"]')!;
  const fields = (): HTMLInputElement[] => [
    ...section('Gaze')!.querySelectorAll<HTMLInputElement>('input:not([type="checkbox"])'),
  ];
  expect(fields()).toHaveLength(0);
  await settle(() => toggle().click());
  const [x, y, z] = gazeOf(studio.getState())!;
  expect(fields()).toHaveLength(3);
  await settle(() => fields()[1]!.focus());
  await type(fields()[1]!, '190');
  await settle(() => fields()[1]!.blur());
  const typed = gazeOf(studio.getState())!;
  expect([typed[0], typed[2]]).toEqual([x, z]);
  expect(typed[1]).toBeCloseTo(1.9, 9);
  expect(y).toBeLessThan(1.8);
  expect(studio.document().history.past.at(-1)!.label).toBe('Look at a point');
  await settle(() => toggle().click());
  expect(gazeOf(studio.getState())).toBeNull();
});
