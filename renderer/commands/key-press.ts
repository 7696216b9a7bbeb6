import type { StudioState } from '../state/studio.ts';
import { shortcutsOf, type Command } from './command.ts';
import { COMMANDS } from './commands.ts';
import { matchesShortcut } from './shortcut.ts';

/** Keys that lists, sliders, trees and text fields use themselves. */
const NAVIGATION_KEYS: ReadonlySet<string> = new Set([
  'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'Enter', 'Delete', 'Backspace', 'Escape', 'F2',
]);

const WIDGETS_WITH_KEYS = '[role="grid"], [role="treegrid"], [role="tree"], [role="listbox"], [role="slider"], [role="menu"], [data-own-keys], input[type="range"]';
const TEXT_FIELDS = 'input:not([type="range"]):not([type="checkbox"]), textarea, [contenteditable="true"]';
const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"].menu';

/** The command that a key press runs now, if it is enabled and nothing that has the focus wants the key. */
export function findCommand(state: StudioState, event: KeyboardEvent, mac: boolean): Command | null {
  const target = event.target instanceof Element ? event.target : null;
  if (target && isWanted(target, event, mac)) return null;
  if (state.session.dialogs.length > 0 || isGestureUnderWay(state)) return null;
  const { keyMap } = state.session;
  const command = COMMANDS.find((each) => shortcutsOf(each, keyMap).some((text) => matchesShortcut(text, event, mac)));
  return command?.enabled(state) ? command : null;
}

/** A drag takes its own keys (Esc, Shift) until it ends. */
function isGestureUnderWay(state: StudioState): boolean {
  const cause = state.transient.preview?.cause;
  return cause === 'pull' || cause === 'rotate' || cause === 'blend';
}

function isWanted(target: Element, event: KeyboardEvent, mac: boolean): boolean {
  if (target.closest(OVERLAYS)) return true;
  const mod = mac ? event.metaKey : event.ctrlKey;
  if (target.matches(TEXT_FIELDS)) return !mod || 'zyxcva'.includes(event.key.toLowerCase());
  if (event.key === ' ' || event.key === 'Enter') {
    // A button that was reached by the keyboard is pressed; one that was only clicked before gives Space to playback.
    return target.matches(':focus-visible') && target !== target.ownerDocument.body;
  }
  return NAVIGATION_KEYS.has(event.key) && target.closest(WIDGETS_WITH_KEYS) !== null;
}
