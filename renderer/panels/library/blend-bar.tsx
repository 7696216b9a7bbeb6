import { Footprints, MapPin } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { setPreview } from '../../state/preview.ts';
import { blended, commitBlend, selectedPose, selectedSaved } from '../../state/library/saved-poses.ts';
import { pause } from '../../state/timeline/playback.ts';
import { shownPose, standingPose } from '../../state/studio.ts';
import { CommandButton } from '../widgets/button.tsx';
import { NumberInput } from '../widgets/number-input.tsx';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { PoseDetails } from './pose-details.tsx';
import { PoseMatchLine } from './pose-match.tsx';

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
  const held = useStudio(selectedSaved);
  const saved = useStudio(selectedPose);
  // A pose that comes from elsewhere ends the blend: the slider then starts again at 0.
  useStudio(standingPose);
  const [blend, setShownBlend] = useState<Blend | null>(null);
  // Moving and settling can come in one event, before the next render: both read the blend as it is now.
  const latest = useRef<Blend | null>(null);
  if (!saved || !held) return null;

  const goesOn = (candidate: Blend | null): candidate is Blend => {
    return candidate?.id === saved.id && (candidate.result === null || candidate.result === standingPose(studio.getState()));
  };
  const setBlend = (next: Blend | null) => {
    latest.current = next;
    setShownBlend(next);
  };
  const baseNow = () => (goesOn(latest.current) ? latest.current.base : shownPose(studio.getState()));
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
    setBlend({ id: saved.id, base, result: standingPose(studio.getState()), amount });
  };

  return (
    <div className="blend-bar">
      <div className="blend-amounts">
        <RangeSlider
          label="Blend"
          value={goesOn(blend) ? blend.amount : 0}
          min={-0.3}
          max={1.3}
          step={0.01}
          marks={[0, 1]}
          onInput={show}
          onCommit={settle}
          onCancel={() => {
            setBlend(null);
            setPreview(studio, null);
          }}
        />
        <NumberInput
          label="Blend by"
          hint="How far to blend towards the pose. Beyond 0 % and 100 % it is exaggerated, inside the limits of the joints."
          value={goesOn(blend) ? 100 * blend.amount : 0}
          min={-200}
          max={200}
          decimals={0}
          unit="%"
          onCommit={(percent) => settle(percent / 100)}
        />
        <CommandButton id="pose.keepPins" icon={Footprints} />
        <CommandButton id="pose.bringPlace" icon={MapPin} />
      </div>
      <PoseMatchLine saved={held} />
      <PoseDetails saved={saved} />
    </div>
  );
}
