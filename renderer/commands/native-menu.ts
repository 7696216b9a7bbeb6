import type { Menu, MenuItem } from '../../electron/contract.ts';
import type { Studio, StudioState } from '../state/studio.ts';
import { COMMAND_CATEGORIES, labelOf, shortcutsOf, type Command } from './command.ts';
import { commandsByGroup } from './commands.ts';

/** The menus for a native menu bar, as they are in this state. */
export function nativeMenus(state: StudioState): readonly Menu[] {
  return COMMAND_CATEGORIES.map((category) => {
    const items = commandsByGroup(category).flatMap(({ commands }, index): MenuItem[] => [
      ...(index > 0 ? [{ kind: 'separator' } as const] : []),
      ...commands.map((command) => itemOf(command, state)),
    ]);
    const recent: MenuItem[] = category === 'File' ? [{ kind: 'separator' }, { kind: 'recent', label: 'Recent' }] : [];
    return { label: category, items: [...items, ...recent] };
  });
}

function itemOf(command: Command, state: StudioState): MenuItem {
  return {
    kind: 'command',
    id: command.id,
    label: labelOf(command, state),
    shortcut: shortcutsOf(command, state.session.settings)[0] ?? null,
    enabled: command.enabled(state),
    checked: command.checked?.(state) ?? null,
  };
}

/** Sends the menus to the host, and again whenever they change. Returns how to stop. */
export function keepNativeMenu(studio: Studio): () => void {
  let sent = '';
  const send = () => {
    const menus = nativeMenus(studio.getState());
    const text = JSON.stringify(menus);
    if (text === sent) return;
    sent = text;
    studio.desktop.call('menu.set', menus).catch(() => {
      // A host without a menu bar needs none.
    });
  };
  send();
  return studio.subscribe((state, before) => {
    if (state.document !== before.document || state.session !== before.session) send();
  });
}
