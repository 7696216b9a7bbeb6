// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useLasting } from '../../../../renderer/panels/widgets/use-lasting.ts';
import { useStudio } from '../../../../renderer/panels/window-context.tsx';
import { setLibrarySession } from '../../../../renderer/state/session.ts';
import { openStudio } from '../../state/open-studio.ts';
import { show } from '../show.tsx';

let remove = (): void => undefined;

afterEach(() => {
  remove();
  vi.useRealTimers();
});

function Probe() {
  return useLasting(useStudio(({ session }) => session.library.selected !== null)) ? <p>Lasting</p> : null;
}

test('what a first click brings waits until a second one would be no double click any more, and goes at once', async () => {
  const { studio } = await openStudio();
  remove = await show(studio, <Probe />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const isShown = () => document.querySelector('p') !== null;
  const choose = (selected: string | null) => act(async () => setLibrarySession(studio, { selected }));
  const pass = (milliseconds: number) => act(async () => vi.advanceTimersByTime(milliseconds));
  await choose('a');
  await pass(399);
  expect(isShown()).toBe(false);
  await pass(1);
  expect(isShown()).toBe(true);
  await choose('b');
  expect(isShown()).toBe(true);
  await choose(null);
  expect(isShown()).toBe(false);
  await choose('a');
  expect(isShown()).toBe(false);
});
