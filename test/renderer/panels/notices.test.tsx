// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { Notices } from '../../../renderer/panels/shell/notices.tsx';
import { notifyUntilSettled, tellFailure } from '../../../renderer/state/notices.ts';
import { noticesOf, openStudio } from '../state/open-studio.ts';
import { click, settle, show } from './show.tsx';

let remove = (): void => undefined;

afterEach(() => {
  remove();
  document.body.replaceChildren();
});

const shown = (): string[] => [...document.querySelectorAll('[role="alert"] p')].map((text) => text.textContent);

test('what is not settled stays in view, whatever comes after it, and is not closed with the others', async () => {
  const { studio } = await openStudio();
  remove = await show(studio, <Notices />);
  await settle(() => {
    notifyUntilSettled(studio, 'recovery', 'The disk is full.');
    for (const name of ['a.png', 'b.png', 'c.png'])
      tellFailure(studio, `command ${name}`, new Error(`${name} cannot be opened: choose another`), null);
  });
  const all = () => [...document.querySelectorAll('.notice p')].map((text) => text.textContent);
  expect(all()).toEqual(['The disk is full.', 'c.png cannot be opened: choose another.']);
  await click('Close all');
  expect(all()).toEqual(['The disk is full.']);
});

test('the two newest messages are shown, so that they cover no panel; closing one brings the one before', async () => {
  const { studio } = await openStudio();
  remove = await show(studio, <Notices />);
  await settle(() => {
    for (const name of ['a.png', 'b.png', 'c.png', 'd.png'])
      tellFailure(studio, `command ${name}`, new Error(`${name} cannot be opened: choose another`), null);
  });
  expect(shown()).toEqual(['c.png cannot be opened: choose another.', 'd.png cannot be opened: choose another.']);
  expect(document.body.textContent).toContain('2 earlier messages');
  await click('Close this message');
  expect(shown()).toEqual(['b.png cannot be opened: choose another.', 'd.png cannot be opened: choose another.']);
  expect(document.body.textContent).toContain('1 earlier message');
  await click('Close all');
  expect(noticesOf(studio)).toEqual([]);
  expect(document.body.textContent).not.toContain('earlier');
});
