// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Startup } from '../../../electron/contract.ts';
import { WorkBar } from '../../../renderer/panels/shell/work-bar.tsx';
import { startUp } from '../../../renderer/state/documents/start-up.ts';
import { createClock } from '../../../renderer/state/clock.ts';
import { createStudio } from '../../../renderer/state/studio.ts';
import { fakeDesktop } from '../state/open-studio.ts';
import { button, show } from './show.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** What is done, and what follows within some milliseconds of a held clock. */
const within = (milliseconds: number, doing: () => void = () => undefined) =>
  act(async () => {
    doing();
    await vi.advanceTimersByTimeAsync(milliseconds);
  });

const bar = () => document.querySelector('[role="progressbar"]');

test('looking for much unsaved work shows a bar after a moment, with a percentage, and can be cancelled', async () => {
  let answer: (startup: Startup) => void = () => undefined;
  const desktop = fakeDesktop({
    'app.startup': () =>
      new Promise<Startup>((resolve) => {
        answer = resolve;
      }),
    'job.cancel': () => answer({ kind: 'mannequin' }),
  });
  const clock = createClock({ now: () => 0, requestFrame: () => 0, cancelFrame: () => undefined });
  const studio = createStudio(desktop, clock);
  const remove = await show(studio, <WorkBar />);
  const starting = startUp(studio);
  await within(250);
  expect(bar()).toBeNull();
  await within(250);
  expect(bar()?.getAttribute('aria-label')).toBe('Looking for unsaved work');
  expect(bar()?.hasAttribute('aria-valuenow')).toBe(false);
  const [[job]] = desktop.callsOf('app.startup') as [[string]];
  for (const share of [0.07, 0.426]) {
    await within(0, () => desktop.tell('job.progress', { job, progress: share }));
    expect(bar()?.textContent).toContain(`${Math.floor(100 * share)} %`);
    expect(document.querySelector<HTMLElement>('.work-fill')?.style.width).toBe(`${100 * share}%`);
  }
  await within(0, () => desktop.tell('job.progress', { job: 'another', progress: 0.9 }));
  expect(bar()?.textContent).toContain('42 %');
  await within(0, () => button('Cancel').click());
  expect(desktop.callsOf('job.cancel')).toEqual([[job]]);
  await act(() => starting);
  expect(bar()).toBeNull();
  remove();
});
