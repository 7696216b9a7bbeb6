import type { Plugin } from 'vite';

const DOCK_STYLES = /[\\/]dockview[^\\/]*\.css$/;
const RULE = /([^{}]+)\{([^{}]*)\}/g;

/** A style sheet without the rules that speak of the dock's ready-made themes only: the window has its own. */
export function withoutReadyThemes(css: string): string {
  return css.replaceAll(RULE, (rule, selectors: string) =>
    selectors.split(',').every((selector) => selector.includes('.dockview-theme-')) ? '' : rule,
  );
}

/** Half of the dock's style sheet is themes that nobody sees here. */
export function ownThemeOnly(): Plugin {
  return {
    name: 'own-theme-only',
    enforce: 'pre',
    transform: { filter: { id: DOCK_STYLES }, handler: (code) => ({ code: withoutReadyThemes(code), map: null }) },
  };
}
