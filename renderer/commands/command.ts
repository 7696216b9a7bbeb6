import type { KeyMapName } from '../../electron/contract.ts';
import type { Settings } from '../state/window/default-settings.ts';
import type { Studio, StudioState } from '../state/studio.ts';
import type { PanelName, WindowParts } from '../state/window/window-parts.ts';
import type { KeyPress } from './shortcut.ts';

export const COMMAND_CATEGORIES = [
  'File',
  'Edit',
  'View',
  'Pose',
  'Rig',
  'Scene',
  'Library',
  'Key',
  'Clip',
  'Window',
  'Help',
] as const;

export type CommandCategory = (typeof COMMAND_CATEGORIES)[number];

/** When a command can be used. */
export interface Condition {
  (state: StudioState): boolean;
  /** What to do where it cannot, in one sentence; missing for what can always be used. */
  readonly otherwise?: string;
}

export function when(otherwise: string, holds: (state: StudioState) => boolean): Condition {
  return Object.assign((state: StudioState) => holds(state), { otherwise });
}

/** What a command works on. */
export interface CommandContext {
  readonly studio: Studio;
  readonly parts: Readonly<WindowParts>;
  /** The key press that runs it, where one does: Shift may ask for finer steps. */
  readonly press?: KeyPress;
}

/**
 * One action of the studio: used by the menu bar, the keys, the palette, the tooltips, the native menu and the tests.
 * `shortcuts` are written as in `shortcut.ts`; the first one is shown. Default: none.
 */
export interface Command {
  /** Stable; the native menu sends it. */
  readonly id: string;
  readonly label: string;
  /** Fewer words, where what is said beside them tells the rest; default: the label. */
  readonly short?: string;
  readonly category: CommandCategory;
  /** Commands of a category with the same group stand together in its menu. */
  readonly group: string;
  readonly shortcuts?: readonly string[] | Readonly<Record<KeyMapName, readonly string[]>>;
  /** The panel that must have the focus for the shortcuts; there they come before those of other commands. Default: any. */
  readonly within?: PanelName;
  /** Whether it takes its keys from other commands while it is enabled; default: no. */
  readonly goesFirst?: boolean;
  /** Whether a press of its keys that can do nothing says what to do before; default: no, as keys that mean many things are pressed by the way. */
  readonly tellsWhyNot?: boolean;
  /** A label that depends on the state ("Undo Move left hand"); default: `label`. */
  readonly labelNow?: (state: StudioState) => string;
  /** Whether a switch is on; missing for commands that are not switches. */
  readonly checked?: (state: StudioState) => boolean;
  readonly enabled: Condition;
  readonly run: (context: CommandContext) => void | Promise<void>;
}

/** A command without what all of its file share; a character has to be open for it where it does not say when it is enabled. */
type Sharing<Shared extends keyof Command> = Omit<Command, Shared | 'enabled'> & Partial<Pick<Command, 'enabled'>>;

export type InCategory = Sharing<'category'>;
export type InGroup = Sharing<'category' | 'group'>;

export function inCategory(category: CommandCategory, commands: readonly InCategory[]): readonly Command[] {
  return commands.map((command) => ({ enabled: hasDocument, ...command, category }));
}

export function inGroup(category: CommandCategory, group: string, commands: readonly InGroup[]): readonly Command[] {
  return commands.map((command) => ({ enabled: hasDocument, ...command, category, group }));
}

export const NO_SHORTCUTS: readonly string[] = [];

/** What a command runs that works on one thing: `run` with what is found, where there is one. */
export function on<Item>(find: (state: StudioState) => Item | null, run: (studio: Studio, item: Item) => void): Command['run'] {
  return ({ studio }) => {
    const item = find(studio.getState());
    if (item !== null) run(studio, item);
  };
}

export const always: Condition = () => true;

export const hasDocument = when('Open a character first.', (state) => state.document !== null);

/** The shortcuts that the user chose for a command, else those of the key map. */
export function shortcutsOf(command: Command, { keys, keyMap }: Pick<Settings, 'keys' | 'keyMap'>): readonly string[] {
  return keys[command.id] ?? mappedShortcuts(command, keyMap);
}

/** The shortcuts that a key map gives a command. */
export function mappedShortcuts({ shortcuts = NO_SHORTCUTS }: Command, keyMap: KeyMapName): readonly string[] {
  return 'limber' in shortcuts ? shortcuts[keyMap] : shortcuts;
}

export function labelOf(command: Command, state: StudioState): string {
  return command.labelNow?.(state) ?? command.label;
}
