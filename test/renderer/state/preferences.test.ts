import { expect, test } from 'vitest';
import { keepPreferences, type PreferenceStore } from '../../../renderer/state/preferences.ts';
import { setKeyMap, setView } from '../../../renderer/state/session.ts';
import { createStudio } from '../../../renderer/state/studio.ts';
import { fakeDesktop } from './open-studio.ts';

function store(text: string | null = null): PreferenceStore & { readonly kept: Map<string, string> } {
  const kept = new Map(text === null ? [] : [['limber.preferences', text]]);
  return { kept, getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

test('The key map and what is shown are remembered for the next window', () => {
  const kept = store();
  const first = createStudio(fakeDesktop());
  keepPreferences(first, kept);
  setKeyMap(first, 'blender');
  setView(first, { bones: false });
  const next = createStudio(fakeDesktop());
  keepPreferences(next, kept);
  expect(next.getState().session).toMatchObject({ keyMap: 'blender', view: { bones: false, mesh: true } });
});

test.each(['not json', '[]', '3', '{"keyMap":"emacs","view":{"bones":"no","unknown":true}}'])(
  'Preferences that cannot be used are passed over: %s',
  (text) => {
    const studio = createStudio(fakeDesktop());
    const { keyMap, view } = studio.getState().session;
    keepPreferences(studio, store(text));
    expect(studio.getState().session).toMatchObject({ keyMap, view });
    expect(Object.keys(studio.getState().session.view)).toEqual(Object.keys(view));
  },
);

test('A window that may not store anything works all the same', () => {
  const studio = createStudio(fakeDesktop());
  keepPreferences(studio, {
    getItem: () => {
      throw new Error('denied');
    },
    setItem: () => {
      throw new Error('denied');
    },
  });
  expect(() => setKeyMap(studio, 'maya')).not.toThrow();
});
