import { expect, test } from 'vitest';
import {
  followSystem,
  handleScale,
  isStill,
  showLook,
  shownTheme,
  type MediaQuery,
} from '../../../../renderer/state/window/look.ts';
import { changeSetting } from '../../../../renderer/state/window/settings.ts';
import { createStudio } from '../../../../renderer/state/studio.ts';
import { fakeDesktop } from '../open-studio.ts';

/** A system whose look can be changed. */
function fakeSystem() {
  const matching = new Set<string>();
  const listeners = new Map<string, () => void>();
  const query = (media: string): MediaQuery => ({
    get matches() {
      return matching.has(media);
    },
    addEventListener: (_, listener) => void listeners.set(media, listener),
    removeEventListener: () => void listeners.delete(media),
  });
  const turn = (media: string, on: boolean) => {
    if (on) matching.add(media);
    else matching.delete(media);
    listeners.get(media)?.();
  };
  return { query, turn, listeners };
}

test('The theme and the stillness follow the system where they are set so', () => {
  const studio = createStudio(fakeDesktop());
  const system = fakeSystem();
  const stop = followSystem(studio, system.query);
  expect([shownTheme(studio.getState()), isStill(studio.getState())]).toEqual(['dark', false]);
  changeSetting(studio, 'theme', 'system');
  system.turn('(prefers-color-scheme: light)', true);
  system.turn('(prefers-reduced-motion: reduce)', true);
  expect([shownTheme(studio.getState()), isStill(studio.getState())]).toEqual(['light', true]);
  changeSetting(studio, 'theme', 'neutral');
  expect(shownTheme(studio.getState())).toBe('neutral');
  system.turn('(prefers-reduced-motion: reduce)', false);
  expect(isStill(studio.getState())).toBe(false);
  changeSetting(studio, 'motion', 'still');
  expect(isStill(studio.getState())).toBe(true);
  stop();
  expect(system.listeners.size).toBe(0);
});

test('The page takes on what is set, until it is told to stop', () => {
  const studio = createStudio(fakeDesktop());
  const values = new Map<string, string>();
  const page = {
    dataset: {} as Record<string, string>,
    style: { setProperty: (name: string, value: string) => void values.set(name, value) },
  };
  const stop = showLook(studio, page as unknown as HTMLElement);
  expect(page.dataset).toEqual({ theme: 'dark', sides: 'blueRed', motion: 'moving' });
  changeSetting(studio, 'scale', 1.5);
  changeSetting(studio, 'sides', 'colourSafe');
  expect(values.get('--scale')).toBe('1.5');
  expect(page.dataset['sides']).toBe('colourSafe');
  stop();
  changeSetting(studio, 'scale', 2);
  expect(values.get('--scale')).toBe('1.5');
});

test('Handles grow with the interface and with their own size', () => {
  const { settings } = createStudio(fakeDesktop()).getState().session;
  expect(handleScale({ ...settings, scale: 1.5, handleSize: 2 })).toBe(3);
});
