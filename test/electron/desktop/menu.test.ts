import type { MenuItemConstructorOptions } from 'electron';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { acceleratorOf, isMenuShortcutOnMac } from '../../../electron/desktop/accelerator.ts';
import type { Menu } from '../../../electron/contract.ts';
import { createNativeMenu, menuTemplate } from '../../../electron/desktop/menu.ts';
import { fake, resetFakeElectron } from './fake-electron.ts';

vi.mock('electron', async () => (await import('./fake-electron.ts')).electron);
beforeEach(resetFakeElectron);

const MENUS: readonly Menu[] = [
  {
    label: 'File',
    items: [
      { kind: 'command', id: 'file.save', label: 'Save & keep', shortcut: 'Mod+S', enabled: true, checked: null },
      { kind: 'recent', label: 'Open recent' },
      {
        kind: 'menu',
        label: 'Export & send',
        items: [{ kind: 'command', id: 'file.export', label: 'As GLB', shortcut: null, enabled: true, checked: null }],
      },
    ],
  },
  {
    label: 'Edit',
    items: [
      { kind: 'command', id: 'edit.copy', label: 'Copy pose', shortcut: 'Mod+C', enabled: false, checked: null },
      { kind: 'separator' },
      { kind: 'command', id: 'view.grid', label: 'Grid', shortcut: 'G', enabled: true, checked: true },
    ],
  },
];
const RECENT = [{ path: '/p/Hero', name: 'Hero', kind: 'project' as const }];
const actions = () => ({ run: vi.fn(), openFile: vi.fn() });
const items = (menu: MenuItemConstructorOptions | undefined) => menu?.submenu as MenuItemConstructorOptions[];

test('every command of the window stands in the native menu and is sent back by its id', () => {
  const heard = actions();
  const [, file, edit] = menuTemplate(MENUS, RECENT, heard);
  expect([file?.label, edit?.label]).toEqual(['File', 'Edit']);
  const [save, recent, inside] = items(file);
  expect(inside).toMatchObject({ label: 'Export && send', submenu: [{ id: 'file.export', label: 'As GLB' }] });
  expect(save).toMatchObject({
    id: 'file.save',
    label: 'Save && keep',
    enabled: true,
    accelerator: 'CommandOrControl+S',
    registerAccelerator: false,
  });
  save?.click?.(null as never, undefined, null as never);
  expect(heard.run).toHaveBeenCalledWith('file.save');
  items(recent)[0]?.click?.(null as never, undefined, null as never);
  expect(heard.openFile).toHaveBeenCalledWith('/p/Hero');
  expect(items(edit)).toMatchObject([
    { enabled: false },
    { type: 'separator' },
    { type: 'checkbox', checked: true },
    { type: 'separator' },
    ...Array.from({ length: 8 }, () => ({ role: expect.any(String) })),
  ]);
});

test('a Mac gets its own menus, a clipboard for text, and no single keys', () => {
  const template = menuTemplate(MENUS, [], actions());
  expect(template.map(({ role, label }) => role ?? label)).toEqual(['appMenu', 'File', 'Edit', 'windowMenu']);
  const edit = items(template[2]);
  expect(edit[0]).not.toHaveProperty('accelerator');
  expect(edit[2]).not.toHaveProperty('accelerator');
  expect(edit.map(({ role }) => role).filter(Boolean)).toEqual([
    'undo',
    'redo',
    'cut',
    'copy',
    'paste',
    'pasteAndMatchStyle',
    'delete',
    'selectAll',
  ]);
  expect(items(template[1])[1]).toMatchObject({ label: 'Open recent', enabled: false });
});

test('the menu is built anew when its commands or the recent files change', () => {
  const menu = createNativeMenu('darwin', actions());
  menu.showMenus(MENUS);
  menu.showRecent(RECENT);
  expect(fake.menus).toHaveLength(2);
  const [, file] = fake.menus[1] as MenuItemConstructorOptions[];
  expect(items(items(file)[1])).toHaveLength(1);
});

test.each(['linux', 'win32'] as const)('on %s there is none: the menus stand in the window', (platform) => {
  const menu = createNativeMenu(platform, actions());
  menu.showMenus(MENUS);
  menu.showRecent(RECENT);
  expect(fake.menus).toEqual([null]);
});

test("a Mac's menu leaves the keys of text to the items for text, so that undo in a field undoes text", () => {
  for (const shortcut of ['Mod+Z', 'Mod+Shift+Z', 'Mod+Y', 'Mod+C', 'Mod+V', 'Mod+X', 'Mod+A'])
    expect(isMenuShortcutOnMac(shortcut), shortcut).toBe(false);
  for (const shortcut of ['Mod+S', 'Mod+Shift+S', 'Mod+K', 'F1']) expect(isMenuShortcutOnMac(shortcut), shortcut).toBe(true);
  for (const shortcut of ['K', 'Space', 'Shift+Z']) expect(isMenuShortcutOnMac(shortcut), shortcut).toBe(false);
});

describe('shortcuts in the words of Electron', () => {
  test.each([
    ['Mod+Shift+Z', 'CommandOrControl+Shift+Z'],
    ['Space', 'Space'],
    [',', ','],
    ['+', 'Plus'],
    ['Numpad1', 'num1'],
    ['Mod+Numpad3', 'CommandOrControl+num3'],
    ['NumpadDecimal', 'numdec'],
    ['Alt+ArrowLeft', 'Alt+Left'],
    ['F3', 'F3'],
    ['Escape', 'Esc'],
  ])('%s is %s', (shortcut, accelerator) => expect(acceleratorOf(shortcut)).toBe(accelerator));
});
