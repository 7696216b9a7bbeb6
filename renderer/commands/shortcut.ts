/**
 * A shortcut is written as its modifiers and one key joined by `+`: `Mod+Shift+Z`, `Space`, `,`, `F3`, `Numpad1`.
 * `Mod` is Ctrl, and Cmd on a Mac. Letters and signs mean what the layout types; `Numpad…` means the physical key.
 */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

interface Shortcut {
  readonly key: string;
  readonly mod: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
}

/** Splits a shortcut. Throws a `RangeError` when it names no key. */
function parse(text: string): Shortcut {
  const parts = text === '+' ? ['+'] : text.split('+');
  const key = parts.at(-1) ?? '';
  if (key === '') throw new RangeError(`a shortcut must end with a key, got "${text}"`);
  const modifiers = parts.slice(0, -1);
  return {
    key,
    mod: modifiers.includes('Mod'),
    shift: modifiers.includes('Shift'),
    alt: modifiers.includes('Alt'),
  };
}

/** Whether `press` is the shortcut `text`. */
export function matchesShortcut(text: string, press: KeyPress, mac: boolean): boolean {
  const shortcut = parse(text);
  const mod = mac ? press.metaKey : press.ctrlKey;
  const other = mac ? press.ctrlKey : press.metaKey;
  if (mod !== shortcut.mod || other || press.altKey !== shortcut.alt) return false;
  if (shortcut.key.startsWith('Numpad')) return press.code === shortcut.key && press.shiftKey === shortcut.shift;
  if (press.code.startsWith('Numpad')) return false;
  const isDigit = /^\d$/.test(shortcut.key);
  // With Shift or Alt held, a digit's key types another sign.
  if (isDigit) return press.shiftKey === shortcut.shift && press.code === `Digit${shortcut.key}`;
  const isSign = shortcut.key.length === 1 && shortcut.key.toLowerCase() === shortcut.key.toUpperCase();
  // A sign may need Shift on some layouts, so Shift says nothing there.
  if (!isSign && press.shiftKey !== shortcut.shift) return false;
  const pressed = press.key === ' ' ? 'Space' : press.key;
  if (pressed.toLowerCase() === shortcut.key.toLowerCase()) return true;
  // With Alt held, a Mac types another sign than the key's own.
  return shortcut.alt && press.code === `Key${shortcut.key.toUpperCase()}`;
}

const MAC_SIGNS: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' };
const NAMES: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  NumpadDecimal: 'Num .',
};

/** How a shortcut is shown: `Ctrl+Shift+Z`, on a Mac `⇧⌘Z`. */
export function showShortcut(text: string, mac: boolean): string {
  const { key, mod, shift, alt } = parse(text);
  const modifiers = [mod && 'Mod', alt && 'Alt', shift && 'Shift'].filter((name) => name !== false);
  const shownKey = NAMES[key] ?? key.replace('Numpad', 'Num ');
  if (mac) return [...modifiers.toReversed().map((name) => MAC_SIGNS[name] ?? name), shownKey].join('');
  return [...modifiers.map((name) => NAMES[name] ?? name), shownKey].join('+');
}

const MODIFIER_KEYS: ReadonlySet<string> = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead']);

/** The shortcut that a key press is, as it is written; null for a modifier alone and for keys with another system's modifier. */
export function shortcutOfPress(press: KeyPress, mac: boolean): string | null {
  if (MODIFIER_KEYS.has(press.key) || (mac ? press.ctrlKey : press.metaKey)) return null;
  const key = keyOfPress(press);
  const isSign = key.length === 1 && !/\d/.test(key) && key.toLowerCase() === key.toUpperCase();
  const mod = mac ? press.metaKey : press.ctrlKey;
  const modifiers = [mod && 'Mod', press.altKey && 'Alt', press.shiftKey && !isSign && 'Shift'].filter((name) => name !== false);
  return [...modifiers, key].join('+');
}

/** Digits and the keys of the number pad by their place, letters in upper case. */
function keyOfPress({ key, code, altKey }: KeyPress): string {
  if (code.startsWith('Numpad')) return code;
  if (/^Digit\d$/.test(code)) return code.slice(5);
  if (altKey && /^Key[A-Z]$/.test(code)) return code.slice(3);
  return key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
}
