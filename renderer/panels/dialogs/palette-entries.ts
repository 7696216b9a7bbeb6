import { handlesOf, type HandleName } from '../../../core/humanoid/body/handles.ts';
import type { RecentItem } from '../../../electron/contract.ts';
import { labelOf, shortcutsOf } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/commands.ts';
import type { Entry } from '../../commands/find-entries.ts';
import { otherWordsOf } from '../../commands/other-words.ts';
import { runCommand } from '../../commands/run-command.ts';
import { openPath } from '../../state/documents/open-path.ts';
import { inWords, jointLabel } from '../../../core/humanoid/body/joint-labels.ts';
import { isBendHandle, select } from '../../state/selection.ts';
import { openHandbook, openSettings } from '../../state/session.ts';
import type { Studio, StudioState } from '../../state/studio.ts';
import type { WindowParts } from '../../state/window/window-parts.ts';
import { HANDBOOK_PAGES } from '../handbook/pages.ts';
import { SETTINGS_PAGES } from '../settings/settings-pages.ts';

/** One line of the palette. */
export interface PaletteEntry extends Entry {
  readonly id: string;
  /** What kind of thing it is, in small print. */
  readonly kind: string;
  /** As `shortcut.ts` writes it. */
  readonly shortcut: string | null;
  /** What to do before it can be chosen; null: it can be. */
  readonly disabledBecause: string | null;
  readonly run: () => void;
}

/** Everything that the palette finds: commands, settings, pages of the handbook, handles and joints to select, and files that were open lately. */
export function paletteEntries(
  studio: Studio,
  parts: Readonly<WindowParts>,
  state: StudioState,
  recent: readonly RecentItem[],
): readonly PaletteEntry[] {
  return [
    ...commandEntries(studio, parts, state),
    ...settingEntries(studio),
    ...handbookEntries(studio),
    ...jointEntries(studio, state),
    ...recent.map((item) => recentEntry(studio, item)),
  ];
}

function commandEntries(studio: Studio, parts: Readonly<WindowParts>, state: StudioState): PaletteEntry[] {
  return COMMANDS.filter(({ id }) => id !== 'help.palette').map((command) => ({
    id: command.id,
    label: labelOf(command, state),
    kind: command.category,
    place: `${command.category} ${command.group}`,
    words: otherWordsOf(command.id),
    shortcut: shortcutsOf(command, state.session.settings)[0] ?? null,
    disabledBecause: command.enabled(state) ? null : (command.enabled.otherwise ?? ''),
    run: () => void runCommand(command, { studio, parts }),
  }));
}

/** Every setting, with the page of the settings that it stands on. */
function settingEntries(studio: Studio): PaletteEntry[] {
  return SETTINGS_PAGES.flatMap(({ page, title, settings }) =>
    settings.map(({ label, words }) => ({
      id: `setting:${label}`,
      label,
      kind: 'Setting',
      place: `Settings ${title}`,
      words: words.split(' '),
      shortcut: null,
      disabledBecause: null,
      run: () => openSettings(studio, page),
    })),
  );
}

function handbookEntries(studio: Studio): PaletteEntry[] {
  return HANDBOOK_PAGES.map(({ page, title, words }) => ({
    id: `handbook:${page}`,
    // What is done comes before what is read about it.
    label: `Handbook: ${title}`,
    kind: 'Handbook',
    place: 'help',
    words: words.split(' '),
    shortcut: null,
    disabledBecause: null,
    isRead: true,
    run: () => openHandbook(studio, page),
  }));
}

/** What other programs call the handles of elbows and knees. */
const POLE_WORDS = ['pole', 'target', 'vector', 'swivel', 'bend'];

/** Handles first: what a joint is called in its file finds it too. */
function jointEntries(studio: Studio, { document }: StudioState): PaletteEntry[] {
  if (!document) return [];
  const { rig } = document;
  const entry = (id: string, label: string, kind: string, words: readonly string[], run: () => void): PaletteEntry => {
    return { id, label: `Select ${label.toLowerCase()}`, kind, place: kind, words, shortcut: null, disabledBecause: null, run };
  };
  const handles = handlesOf(rig);
  const named = new Set<string>(handles.map(({ name }) => inWords(name)));
  const ofHandle = (name: HandleName) =>
    entry(`handle:${name}`, inWords(name), 'Handle', isBendHandle(name) ? POLE_WORDS : [], () =>
      select(studio, { joint: null, handle: name }),
    );
  const ofJoint = (name: string, joint: number) =>
    entry(`joint:${joint}`, jointLabel(rig, joint), 'Joint', [name], () => select(studio, { joint, handle: null }));
  return [
    ...handles.map(({ name }) => ofHandle(name)),
    ...rig.skeleton.names.map(ofJoint).filter((_, joint) => !named.has(jointLabel(rig, joint))),
  ];
}

function recentEntry(studio: Studio, { kind, name, path }: RecentItem): PaletteEntry {
  return {
    id: `recent:${path}`,
    label: `Open ${name}`,
    kind: 'Recent',
    place: `Recent ${kind} file`,
    words: [path],
    shortcut: null,
    disabledBecause: null,
    run: () => void openPath(studio, path),
  };
}
