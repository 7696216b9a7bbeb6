import type { Settings } from '../state/window/default-settings.ts';
import { changeSetting } from '../state/window/settings.ts';
import type { Studio } from '../state/studio.ts';
import { mappedShortcuts, shortcutsOf, type Command } from './command.ts';
import { COMMANDS } from './commands.ts';

/** Gives a command these shortcuts in place of its own; those of the key map are no change at all. */
export function setShortcuts(studio: Studio, command: Command, shortcuts: readonly string[]): void {
  const { keys, keyMap } = studio.getState().session.settings;
  const { [command.id]: _, ...others } = keys;
  const isMapped = JSON.stringify(shortcuts) === JSON.stringify(mappedShortcuts(command, keyMap));
  changeSetting(studio, 'keys', isMapped ? others : { ...others, [command.id]: shortcuts });
}

/** Gives a command back what the key map says. */
export function resetShortcuts(studio: Studio, command: Command): void {
  setShortcuts(studio, command, mappedShortcuts(command, studio.getState().session.settings.keyMap));
}

/** Other commands that one of a command's shortcuts would run as well. A panel's own shortcuts come before those of the window, and a command may go first while it can be used: these are none. */
export function conflictsOf(
  command: Command,
  settings: Settings,
): readonly { readonly command: Command; readonly shortcut: string }[] {
  const own = shortcutsOf(command, settings);
  return COMMANDS.filter(
    (other) => other !== command && other.within === command.within && !other.goesFirst && !command.goesFirst,
  ).flatMap((other) =>
    shortcutsOf(other, settings)
      .filter((shortcut) => own.includes(shortcut))
      .map((shortcut) => ({ command: other, shortcut })),
  );
}

/** Takes a shortcut from a command. */
export function takeShortcut(studio: Studio, command: Command, shortcut: string): void {
  const { settings } = studio.getState().session;
  setShortcuts(
    studio,
    command,
    shortcutsOf(command, settings).filter((each) => each !== shortcut),
  );
}

/** What the keys are, as the text of a file. */
export function keysAsText({ keyMap, keys }: Pick<Settings, 'keyMap' | 'keys'>): string {
  return `${JSON.stringify({ format: 'limber-keys', version: 1, keyMap, keys }, null, 2)}\n`;
}

/** Reads such a text. Throws an `Error` with one sentence when it is none. Commands that are not known are passed over. */
export function keysFromText(text: string): Pick<Settings, 'keyMap' | 'keys'> {
  const refused = new Error('This is not a file of Limber’s keys: export one to see how it looks.');
  const read = parse(text);
  if (typeof read !== 'object' || read === null) throw refused;
  const { format, version, keyMap, keys } = read as Readonly<Record<string, unknown>>;
  if (format !== 'limber-keys' || typeof keys !== 'object' || keys === null) throw refused;
  if (version !== 1) throw new Error('These keys were exported by a later version of Limber.');
  if (keyMap !== 'limber' && keyMap !== 'blender' && keyMap !== 'maya') throw refused;
  const known = COMMANDS.flatMap(({ id }) => {
    const shortcuts: unknown = (keys as Readonly<Record<string, unknown>>)[id];
    return isShortcuts(shortcuts) ? [[id, shortcuts] as const] : [];
  });
  return { keyMap, keys: Object.fromEntries(known) };
}

const MOST_SHORTCUTS = 8;
const LONGEST_SHORTCUT = 50;

function isShortcuts(value: unknown): value is readonly string[] {
  const isShortcut = (each: unknown) => typeof each === 'string' && each.length > 0 && each.length <= LONGEST_SHORTCUT;
  return Array.isArray(value) && value.length <= MOST_SHORTCUTS && value.every(isShortcut);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
