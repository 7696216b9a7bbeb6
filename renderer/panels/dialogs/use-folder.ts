import { useCallback, useEffect, useRef, useState } from 'react';
import type { Desktop, DialogRequest, FolderListing } from '../../../electron/contract.ts';
import { lastPart } from '../../state/window/choose-file.ts';
import { failureText } from '../../state/window/notify.ts';

export interface OpenFolder {
  /** The folder that was gone to last: what is typed as a name is meant there, listed or not yet. */
  readonly folder: string;
  /** What is in the folder; of the one before as long as it is being listed. */
  readonly listing: FolderListing | null;
  /** Why the folder that was asked for could not be shown. */
  readonly error: string | null;
  readonly go: (folder: string) => Promise<void>;
}

/** A folder's contents; when one cannot be listed, the one before stays in view. */
export function useFolder(desktop: Desktop, start: string, extensions: readonly string[]): OpenFolder {
  const [folder, setFolder] = useState(start);
  const [listing, setListing] = useState<FolderListing | null>(null);
  const [error, setError] = useState<string | null>(null);
  const shown = useRef(start);
  const lastAsked = useRef(0);
  const go = useCallback(
    async (wanted: string) => {
      const asked = ++lastAsked.current;
      setFolder(wanted);
      try {
        const found = await desktop.call('files.list', wanted, extensions);
        if (asked !== lastAsked.current) return;
        shown.current = found.folder;
        setListing(found);
        setError(null);
      } catch (reason) {
        if (asked !== lastAsked.current) return;
        setError(failureText('choosing', reason, { file: wanted, failed: 'cannot be shown' }));
      }
      setFolder(shown.current);
    },
    [desktop, extensions],
  );
  useEffect(() => void go(start), [go, start]);
  return { folder, listing, error, go };
}

/** Where a file dialog begins. A suggestion for saving is the path of what will be written; for opening it is a folder. */
export function startOf(mode: 'open' | 'save', request: DialogRequest): { readonly folder: string; readonly name: string } {
  const suggested = request.suggested ?? '';
  if (mode === 'open') return { folder: suggested, name: '' };
  const name = lastPart(suggested);
  const folder = suggested.slice(0, Math.max(0, suggested.lastIndexOf(name))).replace(/(?<=.)[/\\]$/, '');
  return { folder, name };
}
