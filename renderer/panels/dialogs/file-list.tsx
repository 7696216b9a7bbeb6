import { File, Folder } from 'lucide-react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import type { FolderListing } from '../../../electron/contract.ts';

interface FileListProps {
  readonly listing: FolderListing | null;
  /** Name of the chosen file. */
  readonly chosen: string;
  /** What is said where there is nothing to choose. */
  readonly emptyText: string;
  readonly onChoose: (file: string) => void;
  readonly onOpenFolder: (folder: string) => void;
  readonly onOpenFile: (file: string) => void;
}

/** Folders first, then files. A click chooses, a double click or Enter opens. */
export function FileList({ listing, chosen, emptyText, onChoose, onOpenFolder, onOpenFile }: FileListProps) {
  const entries = [
    ...(listing?.folders ?? []).map((name) => ({ id: `folder:${name}`, name, Icon: Folder })),
    ...(listing?.files ?? []).map((name) => ({ id: `file:${name}`, name, Icon: File })),
  ];
  return (
    <ListBox
      className="file-list"
      aria-label="Files and folders"
      selectionMode="single"
      selectionBehavior="replace"
      items={entries}
      selectedKeys={[`file:${chosen}`]}
      onSelectionChange={(keys) => {
        const [key] = keys === 'all' ? [] : [...keys].map(String);
        if (key?.startsWith('file:')) onChoose(key.slice('file:'.length));
      }}
      onAction={(key) => {
        const text = String(key);
        if (text.startsWith('folder:')) onOpenFolder(text.slice('folder:'.length));
        else onOpenFile(text.slice('file:'.length));
      }}
      renderEmptyState={() => <p className="empty">{emptyText}</p>}
    >
      {({ id, name, Icon }) => (
        <ListBoxItem id={id} textValue={name} className="file-row">
          <Icon size={15} aria-hidden />
          {name}
        </ListBoxItem>
      )}
    </ListBox>
  );
}
