/** Which files and folders the user chooses. */
export interface FileMessages {
  /** Native dialogs where there are some; `unavailable` where the window must show its own file browser (`files.list`). */
  'dialog.open': (request: DialogRequest) => DialogAnswer;
  'dialog.save': (request: DialogRequest) => DialogAnswer;
  /** Folders and matching files inside a folder, for the window's own file browser. */
  'files.list': (folder: string, extensions: readonly string[]) => FolderListing;
  'files.createFolder': (folder: string) => void;
  /** Hands a file to the drag that the user has begun in the window, and on to other programs. Does nothing in a browser. */
  'files.dragOut': (path: string) => void;
  /** Shows a file where it lies, in the system's file manager. Does nothing in a browser. */
  'files.reveal': (path: string) => void;
  /** Where the window's own file browser may start: every folder it may show is inside one of those that are open. */
  'files.places': () => readonly Place[];
}

export interface DialogRequest {
  readonly title: string;
  readonly kind: 'character' | 'project' | 'folder' | 'export';
  /** Folder or file to start from. */
  readonly suggested: string | null;
  readonly extensions: readonly string[];
}

export type DialogAnswer =
  | { readonly kind: 'chosen'; readonly path: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'unavailable' };

export interface FolderListing {
  readonly folder: string;
  readonly parent: string | null;
  readonly folders: readonly string[];
  readonly files: readonly string[];
  /** About how many of its entries were not looked at; 0 when all were. */
  readonly more: number;
  /** Whether the folder is a Limber project. */
  readonly isProject: boolean;
}

export interface Place {
  readonly name: string;
  readonly folder: string;
  /** For a drive that was not opened to the window: what to start Limber with to open it. */
  readonly closed?: string;
}
