import type { Settings } from './default-settings.ts';
import type { Studio, StudioState } from '../studio.ts';

/** The colours that the window is drawn in. */
export type ShownTheme = 'dark' | 'light' | 'neutral';

export function shownTheme({ session: { settings, system } }: StudioState): ShownTheme {
  if (settings.theme !== 'system') return settings.theme;
  return system.isLight ? 'light' : 'dark';
}

/** What the sizes of handles on screen, and their reach, are multiplied by. */
export function handleScale({ handleSize, scale }: Settings): number {
  return handleSize * scale;
}

/** Whether nothing may move that the user does not move. */
export function isStill({ session: { settings, system } }: StudioState): boolean {
  return settings.motion === 'still' || system.isStill;
}

/** What of `matchMedia` is needed. */
export interface MediaQuery {
  readonly matches: boolean;
  addEventListener(name: 'change', listener: () => void): void;
  removeEventListener(name: 'change', listener: () => void): void;
}

/** Follows how the system is set to look. Returns how to stop. */
export function followSystem(studio: Studio, query: (media: string) => MediaQuery): () => void {
  const light = query('(prefers-color-scheme: light)');
  const still = query('(prefers-reduced-motion: reduce)');
  const forced = query('(forced-colors: active)');
  const follow = () => {
    const { session } = studio.getState();
    const system = { isLight: light.matches, isStill: still.matches, hasForcedColours: forced.matches };
    studio.setState({ session: { ...session, system } });
  };
  const queries = [light, still, forced];
  for (const each of queries) each.addEventListener('change', follow);
  follow();
  return () => {
    for (const each of queries) each.removeEventListener('change', follow);
  };
}

/** Lets the page take on the theme, the colours of the sides, the size and the stillness that are set. Returns how to stop. */
export function showLook(studio: Studio, page: HTMLElement): () => void {
  const show = () => {
    const state = studio.getState();
    const { settings } = state.session;
    page.dataset['theme'] = shownTheme(state);
    page.dataset['sides'] = settings.sides;
    page.dataset['motion'] = isStill(state) ? 'still' : 'moving';
    page.style.setProperty('--scale', String(settings.scale));
  };
  show();
  return studio.subscribe(show);
}
