import { Menu, type MenuItemConstructorOptions } from 'electron';
import { acceleratorOf, isMenuShortcutOnMac } from './accelerator.ts';
import type { Menu as MenuDescription, MenuItem, RecentItem } from '../contract.ts';

export interface MenuActions {
  run(commandId: string): void;
  openFile(path: string): void;
}

/** The native menu bar: the window says what stands in it, the list of recent files comes from the services. */
export interface NativeMenu {
  showMenus(menus: readonly MenuDescription[]): void;
  showRecent(items: readonly RecentItem[]): void;
}

export function createNativeMenu(platform: NodeJS.Platform, actions: MenuActions): NativeMenu {
  let menus: readonly MenuDescription[] = [];
  let recent: readonly RecentItem[] = [];
  const show = () => Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(platform, menus, recent, actions)));
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
  platform: NodeJS.Platform,
  menus: readonly MenuDescription[],
  recent: readonly RecentItem[],
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const shown = menus.map(({ label, items }): MenuItemConstructorOptions => {
    const submenu = items.map((item) => itemTemplate(isMac, item, recent, actions));
    return { label, submenu: isMac && label === 'Edit' ? [...submenu, ...MAC_TEXT_ITEMS] : submenu };
  });
  return isMac ? [{ role: 'appMenu' }, ...shown, { role: 'windowMenu' }] : shown;
}

/** On a Mac text is edited through the menu: without these its fields have no clipboard and no undo of their own. */
const MAC_TEXT_ITEMS: readonly MenuItemConstructorOptions[] = [
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

function itemTemplate(
  isMac: boolean,
  item: MenuItem,
  recent: readonly RecentItem[],
  actions: MenuActions,
): MenuItemConstructorOptions {
  switch (item.kind) {
    case 'separator':
      return { type: 'separator' };
    case 'menu':
      return { label: escape(item.label), submenu: item.items.map((each) => itemTemplate(isMac, each, recent, actions)) };
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
          (!isMac || isMenuShortcutOnMac(shortcut)) && { accelerator: acceleratorOf(shortcut), registerAccelerator: false }),
      };
    }
  }
}

/** A lone `&` would mark a key of access. */
function escape(label: string): string {
  return label.replaceAll('&', '&&');
}
