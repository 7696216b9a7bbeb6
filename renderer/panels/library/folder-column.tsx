import { Folder, LibraryBig, Star } from 'lucide-react';
import { useMemo, type CSSProperties } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { setLibrarySession } from '../../state/session.ts';
import type { LibraryPlace } from '../../state/session-state.ts';
import { useServices } from '../window-context.tsx';
import { placesOf } from './places.ts';

/** The places of the library in a column beside its pictures. */
export function FolderColumn({ poses, place }: { poses: readonly SavedPose[]; place: LibraryPlace }) {
  const { studio } = useServices();
  const places = useMemo(() => placesOf(poses), [poses]);
  return (
    <ListBox
      className="folder-column"
      aria-label="Folders"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[place]}
      onSelectionChange={(keys) => {
        const chosen = keys === 'all' ? undefined : places.find(({ value }) => keys.has(value));
        if (chosen) setLibrarySession(studio, { place: chosen.value });
      }}
    >
      {places.map(({ value, label, name, depth, count }) => {
        const Icon = value === 'all' ? LibraryBig : value === 'favourites' ? Star : Folder;
        return (
          <ListBoxItem
            key={value}
            id={value}
            textValue={name}
            aria-label={label}
            className="folder-line"
            style={{ '--depth': depth } as CSSProperties}
          >
            <Icon size={13} aria-hidden />
            <span className="row-label">{name}</span>
            <span className="faint numbers">{count.toLocaleString('en')}</span>
          </ListBoxItem>
        );
      })}
    </ListBox>
  );
}
