import type { Menu, MenuCommand, MenuItem } from '../../electron/contract.ts';
import type { Studio, StudioState } from '../state/studio.ts';
import { COMMAND_CATEGORIES, labelOf, shortcutsOf, type Command } from './command.ts';
import { commandsByGroup } from './commands.ts';

/** The menus for a native menu bar, as they are in this state. */
export function nativeMenus(state: StudioState): readonly Menu[] {
  return COMMAND_CATEGORIES.map((category) => {
    const items = commandsByGroup(category).flatMap(({ group, isFolded, commands }, index, groups): MenuItem[] => {
      const lines = commands.map((command) => itemOf(command, state));
      // Menus that follow one another stand together.
      const isApart = index > 0 && !(isFolded && groups[index - 1]!.isFolded);
      return [
        ...(isApart ? [{ kind: 'separator' } as const] : []),
        ...(isFolded ? [{ kind: 'menu', label: group, items: lines } as const] : lines),
      ];
    });
    const recent: MenuItem[] = category === 'File' ? [{ kind: 'separator' }, { kind: 'recent', label: 'Recent' }] : [];
    return { label: category, items: [...items, ...recent] };
  });
}

function itemOf(command: Command, state: StudioState): MenuCommand {
  return {
    kind: 'command',
    id: command.id,
    label: labelOf(command, state),
    shortcut: shortcutsOf(command, state.session.settings)[0] ?? null,
    enabled: command.enabled(state),
    checked: command.checked?.(state) ?? null,
  };
}

/** Milliseconds without a change after which the menus are sent: to write all of them out takes as long as a good part of a frame. */
const QUIET = 150;

/** Sends the menus to the host, and again when they have changed and nothing changes any more, as after a drag. Returns how to stop. */
export function keepNativeMenu(studio: Studio): () => void {
  let sent = '';
  let waiting: ReturnType<typeof setTimeout> | undefined;
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
  const stop = studio.subscribe((state, before) => {
    if (state.document === before.document && state.session === before.session) return;
    clearTimeout(waiting);
    waiting = setTimeout(send, QUIET);
  });
  return () => {
    stop();
    clearTimeout(waiting);
  };
}
