import { Menu, type MenuItemConstructorOptions } from 'electron';
import { acceleratorOf, isMenuShortcutOnMac } from './accelerator.ts';
import type { Menu as MenuDescription, MenuItem, RecentItem } from '../contract.ts';

export interface MenuActions {
  run(commandId: string): void;
  openFile(path: string): void;
}

/** The menu bar of a Mac: the window says what stands in it, the list of recent files comes from the services. */
export interface NativeMenu {
  showMenus(menus: readonly MenuDescription[]): void;
  showRecent(items: readonly RecentItem[]): void;
}

/** Elsewhere than on a Mac the menus stand in the window, and Electron's own menu bar goes. */
export function createNativeMenu(platform: NodeJS.Platform, actions: MenuActions): NativeMenu {
  if (platform !== 'darwin') {
    Menu.setApplicationMenu(null);
    return { showMenus: () => {}, showRecent: () => {} };
  }
  let menus: readonly MenuDescription[] = [];
  let recent: readonly RecentItem[] = [];
  const show = () => Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(menus, recent, actions)));
  return {
    showMenus(now) {
      menus = now;
      show();
    },
    showRecent(now) {
      recent = now;
      show();
    },
  };
}

/** The whole menu bar in Electron's words. */
export function menuTemplate(
  menus: readonly MenuDescription[],
  recent: readonly RecentItem[],
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const shown = menus.map(({ label, items }): MenuItemConstructorOptions => {
    const submenu = items.map((item) => itemTemplate(item, recent, actions));
    return { label, submenu: label === 'Edit' ? [...submenu, ...TEXT_ITEMS] : submenu };
  });
  return [{ role: 'appMenu' }, ...shown, { role: 'windowMenu' }];
}

/** On a Mac text is edited through the menu: without these its fields have no clipboard and no undo of their own. */
const TEXT_ITEMS: readonly MenuItemConstructorOptions[] = [
  { type: 'separator' },
  { role: 'undo', label: 'Undo Typing' },
  { role: 'redo', label: 'Redo Typing' },
  { role: 'cut', label: 'Cut Text' },
  { role: 'copy', label: 'Copy Text' },
  { role: 'paste', label: 'Paste Text' },
  { role: 'pasteAndMatchStyle' },
  { role: 'delete', label: 'Delete Text' },
  { role: 'selectAll', label: 'Select All Text' },
];

function itemTemplate(item: MenuItem, recent: readonly RecentItem[], actions: MenuActions): MenuItemConstructorOptions {
  switch (item.kind) {
    case 'separator':
      return { type: 'separator' };
    case 'menu':
      return { label: escape(item.label), submenu: item.items.map((each) => itemTemplate(each, recent, actions)) };
    case 'recent': {
      const submenu = recent.map(({ name, path }) => ({
        label: escape(name),
        toolTip: path,
        click: () => actions.openFile(path),
      }));
      return { label: item.label, enabled: submenu.length > 0, submenu };
    }
    case 'command': {
      const { id, label, shortcut, enabled, checked } = item;
      return {
        id,
        label: escape(label),
        enabled,
        click: () => actions.run(id),
        ...(checked !== null && { type: 'checkbox', checked }),
        // The window handles its keys itself, so that they do not act twice; a Mac's menu takes only what was not handled.
        ...(shortcut !== null &&
          isMenuShortcutOnMac(shortcut) && { accelerator: acceleratorOf(shortcut), registerAccelerator: false }),
      };
    }
  }
}

/** A lone `&` would mark a key of access. */
function escape(label: string): string {
  return label.replaceAll('&', '&&');
}
