import { Check, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { setPreview } from '../../state/editing.ts';
import { blended, commitBlend, selectedPose, tagSavedPose } from '../../state/library.ts';
import { pause } from '../../state/playback.ts';
import { shownPose } from '../../state/studio.ts';
import { CommandButton } from '../widgets/button.tsx';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { useServices, useStudio } from '../window-context.tsx';

/** What the slider blends from, and what it made: while that is still on screen, moving on blends from the same start. */
interface Blend {
  readonly id: string;
  readonly base: Pose;
  /** Null while the slider moves. */
  readonly result: Pose | null;
  readonly amount: number;
}

/** What can be done with the selected pose. */
export function BlendBar() {
  const { studio } = useServices();
  const saved = useStudio(selectedPose);
  const present = useStudio((state) => state.document?.history.present.pose ?? null);
  const [blend, setBlend] = useState<Blend | null>(null);
  if (!saved) return null;

  const goesOn = blend?.id === saved.id && (blend.result === null || blend.result === present);
  const baseNow = () => (goesOn ? blend.base : shownPose(studio.getState()));
  const show = (amount: number) => {
    const base = baseNow();
    if (!base) return;
    pause(studio);
    setBlend({ id: saved.id, base, result: null, amount });
    setPreview(studio, { pose: blended(studio, base, saved, amount), cause: 'blend' });
  };
  const settle = (amount: number) => {
    const base = baseNow();
    if (!base) return;
    commitBlend(studio, saved, amount, blended(studio, base, saved, amount));
    setBlend({ id: saved.id, base, result: studio.getState().document?.history.present.pose ?? null, amount });
  };

  return (
    <div className="blend-bar">
      <RangeSlider
        label="Blend"
        value={goesOn ? blend.amount : 0}
        min={-0.3}
        max={1.3}
        step={0.01}
        marks={[0, 1]}
        format={(value) => `${Math.round(100 * value)} %`}
        onInput={show}
        onCommit={settle}
        onCancel={() => {
          setBlend(null);
          setPreview(studio, null);
        }}
      />
      <div className="blend-actions">
        <input
          key={`${saved.id}:${saved.tags.join()}`}
          className="text-input"
          aria-label={`Tags of ${saved.name}`}
          placeholder="Tags, with commas"
          defaultValue={saved.tags.join(', ')}
          onBlur={(event) => tagSavedPose(studio, saved.id, event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
          }}
        />
        <CommandButton id="pose.apply" icon={Check} />
        <CommandButton id="pose.update" icon={RefreshCw} />
        <CommandButton id="pose.rename" icon={Pencil} />
        <CommandButton id="pose.delete" icon={Trash2} />
      </div>
    </div>
  );
}
