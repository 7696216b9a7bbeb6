import { CornerLeftUp, FolderPlus } from 'lucide-react';
import { useState } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import type { DialogRequest } from '../../../electron/contract.ts';
import { joinPath, pathIn } from '../../state/window/choose-file.ts';
import { IconButton } from '../widgets/button.tsx';
import { useServices } from '../window-context.tsx';
import { DialogActions } from './dialog-actions.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { FileList } from './file-list.tsx';
import { PlaceList } from './place-list.tsx';
import { startOf, useFolder } from './use-folder.ts';

interface FilesDialogProps {
  readonly mode: 'open' | 'save';
  readonly request: DialogRequest;
  readonly onAnswer: (path: string | null) => void;
}

/** The window's own file browser, for hosts without native dialogs. */
export function FilesDialog({ mode, request, onAnswer }: FilesDialogProps) {
  const { studio } = useServices();
  const [start] = useState(() => startOf(mode, request));
  const { folder, listing, error, go } = useFolder(studio.desktop, start.folder, request.extensions);
  const [name, setName] = useState(start.name);
  const isProjectChoice = request.kind === 'project' && mode === 'open';
  const opensFolder = request.kind === 'folder' || (isProjectChoice && listing?.isProject === true && name === '');
  const canAccept = opensFolder || name.trim() !== '';
  const accept = (file: string) => {
    if (opensFolder && file === '') return onAnswer(folder);
    if (!leadsToFolder(file)) return onAnswer(pathIn(folder, withExtension(file, request, mode)));
    setName('');
    void go(pathIn(folder, file));
  };
  /** Only files are chosen, and this is none: a folder is looked into. */
  const leadsToFolder = (file: string) =>
    mode === 'open' && request.extensions.length > 0 && !isProjectChoice && !hasExtension(file, request);
  const target = withExtension(name.trim(), request, mode);
  const isTaken = mode === 'save' && listing?.folder === folder && [...listing.folders, ...listing.files].includes(target);
  const newFolder = async () => {
    const path = joinPath(folder, freeFolderName(listing?.folders ?? []));
    await studio.desktop.call('files.createFolder', path);
    await go(path);
  };
  return (
    <DialogFrame
      title={request.title}
      width="wide"
      onClose={() => onAnswer(null)}
      actions={
        <DialogActions
          label={mode === 'open' ? 'Open' : isTaken ? 'Replace' : 'Save'}
          disabledBecause={canAccept ? null : mode === 'open' ? 'Select a file first.' : 'Type a name first.'}
          onPress={() => accept(name.trim())}
          onCancel={() => onAnswer(null)}
        />
      }
    >
      <TextField className="path-text" value={name} onChange={setName}>
        <Label>{request.kind === 'project' && mode === 'save' ? 'Project folder' : 'Name'}</Label>
        <Input className="text-input" spellCheck="false" />
      </TextField>
      <div className="folder-line">
        <IconButton
          icon={CornerLeftUp}
          label="Up one folder"
          disabledBecause={listing?.parent ? null : 'No folder above this one may be opened.'}
          onPress={() => void (listing?.parent && go(listing.parent))}
        />
        <FolderField folder={folder} onGo={(path) => void go(path)} />
        <IconButton icon={FolderPlus} label="New folder" onPress={() => void newFolder()} />
      </div>
      {error !== null && (
        <p className="error-text" role="alert">
          {error}
        </p>
      )}
      <div className="file-columns">
        <PlaceList desktop={studio.desktop} onGo={(path) => void go(path)} />
        <FileList
          listing={listing}
          chosen={name}
          emptyText={emptyText(mode, listing !== null, error !== null)}
          onChoose={setName}
          onOpenFolder={(child) => {
            if (mode === 'open') setName('');
            void go(joinPath(folder, child));
          }}
          onOpenFile={accept}
        />
      </div>
      {listing && listing.more > 0 && (
        <p className="warning-text">
          This folder holds about {listing.more.toLocaleString('en')} more entries, which are not listed: type the name.
        </p>
      )}
      {isTaken && <p className="warning-text">“{target}” is there already; saving replaces what Limber keeps in it.</p>}
    </DialogFrame>
  );
}

function emptyText(mode: 'open' | 'save', isListed: boolean, isRefused: boolean): string {
  if (!isListed) return isRefused ? 'Nothing to show.' : 'Looking…';
  return mode === 'open' ? 'Nothing in this folder can be opened. Go to another one, or type a path.' : 'Nothing is here yet.';
}

/** The folder's path: typed paths are gone to with Enter. */
function FolderField({ folder, onGo }: { folder: string; onGo: (path: string) => void }) {
  return (
    <input
      key={folder}
      className="text-input"
      aria-label="Folder"
      data-own-enter
      spellCheck="false"
      defaultValue={folder}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onGo(event.currentTarget.value);
      }}
    />
  );
}

function withExtension(name: string, request: DialogRequest, mode: 'open' | 'save'): string {
  const [first] = request.extensions;
  return mode === 'open' || first === undefined || hasExtension(name, request) ? name : `${name}.${first}`;
}

function hasExtension(name: string, { extensions }: DialogRequest): boolean {
  return extensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`));
}

function freeFolderName(taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? 'New folder' : `New folder ${number}`;
    if (!taken.includes(name)) return name;
  }
}
