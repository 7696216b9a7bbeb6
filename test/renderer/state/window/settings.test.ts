import { expect, test } from 'vitest';
import type { KeptSettings } from '../../../../electron/contract.ts';
import { DEFAULT_SETTINGS } from '../../../../renderer/state/window/default-settings.ts';
import { setView } from '../../../../renderer/state/session.ts';
import { changeSetting, isAsItComes, keepSettings, resetSetting } from '../../../../renderer/state/window/settings.ts';
import { createStudio } from '../../../../renderer/state/studio.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { fakeDesktop, noticesOf } from '../open-studio.ts';

test('What was set comes back in the next window, and what was not is as the program comes', async () => {
  const recalled: KeptSettings = { theme: 'light', keyMap: 'maya', view: { bones: false, unknown: true } };
  const studio = createStudio(fakeDesktop({ 'settings.read': () => recalled }));
  await keepSettings(studio);
  const { settings, view } = studio.getState().session;
  expect(settings).toEqual({ ...DEFAULT_SETTINGS, theme: 'light', keyMap: 'maya' });
  expect(view).toMatchObject({ bones: false, mesh: true });
  expect(view).not.toHaveProperty('unknown');
});

test('Every change is kept, without what is as the program comes', async () => {
  const desktop = fakeDesktop();
  const studio = createStudio(desktop);
  const stop = await keepSettings(studio);
  const kept = () => desktop.callsOf('settings.keep').map(([settings]) => settings as KeptSettings);
  changeSetting(studio, 'scale', 1.5);
  await eventually(() => expect(kept().at(-1)).toMatchObject({ scale: 1.5 }));
  setView(studio, { grid: false });
  await eventually(() => expect(kept().at(-1)).toMatchObject({ scale: 1.5, view: { grid: false } }));
  expect(isAsItComes(studio.getState().session.settings, 'scale')).toBe(false);
  resetSetting(studio, 'scale');
  await eventually(() => expect(kept().at(-1)).not.toHaveProperty('scale'));
  expect(isAsItComes(studio.getState().session.settings, 'scale')).toBe(true);
  stop();
  const before = kept().length;
  changeSetting(studio, 'scale', 2);
  expect(kept()).toHaveLength(before);
});

test('Changes during a write go into one more write, the last of them too', async () => {
  const written: KeptSettings[] = [];
  const waiting: (() => void)[] = [];
  const studio = createStudio(
    fakeDesktop({
      'settings.keep': (settings) => {
        written.push(settings);
        return new Promise<void>((resolve) => waiting.push(resolve));
      },
    }),
  );
  await keepSettings(studio);
  changeSetting(studio, 'handleSize', 1.1);
  changeSetting(studio, 'handleSize', 1.2);
  changeSetting(studio, 'handleSize', 1.3);
  expect(written.map(({ handleSize }) => handleSize)).toEqual([1.1]);
  waiting[0]!();
  await eventually(() => expect(written.map(({ handleSize }) => handleSize)).toEqual([1.1, 1.3]));
});

test('Settings that cannot be read or kept spoil nothing, and it is told', async () => {
  const refuse = () => {
    throw new Error('The disk is full.');
  };
  const studio = createStudio(fakeDesktop({ 'settings.read': refuse, 'settings.keep': refuse }));
  await keepSettings(studio);
  expect(studio.getState().session.settings).toEqual(DEFAULT_SETTINGS);
  changeSetting(studio, 'theme', 'neutral');
  await eventually(() =>
    expect(noticesOf(studio)).toEqual([
      '“Settings” were not kept. The disk is full. They hold until the window is closed: see that the data folder may be written.',
    ]),
  );
  expect(studio.getState().session.settings.theme).toBe('neutral');
});
