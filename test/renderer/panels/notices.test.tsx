// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Notices } from '../../../renderer/panels/shell/notices.tsx';
import { notify, notifyUntilSettled, tellFailure } from '../../../renderer/state/window/notify.ts';
import { closeDialog, openDialog } from '../../../renderer/state/session.ts';
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

test('the two newest messages are shown, so that they do not cover the character; closing one brings the one before', async () => {
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

test('what passes goes when it could be read, but not while the pointer is on it or a dialog before it; failures stay', async () => {
  const { studio } = await openStudio();
  remove = await show(studio, <Notices />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const long = 'A long sentence takes longer to be read than a short one, and so it stays for longer than that one does';
    act(() => {
      notify(studio, 'info', 'Copied');
      notify(studio, 'warning', long);
      tellFailure(studio, 'opening', new Error('a.png cannot be opened: choose another'), null);
    });
    const texts = () => noticesOf(studio);
    const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
    pass(6100);
    expect(texts()).toEqual([`${long}.`, 'a.png cannot be opened: choose another.']);
    const section = document.querySelector('section')!;
    act(() => void section.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })));
    pass(60_000);
    expect(texts()).toHaveLength(2);
    act(() => void section.dispatchEvent(new PointerEvent('pointerout', { bubbles: true })));
    act(() => openDialog(studio, 'about'));
    pass(60_000);
    expect(texts()).toHaveLength(2);
    act(() => closeDialog(studio, studio.getState().session.dialogs[0]!));
    pass(60_000);
    expect(texts()).toEqual(['a.png cannot be opened: choose another.']);
  } finally {
    vi.useRealTimers();
  }
});
