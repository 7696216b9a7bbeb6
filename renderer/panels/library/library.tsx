import { BookmarkPlus, FolderPlus, LibraryBig, RefreshCw } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { createPoseSearch } from '../../../core/library/search-poses.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import type { SharedLibrary } from '../../state/library/folders/shared-library.ts';
import { shownLibrary, shownPoses } from '../../state/library/folders/shown-library.ts';
import { hasSelectedPose, posesInPlace, shownPlace } from '../../state/library/saved-poses.ts';
import { libraryByPlace, pulledHandle } from '../../state/library/offered-poses.ts';
import { setLibrarySession } from '../../state/session.ts';
import { CommandButton, CommandTextButton } from '../widgets/button.tsx';
import { SearchBox } from '../widgets/search-box.tsx';
import { useContextMenu } from '../widgets/use-context-menu.ts';
import { useLasting } from '../widgets/use-lasting.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { useSize } from '../widgets/use-size.ts';
import { BlendBar } from './blend-bar.tsx';
import { FolderColumn } from './folder-column.tsx';
import { LibraryFoot } from './library-foot.tsx';
import { LibrarySwitch } from './library-switch.tsx';
import { PlaceBar } from './place-bar.tsx';
import { PoseGrid } from './pose-grid.tsx';
import { PosesThere } from './poses-there.tsx';

/** Pixels, at the scale 1, from which on the panel has room for a column of folders beside the pictures. */
const WITH_COLUMN = 430;

/** Saved poses with their pictures: apply by double click or Enter, blend by dragging sideways on a picture or with the slider. */
export function Library() {
  const { studio } = useServices();
  const poses = useStudio(shownPoses);
  const library = useStudio(shownLibrary);
  const awaited = useStudio((state) => (shownLibrary(state) ? 0 : (state.document?.awaitedPoses ?? 0)));
  // What was looked for in one document or library is not what is looked for in the next.
  const opened = useStudio((state) => state.session.library.source ?? state.document?.character ?? null);
  const [asked, setAsked] = useState({ opened, query: '' });
  const query = asked.opened === opened ? asked.query : '';
  const setQuery = (next: string) => setAsked({ opened, query: next });
  const place = useStudio((state) => shownPlace(state.session.library.place, poses));
  const [search] = useState(createPoseSearch);
  const near = useNearPoses(poses);
  const found = useMemo(() => {
    const matching = search(posesInPlace(near ?? poses, place), query);
    if (!near || query === '') return matching;
    const those = new Set(matching);
    return near.filter((saved) => those.has(saved));
  }, [search, near, poses, place, query]);
  // The bar takes room from the list: a card that is clicked twice stays under the pointer.
  const hasSelected = useLasting(useStudio(hasSelectedPose));
  const openMenu = useContextMenu('library');
  const panel = useRef<HTMLDivElement>(null);
  const scale = useStudio((state) => state.session.settings.scale);
  const isWide = useSize(panel).width >= WITH_COLUMN * scale;
  const hasColumn = isWide && poses.length > 0;
  const renaming = useStudio((state) => state.session.library.renaming);
  useEffect(() => {
    // A pose that was just saved is seen, whatever was looked for.
    if (renaming !== null && !found.some(({ id }) => id === renaming))
      setAsked((before) => (before.query === '' ? before : { ...before, query: '' }));
  }, [found, renaming]);
  return (
    <div ref={panel} className="panel library" data-panel="library" tabIndex={-1} onContextMenu={openMenu}>
      <div className="panel-tools">
        <CommandTextButton id="pose.save" icon={BookmarkPlus} text="Save pose" className="primary save-pose" />
        <SearchBox
          label="Search poses"
          placeholder="Search"
          value={query}
          onChange={setQuery}
          disabledBecause={poses.length === 0 ? 'Save a pose first.' : null}
        />
        <CommandButton id="library.add" icon={FolderPlus} />
      </div>
      <LibrarySwitch />
      {library?.isReadOnly === true && (
        <p className="pose-match">This library can only be read: its poses can be applied, and copied elsewhere.</p>
      )}
      {awaited > 0 && (
        <p className="pose-match" role="status">
          {awaited.toLocaleString('en')} more poses are being read…
        </p>
      )}
      <PosesThere />
      {poses.length > 0 && <PlaceBar poses={poses} place={place} hasColumn={hasColumn} />}
      <div className="library-body">
        {hasColumn && <FolderColumn poses={poses} place={place} />}
        <PoseGrid poses={found} order={`${library?.folder ?? ''} ${near ? 'near' : 'own'} ${place} ${query}`}>
          <EmptyLibrary
            library={library}
            isEmpty={poses.length === 0}
            query={query}
            onShowAll={() => {
              setQuery('');
              setLibrarySession(studio, { place: 'all' });
            }}
          />
        </PoseGrid>
      </div>
      {poses.length > 0 && <LibraryFoot count={found.length} />}
      {hasSelected && <BlendBar />}
    </div>
  );
}

/** While a handle is pulled, all poses in the order in which they put it there; null at all other times. */
function useNearPoses(poses: readonly SavedPose[]): readonly SavedPose[] | null {
  const { studio } = useServices();
  const pulled = useStudio(pulledHandle);
  // Sorting waits for what is more urgent: the body follows the pointer first.
  const feedback = useDeferredValue(useStudio((state) => state.transient.feedback));
  return useMemo(
    () => (pulled !== null && feedback ? libraryByPlace(studio.getState(), poses) : null),
    [studio, poses, pulled, feedback],
  );
}

interface EmptyLibraryProps {
  /** The one outside the project that is shown; null for the project's own poses. */
  readonly library: SharedLibrary | null;
  readonly isEmpty: boolean;
  readonly query: string;
  readonly onShowAll: () => void;
}

function EmptyLibrary({ library, isEmpty, query, onShowAll }: EmptyLibraryProps) {
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
  if (library) return <EmptyFolder library={library} />;
  return (
    <div className="empty">
      <p>No poses yet.</p>
      <p>Pose the character and press “Save pose”. Saved poses can be applied, blended, and help the solver find its way.</p>
      <CommandTextButton id="pose.starterLibrary" icon={LibraryBig} />
    </div>
  );
}

function EmptyFolder({ library: { isReading, problem } }: { library: SharedLibrary }) {
  if (isReading) return <div className="empty">Reading the library…</div>;
  if (problem !== null) {
    return (
      <div className="empty" role="alert">
        <p>{problem}</p>
        <CommandTextButton id="library.read" icon={RefreshCw} />
      </div>
    );
  }
  return (
    <div className="empty">
      <p>No poses in this library yet.</p>
      <p>“Save pose” puts the pose on screen here, for every humanoid. Names of other poses can be dragged onto it.</p>
    </div>
  );
}
