// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { NumberInput } from '../../../renderer/panels/widgets/number-input.tsx';
import { openStudio } from '../state/open-studio.ts';
import { settle, show } from './show.tsx';

let remove = (): void => undefined;

afterEach(() => {
  remove();
  document.body.replaceChildren();
});

test('Enter settles a number and leaves the field, so that the keys are the studio’s again', async () => {
  const { studio } = await openStudio();
  remove = await show(studio, <NumberInput label="Twist" value={10} onCommit={() => undefined} />);
  const field = document.querySelector('input')!;
  await settle(() => field.focus());
  expect(document.activeElement).toBe(field);
  const press = (key: string) => {
    for (const kind of ['keydown', 'keyup']) field.dispatchEvent(new KeyboardEvent(kind, { key, bubbles: true }));
  };
  await settle(() => press('5'));
  expect(document.activeElement).toBe(field);
  await settle(() => press('Enter'));
  expect(document.activeElement).not.toBe(field);
});
