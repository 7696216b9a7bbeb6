import { useDeferredValue, useMemo, useState } from 'react';
import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { shownFolder } from '../../state/library/folders/shown-library.ts';
import { inWords } from '../../../core/humanoid/body/joint-labels.ts';
import { posesThere, pulledHandle, takenPose, takePoseThere } from '../../state/library/offered-poses.ts';
import { setFeedback, setPreview } from '../../state/preview.ts';
import { shownPose } from '../../state/studio.ts';
import type { Preview, SolveFeedback } from '../../state/transient-state.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { PosePicture } from './pose-card.tsx';

/** What is on screen while the pointer is over an offered pose, and what comes back when it leaves. */
interface Shown {
  readonly id: string;
  readonly handle: HandleName;
  readonly base: Pose;
  readonly taken: Pose;
  readonly preview: Preview | null;
  readonly feedback: SolveFeedback | null;
  readonly offered: readonly SavedPose[];
}

/** The saved poses that put a pulled handle where it is: the pointer over one shows it, a click applies it, pins and the pulled handle kept. */
export function PosesThere() {
  const { studio } = useServices();
  const [shown, setShown] = useState<Shown | null>(null);
  const pulled = useStudio(pulledHandle);
  const folder = useStudio(shownFolder);
  const handle = pulled ?? shown?.handle ?? null;
  const feedback = useDeferredValue(useStudio((state) => state.transient.feedback));
  const found = useMemo(() => (feedback ? posesThere(studio.getState()) : []), [studio, feedback]);
  const offered = shown?.offered ?? found;
  if (handle === null || offered.length === 0) return null;

  const show = (saved: SavedPose): Shown | null => {
    const state = studio.getState();
    const base = shown?.base ?? shownPose(state);
    if (!base) return null;
    const { preview, feedback: last } = shown ?? state.transient;
    const next = { id: saved.id, handle, base, taken: takenPose(state, handle, saved, base), preview, feedback: last, offered };
    setShown(next);
    setPreview(studio, { pose: next.taken, cause: 'offer' });
    return next;
  };
  const leave = () => {
    setShown(null);
    if (!shown) return;
    setPreview(studio, shown.preview);
    setFeedback(studio, shown.feedback);
  };
  const take = (saved: SavedPose) => {
    const wanted = shown?.id === saved.id ? shown : show(saved);
    setShown(null);
    if (wanted) takePoseThere(studio, saved, wanted.taken);
  };

  return (
    <section className="poses-there" aria-label={`Poses that put the ${inWords(handle).toLowerCase()} there`}>
      <h3>Poses that put the {inWords(handle).toLowerCase()} there</h3>
      <ul>
        {offered.map((saved) => (
          <li key={saved.id}>
            <button
              type="button"
              aria-label={`Apply ${saved.name}`}
              title={`${saved.name}: click applies it, pins and the ${inWords(handle).toLowerCase()} stay`}
              onPointerEnter={() => show(saved)}
              onPointerLeave={leave}
              onFocus={() => show(saved)}
              onBlur={leave}
              onClick={() => take(saved)}
            >
              <PosePicture saved={saved} folder={folder} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
