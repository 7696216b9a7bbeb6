import { describe, expect, test } from 'vitest';
import { matchesShortcut, showShortcut, type KeyPress } from '../../../renderer/commands/shortcut.ts';

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
