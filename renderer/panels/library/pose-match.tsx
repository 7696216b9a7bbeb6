import { matchOf } from '../../state/library/folders/shown-library.ts';
import { matchInWords } from '../../state/library/match-words.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { useStudio } from '../window-context.tsx';

/** How well a pose of a library of all characters fits the one on screen; nothing for the project's own poses. */
export function PoseMatchLine({ saved }: { saved: SavedPose }) {
  const match = useStudio((state) => matchOf(state, saved));
  if (!match) return null;
  const words = matchInWords(match);
  return (
    <p className="pose-match two-lines" role="status" title={words}>
      {words}
    </p>
  );
}
