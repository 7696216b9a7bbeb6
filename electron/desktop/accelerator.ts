const MODIFIERS = new Map([['Mod', 'CommandOrControl']]);

const KEYS = new Map([
  ['ArrowLeft', 'Left'],
  ['ArrowRight', 'Right'],
  ['ArrowUp', 'Up'],
  ['ArrowDown', 'Down'],
  ['Escape', 'Esc'],
  ['Enter', 'Return'],
  ['+', 'Plus'],
  ['NumpadDecimal', 'numdec'],
  ['NumpadAdd', 'numadd'],
  ['NumpadSubtract', 'numsub'],
  ['NumpadMultiply', 'nummult'],
  ['NumpadDivide', 'numdiv'],
  ['NumpadEnter', 'Enter'],
]);

/** A shortcut as the commands write it (`Mod+Shift+Z`, `Numpad1`, `Space`) in Electron's words. */
export function acceleratorOf(shortcut: string): string {
  const parts = shortcut === '+' ? ['+'] : shortcut.split('+');
  const key = parts.at(-1) ?? '';
  const named = KEYS.get(key) ?? key.replace(/^Numpad(\d)$/, 'num$1');
  return [...parts.slice(0, -1).map((modifier) => MODIFIERS.get(modifier) ?? modifier), named].join('+');
}

/**
 * Whether a menu of a Mac may claim the shortcut. Single keys belong to what the user types. Those with which text is edited belong to
 * the menu's own items for text: a field that does not take the key itself leaves it to them, and the window handles it elsewhere.
 */
export function isMenuShortcutOnMac(shortcut: string): boolean {
  return (shortcut.includes('Mod+') && !/^Mod\+(Shift\+)?[ACVXYZ]$/i.test(shortcut)) || /^F\d+$/.test(shortcut);
}
