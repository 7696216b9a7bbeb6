import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Command } from '../commands/command.ts';
import { labelOf, shortcutsOf } from '../commands/command.ts';
import { commandById } from '../commands/commands.ts';
import { runCommand } from '../commands/run-command.ts';
import { showShortcut } from '../commands/shortcut.ts';
import type { Studio, StudioState } from '../state/studio.ts';
import type { WindowParts } from '../state/window/window-parts.ts';

/** What every panel can reach. */
export interface WindowServices {
  readonly studio: Studio;
  readonly parts: WindowParts;
  /** Shortcuts are shown with a Mac's signs. */
  readonly mac: boolean;
  /** Whether the system shows the menus, so that the window does not. */
  readonly nativeMenus: boolean;
}

export const WindowContext = createContext<WindowServices | null>(null);

export function useServices(): WindowServices {
  const services = useContext(WindowContext);
  if (!services) throw new Error('a panel must stand inside WindowContext');
  return services;
}

/** The part of the state that `selector` picks; the component is drawn again when that part is another one. */
export function useStudio<Part>(selector: (state: StudioState) => Part): Part {
  return useStore(useServices().studio, selector);
}

export interface ReadyCommand {
  readonly command: Command;
  readonly label: string;
  /** Fewer words, for where the rest is said beside them. */
  readonly short: string;
  /** As shown to the user; an empty string when the command has no shortcut in the present key map. */
  readonly shortcut: string;
  readonly enabled: boolean;
  /** What to do while it cannot be used; an empty string while it can. */
  readonly otherwise: string;
  readonly checked: boolean | undefined;
  readonly run: () => void;
}

/** A command with everything a button, a menu or a tooltip shows of it. */
export function useCommand(id: string): ReadyCommand {
  const { studio, parts, mac } = useServices();
  const command = commandById(id);
  const label = useStudio((state) => labelOf(command, state));
  const enabled = useStudio(command.enabled);
  const checked = useStudio((state) => command.checked?.(state));
  const shortcut = useStudio((state) => shortcutsOf(command, state.session.settings)[0] ?? '');
  return {
    command,
    label,
    short: command.short ?? label,
    shortcut: shortcut === '' ? '' : showShortcut(shortcut, mac),
    enabled,
    otherwise: enabled ? '' : (command.enabled.otherwise ?? ''),
    checked,
    run: () => void runCommand(command, { studio, parts }),
  };
}
