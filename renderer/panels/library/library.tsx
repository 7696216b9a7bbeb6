import { BookmarkPlus, LibraryBig } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { createPoseSearch } from '../../../core/library/search.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { posesInPlace, shownPlace } from '../../state/library.ts';
import { libraryByPlace, pulledHandle } from '../../state/poses-there.ts';
import { setLibrarySession } from '../../state/session.ts';
import { CommandTextButton } from '../widgets/button.tsx';
import { SearchBox } from '../widgets/search-box.tsx';
import { useContextMenu } from '../widgets/use-context-menu.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { BlendBar } from './blend-bar.tsx';
import { PlaceBar } from './place-bar.tsx';
import { PoseGrid } from './pose-grid.tsx';
import { PosesThere } from './poses-there.tsx';

const NO_POSES: readonly SavedPose[] = [];

/** Saved poses with their pictures: apply by double click or Enter, blend by dragging sideways on a picture or with the slider. */
export function Library() {
  const { studio } = useServices();
  const poses = useStudio((state) => state.document?.history.present.poses ?? NO_POSES);
  // What was looked for in one document is not what is looked for in the next.
  const opened = useStudio((state) => state.document?.character ?? null);
  const [asked, setAsked] = useState({ opened, query: '' });
  const query = asked.opened === opened ? asked.query : '';
  const setQuery = (next: string) => setAsked({ opened, query: next });
  const place = useStudio((state) => shownPlace(state.session.library.place, poses));
  const [search] = useState(createPoseSearch);
  const near = useNearPoses();
  const found = useMemo(() => {
    const matching = search(posesInPlace(near ?? poses, place), query);
    if (!near || query === '') return matching;
    const those = new Set(matching);
    return near.filter((saved) => those.has(saved));
  }, [search, near, poses, place, query]);
  const openMenu = useContextMenu('library');
  const renaming = useStudio((state) => state.session.library.renaming);
  useEffect(() => {
    // A pose that was just saved is seen, whatever was looked for.
    if (renaming !== null && !found.some(({ id }) => id === renaming))
      setAsked((before) => (before.query === '' ? before : { ...before, query: '' }));
  }, [found, renaming]);
  return (
    <div className="panel library" data-panel="library" tabIndex={-1} onContextMenu={openMenu}>
      <div className="panel-tools">
        <CommandTextButton id="pose.save" icon={BookmarkPlus} text="Save pose" className="primary save-pose" />
        <SearchBox label="Search poses" placeholder="Search" value={query} onChange={setQuery} isDisabled={poses.length === 0} />
      </div>
      <PosesThere />
      {poses.length > 0 && <PlaceBar poses={poses} place={place} />}
      <PoseGrid poses={found} order={`${near ? 'near' : 'own'} ${place} ${query}`}>
        <EmptyLibrary
          isEmpty={poses.length === 0}
          query={query}
          onShowAll={() => {
            setQuery('');
            setLibrarySession(studio, { place: 'all' });
          }}
        />
      </PoseGrid>
      <BlendBar />
    </div>
  );
}

/** While a handle is pulled, all poses in the order in which they put it there; null at all other times. */
function useNearPoses(): readonly SavedPose[] | null {
  const { studio } = useServices();
  const pulled = useStudio(pulledHandle);
  // Sorting waits for what is more urgent: the body follows the pointer first.
  const feedback = useDeferredValue(useStudio((state) => state.transient.feedback));
  return useMemo(() => (pulled !== null && feedback ? libraryByPlace(studio.getState()) : null), [studio, pulled, feedback]);
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
