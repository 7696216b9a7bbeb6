import type { KeyMapName, SessionState, Studio, ViewSettings } from './studio.ts';

/** Where preferences are kept: `localStorage` in the window. */
export interface PreferenceStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const STORAGE_KEY = 'limber.preferences';
const KEY_MAPS: readonly KeyMapName[] = ['limber', 'blender', 'maya'];

/** Brings back the key map and what is shown, and remembers them from now on. Returns how to stop. */
export function keepPreferences(studio: Studio, store: PreferenceStore): () => void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, ...recall(store, session) } });
  let kept = pick(studio.getState().session);
  return studio.subscribe((state) => {
    const { keyMap, view } = state.session;
    if (keyMap === kept.keyMap && view === kept.view) return;
    kept = { keyMap, view };
    try {
      store.setItem(STORAGE_KEY, JSON.stringify(kept));
    } catch {
      // A window without storage forgets; nothing else depends on it.
    }
  });
}

type Preferences = Pick<SessionState, 'keyMap' | 'view'>;

function pick({ keyMap, view }: SessionState): Preferences {
  return { keyMap, view };
}

function recall(store: PreferenceStore, defaults: SessionState): Preferences {
  try {
    const stored: unknown = JSON.parse(store.getItem(STORAGE_KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return pick(defaults);
    const keyMap = KEY_MAPS.find((name) => 'keyMap' in stored && stored.keyMap === name) ?? defaults.keyMap;
    return { keyMap, view: recallView('view' in stored ? stored.view : null, defaults.view) };
  } catch {
    return pick(defaults);
  }
}

function recallView(stored: unknown, defaults: ViewSettings): ViewSettings {
  if (typeof stored !== 'object' || stored === null) return defaults;
  const given = new Map<string, unknown>(Object.entries(stored));
  const parts = Object.entries(defaults).map(([part, shown]) => [
    part,
    typeof given.get(part) === 'boolean' ? given.get(part) : shown,
  ]);
  return { ...defaults, ...Object.fromEntries(parts) };
}
