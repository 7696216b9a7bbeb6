import { beforeEach, describe, expect, test } from 'vitest';
import { shortcutsOf } from '../../../renderer/commands/command.ts';
import { commandById } from '../../../renderer/commands/commands.ts';
import {
  conflictsOf,
  keysAsText,
  keysFromText,
  resetShortcuts,
  setShortcuts,
  takeShortcut,
} from '../../../renderer/commands/edit-keys.ts';
import { DEFAULT_SETTINGS } from '../../../renderer/state/window/default-settings.ts';
import { changeSetting } from '../../../renderer/state/window/settings.ts';
import { createStudio, type Studio } from '../../../renderer/state/studio.ts';
import { fakeDesktop } from '../state/open-studio.ts';

let studio: Studio;
const settings = () => studio.getState().session.settings;
const save = commandById('file.save');
const frame = commandById('view.frame');

beforeEach(() => {
  studio = createStudio(fakeDesktop());
});

test('Keys that the user chose hold in every key map, until they are given back', () => {
  setShortcuts(studio, frame, ['Shift+A']);
  expect(shortcutsOf(frame, settings())).toEqual(['Shift+A']);
  changeSetting(studio, 'keyMap', 'blender');
  expect(shortcutsOf(frame, settings())).toEqual(['Shift+A']);
  resetShortcuts(studio, frame);
  expect(shortcutsOf(frame, settings())).toEqual(['NumpadDecimal']);
  expect(settings().keys).toEqual({});
});

test('What the key map says anyway is no change', () => {
  setShortcuts(studio, save, ['Mod+S']);
  expect(settings().keys).toEqual({});
});

test('A key that two commands have is told at both, and taken from one', () => {
  setShortcuts(studio, frame, ['Mod+S']);
  expect(conflictsOf(frame, settings())).toEqual([{ command: save, shortcut: 'Mod+S' }]);
  expect(conflictsOf(save, settings())).toEqual([{ command: frame, shortcut: 'Mod+S' }]);
  takeShortcut(studio, save, 'Mod+S');
  expect(shortcutsOf(save, settings())).toEqual([]);
  expect(conflictsOf(frame, settings())).toEqual([]);
});

test('A key of one panel is no conflict with the same key of the window', () => {
  const inPanel = { ...save, id: 'other', within: 'timeline', shortcuts: ['F'] } as const;
  expect(conflictsOf(inPanel, DEFAULT_SETTINGS)).toEqual([]);
});

describe('A file of keys', () => {
  test('brings back what was written, without commands that are not there', () => {
    const keys = { 'file.save': ['Mod+Alt+S'], 'view.frame': [] };
    expect(keysFromText(keysAsText({ keyMap: 'maya', keys }))).toEqual({ keyMap: 'maya', keys });
    expect(keysFromText(keysAsText({ keyMap: 'maya', keys: { ...keys, 'file.teleport': ['T'] } })).keys).toEqual(keys);
  });

  test.each([
    'not json',
    'null',
    '[]',
    '{"format":"limber-keys"}',
    '{"format":"limber-keys","version":1,"keyMap":"emacs","keys":{}}',
  ])('that is none is refused in one sentence: %s', (text) => {
    expect(() => keysFromText(text)).toThrow('This is not a file of Limber’s keys: export one to see how it looks.');
  });

  test('of a later version is refused as such', () => {
    expect(() => keysFromText('{"format":"limber-keys","version":2,"keyMap":"limber","keys":{}}')).toThrow('later version');
  });

  test('keeps nothing that is no list of keys', () => {
    const keys = { 'file.save': 'Mod+S', 'view.frame': [3], 'edit.undo': ['x'.repeat(51)], 'edit.redo': ['Mod+Y'] };
    const text = JSON.stringify({ format: 'limber-keys', version: 1, keyMap: 'limber', keys });
    expect(keysFromText(text).keys).toEqual({ 'edit.redo': ['Mod+Y'] });
  });
});
