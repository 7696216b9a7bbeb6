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
  // Before Enter goes up, another key may be down.
  await settle(() => void field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
  expect(document.activeElement).not.toBe(field);
});

test('A typed number is settled once, rounded, inside its bounds, with a unit of its kind; nonsense and Escape take it back', async () => {
  const { studio } = await openStudio();
  const settled: number[] = [];
  remove = await show(
    studio,
    <NumberInput label="Bend" unit="°" value={10} min={-90} max={90} onCommit={(value) => settled.push(value)} />,
  );
  const field = document.querySelector('input')!;
  const type = (text: string, ...keys: readonly string[]) =>
    settle(() => {
      field.focus();
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      for (const key of keys)
        for (const kind of ['keydown', 'keyup']) field.dispatchEvent(new KeyboardEvent(kind, { key, bubbles: true }));
    });
  await type('1 rad', 'Enter');
  await type('25.04', 'Enter');
  await type('400', 'Enter');
  await type('up', 'Enter');
  await type('33', 'Escape');
  await settle(() => field.blur());
  await type('10', 'Enter');
  await type('12', 'ArrowUp');
  expect(settled).toEqual([57.3, 25, 90, 12.1]);
  expect(document.activeElement).toBe(field);
  expect(document.querySelector('label')!.textContent).toBe('Bend');
});
