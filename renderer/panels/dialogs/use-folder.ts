import { useCallback, useEffect, useState } from 'react';
import type { Desktop, DialogRequest, FolderListing } from '../../../electron/contract.ts';
import { lastPart } from '../../state/choose-file.ts';
import { messageOf } from '../../state/notices.ts';

export interface OpenFolder {
  readonly listing: FolderListing | null;
  /** Why the folder that was asked for could not be shown. */
  readonly error: string | null;
  readonly go: (folder: string) => Promise<void>;
}

/** A folder's contents; when one cannot be listed, the one before stays in view. */
export function useFolder(desktop: Desktop, start: string, extensions: readonly string[]): OpenFolder {
  const [listing, setListing] = useState<FolderListing | null>(null);
  const [error, setError] = useState<string | null>(null);
  const go = useCallback(
    async (folder: string) => {
      try {
        setListing(await desktop.call('files.list', folder, extensions));
        setError(null);
      } catch (reason) {
        setError(messageOf(reason));
      }
    },
    [desktop, extensions],
  );
  useEffect(() => void go(start), [go, start]);
  return { listing, error, go };
}

/** Where a file dialog begins. A suggestion for saving is the path of what will be written; for opening it is a folder. */
export function startOf(mode: 'open' | 'save', request: DialogRequest): { readonly folder: string; readonly name: string } {
  const suggested = request.suggested ?? '';
  if (mode === 'open') return { folder: suggested, name: '' };
  const name = lastPart(suggested);
  const folder = suggested.slice(0, Math.max(0, suggested.lastIndexOf(name))).replace(/(?<=.)[/\\]$/, '');
  return { folder, name };
}
