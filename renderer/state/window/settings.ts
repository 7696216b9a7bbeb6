import type { KeptSettings } from '../../../electron/contract.ts';
import { DEFAULT_SETTINGS, type SettingName, type Settings } from './default-settings.ts';
import { attempting } from './notify.ts';
import type { SessionState, ViewSettings } from '../session-state.ts';
import type { Studio } from '../studio.ts';

export function changeSetting<Name extends SettingName>(studio: Studio, name: Name, value: Settings[Name]): void {
  const { session } = studio.getState();
  if (session.settings[name] === value) return;
  studio.setState({ session: { ...session, settings: { ...session.settings, [name]: value } } });
}

export function resetSetting(studio: Studio, name: SettingName): void {
  changeSetting(studio, name, DEFAULT_SETTINGS[name]);
}

/** Whether a setting is as the program comes. */
export function isAsItComes(settings: Settings, name: SettingName): boolean {
  return isSame(settings[name], DEFAULT_SETTINGS[name]);
}

/** Brings back what the user set, and keeps every change from now on, one write after the other. Resolves to how to stop. */
export async function keepSettings(studio: Studio): Promise<() => void> {
  const { desktop } = studio;
  const recalled = await desktop.call('settings.read').catch((): KeptSettings => ({}));
  const { session } = studio.getState();
  studio.setState({ session: { ...session, ...recall(recalled ?? {}, session) } });
  const keptNow = () => keptOf(studio.getState().session);
  let kept = JSON.stringify(keptNow());
  let isWriting = false;

  async function write(): Promise<void> {
    isWriting = true;
    try {
      // What changes meanwhile goes into one more write.
      for (let now = keptNow(); JSON.stringify(now) !== kept; now = keptNow()) {
        kept = JSON.stringify(now);
        await desktop.call('settings.keep', now);
      }
    } finally {
      isWriting = false;
    }
  }

  return studio.subscribe(({ session: after }, { session: before }) => {
    if (isWriting || (after.settings === before.settings && after.view === before.view)) return;
    void attempting(studio, 'settings', { file: 'Settings', failed: 'were not kept' }, write);
  });
}

/** What differs from how the program comes. */
function keptOf({ settings, view }: Pick<SessionState, 'settings' | 'view'>): KeptSettings {
  const names = Object.keys(settings) as SettingName[];
  const own = names.filter((name) => !isAsItComes(settings, name)).map((name) => [name, settings[name]]);
  return { ...Object.fromEntries(own), view: { ...view } };
}

function recall({ view, ...kept }: KeptSettings, session: SessionState): Pick<SessionState, 'settings' | 'view'> {
  const names = Object.keys(session.settings) as SettingName[];
  const known = names.flatMap((name) => (kept[name] === undefined ? [] : [[name, kept[name]]]));
  return { settings: { ...session.settings, ...Object.fromEntries(known) }, view: recallView(view ?? {}, session.view) };
}

/** Of what is remembered, the parts that there are. */
function recallView(kept: Readonly<Record<string, boolean>>, view: ViewSettings): ViewSettings {
  const parts = Object.entries(view).map(([part, shown]) => [part, kept[part] ?? shown]);
  return { ...view, ...Object.fromEntries(parts) };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
