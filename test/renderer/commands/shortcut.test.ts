import { describe, expect, test } from 'vitest';
import { matchesShortcut, shortcutOfPress, showShortcut, type KeyPress } from '../../../renderer/commands/shortcut.ts';

function press(key: string, code: string, modifiers: Partial<KeyPress> = {}): KeyPress {
  return { key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers };
}

describe('A shortcut', () => {
  test.each<[string, KeyPress]>([
    ['W', press('w', 'KeyW')],
    ['Mod+Z', press('z', 'KeyZ', { ctrlKey: true })],
    ['Mod+Shift+Z', press('Z', 'KeyZ', { ctrlKey: true, shiftKey: true })],
    ['Space', press(' ', 'Space')],
    [',', press(',', 'Comma')],
    ['.', press('.', 'Period', { shiftKey: true })],
    ['F3', press('F3', 'F3')],
    ['1', press('1', 'Digit1')],
    ['Alt+Shift+1', press('!', 'Digit1', { altKey: true, shiftKey: true })],
    ['Alt+R', press('®', 'KeyR', { altKey: true })],
    ['Numpad1', press('1', 'Numpad1')],
    ['NumpadDecimal', press('.', 'NumpadDecimal')],
    ['Shift+ArrowLeft', press('ArrowLeft', 'ArrowLeft', { shiftKey: true })],
  ])('%s is recognised', (text, pressed) => {
    expect(matchesShortcut(text, pressed, false)).toBe(true);
  });

  test.each<[string, KeyPress]>([
    ['W', press('w', 'KeyW', { ctrlKey: true })],
    ['W', press('W', 'KeyW', { shiftKey: true })],
    ['Mod+Z', press('Z', 'KeyZ', { ctrlKey: true, shiftKey: true })],
    ['Mod+Z', press('z', 'KeyZ', { ctrlKey: true, altKey: true })],
    ['Mod+Z', press('z', 'KeyZ', { metaKey: true })],
    ['1', press('1', 'Numpad1')],
    ['.', press('.', 'NumpadDecimal')],
    ['Numpad1', press('1', 'Digit1')],
    ['Home', press('Home', 'Home', { shiftKey: true })],
  ])('%s is not mistaken for something else', (text, pressed) => {
    expect(matchesShortcut(text, pressed, false)).toBe(false);
  });

  test('uses the command key on a Mac', () => {
    expect(matchesShortcut('Mod+S', press('s', 'KeyS', { metaKey: true }), true)).toBe(true);
    expect(matchesShortcut('Mod+S', press('s', 'KeyS', { ctrlKey: true }), true)).toBe(false);
  });

  test('is shown as the platform writes it', () => {
    expect(showShortcut('Mod+Shift+Z', false)).toBe('Ctrl+Shift+Z');
    expect(showShortcut('Mod+Shift+Z', true)).toBe('⇧⌘Z');
    expect(showShortcut('ArrowLeft', false)).toBe('←');
    expect(showShortcut('NumpadDecimal', false)).toBe('Num .');
  });

  test('that names no key is refused', () => {
    expect(() => showShortcut('Mod+', false)).toThrow('must end with a key');
  });
});

describe('The shortcut of a press', () => {
  test.each<[KeyPress, boolean, string]>([
    [press('w', 'KeyW'), false, 'W'],
    [press('Z', 'KeyZ', { ctrlKey: true, shiftKey: true }), false, 'Mod+Shift+Z'],
    [press('!', 'Digit1', { altKey: true, shiftKey: true }), false, 'Alt+Shift+1'],
    [press('®', 'KeyR', { altKey: true }), true, 'Alt+R'],
    [press('?', 'Slash', { shiftKey: true }), false, '?'],
    [press(' ', 'Space'), false, 'Space'],
    [press('1', 'Numpad1', { metaKey: true }), true, 'Mod+Numpad1'],
    [press('ArrowLeft', 'ArrowLeft', { shiftKey: true }), false, 'Shift+ArrowLeft'],
    [press('F5', 'F5'), false, 'F5'],
  ])('is one that recognises it: %j', (pressed, mac, text) => {
    expect(shortcutOfPress(pressed, mac)).toBe(text);
    expect(matchesShortcut(text, pressed, mac)).toBe(true);
  });

  test.each<[KeyPress, boolean]>([
    [press('Control', 'ControlLeft', { ctrlKey: true }), false],
    [press('Shift', 'ShiftLeft', { shiftKey: true }), false],
    [press('w', 'KeyW', { metaKey: true }), false],
    [press('w', 'KeyW', { ctrlKey: true }), true],
  ])('is none for a modifier alone, or for one of another system: %j', (pressed, mac) => {
    expect(shortcutOfPress(pressed, mac)).toBeNull();
  });
});
