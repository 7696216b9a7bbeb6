import { Star } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { GridListItem } from 'react-aria-components';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { renameSavedPose } from '../../state/library.ts';
import { setLibrarySession } from '../../state/session.ts';
import { useContextMenu } from '../widgets/use-context-menu.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { useBlendDrag } from './use-blend-drag.ts';

/** One saved pose. */
export function PoseCard({ saved }: { saved: SavedPose }) {
  const { studio } = useServices();
  const isRenaming = useStudio((state) => state.session.library.renaming === saved.id);
  const openMenu = useContextMenu('pose', () => setLibrarySession(studio, { selected: saved.id }));
  const { amount, ...drag } = useBlendDrag(saved);
  return (
    <GridListItem id={saved.id} textValue={saved.name} className="pose-card" onContextMenu={openMenu}>
      <div className="pose-picture" title="Double-click to apply, drag sideways to blend" {...drag}>
        {saved.thumbnail === '' ? (
          <span className="faint">No picture</span>
        ) : (
          <img src={saved.thumbnail} alt="" draggable={false} />
        )}
        {saved.isFavourite && <Star className="pose-star" size={13} aria-label="Favourite" />}
        {amount !== null && (
          <>
            <span className="blend-fill" style={{ width: `${Math.min(100, Math.max(0, 100 * amount))}%` }} />
            <span className="blend-amount numbers">{Math.round(100 * amount)} %</span>
          </>
        )}
      </div>
      {isRenaming ? (
        <RenameInput name={saved.name} onDone={(name) => renameSavedPose(studio, saved.id, name)} />
      ) : (
        <span
          className="pose-name"
          title={saved.tags.length > 0 ? `${saved.name} (${saved.tags.join(', ')})` : saved.name}
          onDoubleClick={(event) => {
            event.stopPropagation();
            setLibrarySession(studio, { selected: saved.id, renaming: saved.id });
          }}
        >
          {saved.name}
        </span>
      )}
    </GridListItem>
  );
}

/** The name while it is edited. Enter or leaving keeps it, Esc gives up. */
function RenameInput({ name, onDone }: { name: string; onDone: (name: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The list brings the focus back to its own row when rows change: so the row comes first, then its name.
    const timer = setTimeout(() => {
      input.current?.closest<HTMLElement>('[role="row"]')?.focus();
      input.current?.focus();
      input.current?.select();
    });
    return () => clearTimeout(timer);
  }, []);
  return (
    <input
      className="text-input rename"
      aria-label={`Name of ${name}`}
      defaultValue={name}
      ref={input}
      onBlur={(event) => onDone(event.currentTarget.value)}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') event.currentTarget.value = name;
        // Leaving keeps the name; the keyboard goes on from the pose's row.
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.closest<HTMLElement>('[role="row"]')?.focus();
      }}
    />
  );
}
