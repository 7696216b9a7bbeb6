/** The window and its menus, as the host shows them. */
export interface WindowMessages {
  /** Tells the host whether closing would lose something, and the title to show. */
  'window.state': (state: WindowState) => void;
  /** Answers `window.saveToClose`: whether everything was saved. */
  'window.savedToClose': (saved: boolean) => void;
  /** The menus that a native menu bar should show; sent again whenever they change. Does nothing in a browser. */
  'menu.set': (menus: readonly Menu[]) => void;
}

export interface WindowEvents {
  /** A command chosen in the native menu, by its id in `renderer/commands`. */
  'menu.command': { readonly id: string };
  /** The user wants to save before the window closes: answered with `window.savedToClose`, whatever comes of it. */
  'window.saveToClose': Readonly<Record<string, never>>;
}

export interface WindowState {
  readonly title: string;
  /** Whether there are changes that are not saved. */
  readonly unsaved: boolean;
  /** What is being written to files at the moment. */
  readonly writing: 'save' | 'export' | null;
}

/** One menu of the menu bar. */
export interface Menu {
  readonly label: string;
  readonly items: readonly MenuItem[];
}

/** A command as a line of a menu. */
export interface MenuCommand {
  readonly kind: 'command';
  /** Sent back as `menu.command`. */
  readonly id: string;
  readonly label: string;
  /** As written in `renderer/commands/shortcut.ts` (`Mod+Shift+Z`), or null. */
  readonly shortcut: string | null;
  readonly enabled: boolean;
  /** Whether a switch is on; null for commands that are not switches. */
  readonly checked: boolean | null;
}

export type MenuItem =
  | MenuCommand
  | { readonly kind: 'separator' }
  /** A menu inside the menu. */
  | { readonly kind: 'menu'; readonly label: string; readonly items: readonly MenuCommand[] }
  /** The submenu of recent files, which the host fills. */
  | { readonly kind: 'recent'; readonly label: string };
