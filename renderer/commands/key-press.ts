import type { StudioState } from '../state/studio.ts';
import { shortcutsOf, type Command } from './command.ts';
import { COMMANDS } from './commands.ts';
import { matchesShortcut } from './shortcut.ts';

/** Keys that lists, sliders and trees use themselves. */
const NAVIGATION_KEYS: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

/** Where these keys move the playhead; in other panels they would lose a pose that is being worked on there. */
const PANELS_OF_TIME: ReadonlySet<string> = new Set(['viewport', 'timeline']);

const WIDGETS_WITH_KEYS =
  '[role="grid"], [role="treegrid"], [role="listbox"], [role="slider"], [role="tablist"], input[type="range"]';
const ROWS_OF_BUTTONS = '[role="toolbar"]';
const TEXT_FIELDS = 'input:not([type="range"], [type="checkbox"]), textarea, [contenteditable="true"]';
const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"], .popover';
/** What is deleted itself while it has the focus. */
const DELETABLE = '[data-deletable]';
/** Ctrl with these edits text where there is text to edit. */
const TEXT_EDITING = 'zyxcva';

export interface KeyboardSettings {
  readonly mac: boolean;
  /** Whether what has the focus got it by a click. */
  readonly isFocusedByPointer: boolean;
}

/** What a key press does: it runs a command, or says why none can be used now. */
export type KeyMeaning = { readonly runs: Command } | { readonly refused: Command };

/** What a key press means now; null where nothing is to happen, or what has the focus wants the key. */
export function meaningOfKey(state: StudioState, event: KeyboardEvent, settings: KeyboardSettings): KeyMeaning | null {
  const { mac, isFocusedByPointer } = settings;
  if (state.session.dialogs.length > 0 || isGestureUnderWay(state)) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target && (isForText(target, event, mac) || isDragUnderWay(target))) return null;
  if (target && isForDeletable(target, event)) return null;
  const { settings: keys } = state.session;
  const panel = target?.closest('[data-panel]')?.getAttribute('data-panel');
  const named = COMMANDS.filter((command) => shortcutsOf(command, keys).some((text) => matchesShortcut(text, event, mac)));
  const here = (command: Command) => command.within === panel && command.within !== undefined && takesKeys(panel, target);
  const first = named.find(({ goesFirst }) => goesFirst);
  if (first?.enabled(state)) return { runs: first };
  const inPanel = named.filter(here);
  const anywhere = named.find(({ within, goesFirst }) => within === undefined && !goesFirst);
  const command = inPanel.find((each) => each.enabled(state)) ?? anywhere;
  if (command?.enabled(state)) {
    return target && !command.within && isForWidget(target, event, isFocusedByPointer) ? null : { runs: command };
  }
  const refused = [...inPanel, anywhere, first].find((each) => each?.tellsWhyNot);
  return refused ? { refused } : null;
}

/** The viewport's own keys are for its picture; its tools keep Tab and the arrows. */
function takesKeys(panel: string | null | undefined, target: Element | null): boolean {
  return panel !== 'viewport' || target?.matches('[data-panel], canvas') === true;
}

/** A drag takes its own keys (Esc, Shift) until it ends. */
function isGestureUnderWay(state: StudioState): boolean {
  const cause = state.transient.preview?.cause;
  return cause === 'pull' || cause === 'rotate' || cause === 'blend' || cause === 'offer';
}

/** Keys and sliders that are being dragged say so in the page. */
function isDragUnderWay(target: Element): boolean {
  return target.ownerDocument.querySelector('[data-dragging="true"]') !== null;
}

function isForText(target: Element, event: KeyboardEvent, mac: boolean): boolean {
  if (target.closest(OVERLAYS)) return true;
  if (!target.matches(TEXT_FIELDS)) return false;
  const mod = mac ? event.metaKey : event.ctrlKey;
  const isFunctionKey = /^F\d+$/.test(event.key);
  return mod ? TEXT_EDITING.includes(event.key.toLowerCase()) : !isFunctionKey;
}

function isForDeletable(target: Element, event: KeyboardEvent): boolean {
  return (event.key === 'Delete' || event.key === 'Backspace') && target.matches(DELETABLE);
}

function isForWidget(target: Element, event: KeyboardEvent, isFocusedByPointer: boolean): boolean {
  if (event.key === ' ' || event.key === 'Enter') {
    // A button that was reached by the keyboard is pressed; one that was only clicked before leaves Space to playback.
    return !isFocusedByPointer && target.matches('button, [role="row"], [role="slider"], [role="tab"], input');
  }
  if (!NAVIGATION_KEYS.has(event.key)) return false;
  // So are rows of buttons and menus gone through, unless one of them was only clicked.
  if (!isFocusedByPointer && target.closest(ROWS_OF_BUTTONS) !== null) return true;
  const panel = target.closest('[data-panel]')?.getAttribute('data-panel');
  return target.closest(WIDGETS_WITH_KEYS) !== null || (panel != null && !PANELS_OF_TIME.has(panel));
}
