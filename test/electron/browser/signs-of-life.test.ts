import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitForSigns } from '../../../electron/browser/signs-of-life.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a page that is not opened, or stops drawing, is told of once', () => {
  const said: string[] = [];
  const signs = waitForSigns((error) => said.push(error.message));
  vi.advanceTimersByTime(59_000);
  signs.seen();
  vi.advanceTimersByTime(299_000);
  signs.seen();
  expect(said).toEqual([]);
  vi.advanceTimersByTime(301_000);
  expect(said).toEqual(['the browser drew nothing for 300 s: it may have run out of memory']);
  waitForSigns((error) => said.push(error.message));
  vi.advanceTimersByTime(61_000);
  expect(said.at(-1)).toBe('the browser did not open the page that draws within 60 s');
});

test('who is done is not waited for', () => {
  const silent = vi.fn();
  const signs = waitForSigns(silent);
  signs.seen();
  signs.stop();
  vi.advanceTimersByTime(1e7);
  expect(silent).not.toHaveBeenCalled();
});
