import { BookmarkPlus, LibraryBig } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { GridLayout, GridList, Size, Virtualizer } from 'react-aria-components';
import { searchPoses } from '../../../core/library/search.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { applySelectedPose, posesInPlace, shownPlace } from '../../state/library.ts';
import { setLibrarySession } from '../../state/session.ts';
import { CommandTextButton } from '../widgets/button.tsx';
import { SearchBox } from '../widgets/search-box.tsx';
import { useContextMenu } from '../widgets/use-context-menu.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { BlendBar } from './blend-bar.tsx';
import { PlaceBar } from './place-bar.tsx';
import { PoseCard } from './pose-card.tsx';
import { PosesThere } from './poses-there.tsx';

const NO_POSES: readonly SavedPose[] = [];

/** Only the cards in view are in the page, so that a library of thousands opens at once. Pixels. */
const CARDS = {
  minItemSize: new Size(84, 108),
  maxItemSize: new Size(130, 154),
  minSpace: new Size(6, 6),
  preserveAspectRatio: false,
};

/** Saved poses with their pictures: apply by double click or Enter, blend by dragging sideways on a picture or with the slider. */
export function Library() {
  const { studio } = useServices();
  const poses = useStudio((state) => state.document?.history.present.poses ?? NO_POSES);
  const selected = useStudio((state) => state.session.library.selected);
  // What was looked for in one document is not what is looked for in the next.
  const opened = useStudio((state) => state.document?.character ?? null);
  const [asked, setAsked] = useState({ opened, query: '' });
  const query = asked.opened === opened ? asked.query : '';
  const setQuery = (next: string) => setAsked({ opened, query: next });
  const place = useStudio((state) => shownPlace(state.session.library.place, poses));
  const found = useMemo(() => searchPoses(posesInPlace(poses, place), query), [poses, place, query]);
  const openMenu = useContextMenu('library');
  const grid = useRef<HTMLDivElement>(null);
  const renaming = useStudio((state) => state.session.library.renaming);
  useEffect(() => {
    // A name can only be edited in view: bring the pose's row to the middle of the list.
    const at = found.findIndex(({ id }) => id === renaming);
    // A pose that was just saved is seen, whatever was looked for.
    if (renaming !== null && at < 0) setAsked((before) => (before.query === '' ? before : { ...before, query: '' }));
    if (at < 0) return undefined;
    const show = () => {
      const list = grid.current;
      if (list) list.scrollTop = (list.scrollHeight * at) / found.length - list.clientHeight / 2;
    };
    show();
    // The list is as long as its rows two frames later, when many have come at once.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(show);
    });
    return () => cancelAnimationFrame(frame);
  }, [found, renaming]);
  return (
    <div className="panel library" data-panel="library" tabIndex={-1} onContextMenu={openMenu}>
      <div className="panel-tools">
        <CommandTextButton id="pose.save" icon={BookmarkPlus} text="Save pose" className="primary save-pose" />
        <SearchBox label="Search poses" placeholder="Search" value={query} onChange={setQuery} isDisabled={poses.length === 0} />
      </div>
      <PosesThere />
      {poses.length > 0 && <PlaceBar poses={poses} place={place} />}
      <Virtualizer layout={GridLayout} layoutOptions={CARDS}>
        <GridList
          ref={grid}
          className="pose-grid"
          layout="grid"
          aria-label="Saved poses"
          selectionMode="single"
          selectionBehavior="replace"
          disallowEmptySelection
          items={found.map((saved) => ({ id: saved.id, saved }))}
          selectedKeys={selected === null ? [] : [selected]}
          onSelectionChange={(keys) => {
            const [key] = keys === 'all' ? [] : [...keys];
            setLibrarySession(studio, { selected: key === undefined ? null : String(key) });
          }}
          onAction={(key) => {
            setLibrarySession(studio, { selected: String(key) });
            applySelectedPose(studio, 1);
          }}
          renderEmptyState={() => (
            <EmptyLibrary
              isEmpty={poses.length === 0}
              query={query}
              onShowAll={() => {
                setQuery('');
                setLibrarySession(studio, { place: 'all' });
              }}
            />
          )}
        >
          {({ saved }) => <PoseCard saved={saved} />}
        </GridList>
      </Virtualizer>
      <BlendBar />
    </div>
  );
}

function EmptyLibrary({ isEmpty, query, onShowAll }: { isEmpty: boolean; query: string; onShowAll: () => void }) {
  if (!isEmpty) {
    return (
      <div className="empty">
        <p>{query === '' ? 'No favourites yet: the star below marks a selected pose.' : `No pose here matches “${query}”.`}</p>
        <button type="button" className="link" onClick={onShowAll}>
          Show all poses
        </button>
      </div>
    );
  }
  return (
    <div className="empty">
      <p>No poses yet.</p>
      <p>Pose the character and press “Save pose”. Saved poses can be applied, blended, and help the solver find its way.</p>
      <CommandTextButton id="pose.starterLibrary" icon={LibraryBig} />
    </div>
  );
}
