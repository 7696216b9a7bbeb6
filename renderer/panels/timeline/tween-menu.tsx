import { Blend } from 'lucide-react';
import { useRef } from 'react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { BLEND_RANGE } from '../../../core/animation/blend.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { MOST_STRENGTH } from '../../../core/animation/propose/propose-inbetween.ts';
import { chosenGap, fillChosenGap } from '../../state/keys/fill-gap.ts';
import { setPreview } from '../../state/preview.ts';
import { shownPose } from '../../state/studio.ts';
import type { TweenKind } from '../../../core/document/tween-pose.ts';
import { commitTween, hasNeighbours, previewTween } from '../../state/keys/tween.ts';
import { partOfSelection } from '../../state/part-of-selection.ts';
import { IconButton } from '../widgets/button.tsx';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { useServices, useStudio } from '../window-context.tsx';

const LABEL = 'In-between, breakdown, push and relax';

/** Sliders that make the pose at the playhead from the keys around it; letting go sets a key. */
export function TweenMenu() {
  const hasGap = useStudio((state) => chosenGap(state) !== null);
  const isBetween = useStudio(hasNeighbours);
  const isEnabled = hasGap || isBetween;
  const part = useStudio((state) => partOfSelection(state)?.name ?? null);
  return (
    <DialogTrigger>
      <IconButton
        icon={Blend}
        label={LABEL}
        disabledBecause={isEnabled ? null : 'Set keys before and after the playhead first.'}
      />
      <Popover className="popover tween" placement="top start">
        <Dialog aria-label={LABEL}>
          <p className="soft">{part === null ? 'Whole body' : `${part}, because it is selected`}</p>
          <InbetweenSlider />
          <TweenSlider
            kind="breakdown"
            label="Breakdown"
            hint="From the key before (0 %) to the key after (100 %), and beyond both"
            rest={0.5}
            range={[-0.5, 1.5]}
            marks={[0, 0.5, 1]}
          />
          <TweenSlider
            kind="push"
            label="Push, relax"
            hint="Away from the plain in-between (above 0 %) or towards it (below)"
            rest={0}
            range={[-1, Math.min(1, BLEND_RANGE[1])]}
            marks={[0]}
          />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/** How far the in-between that fills the gap leaves the straight way; letting go fills it. */
function InbetweenSlider() {
  const { studio } = useServices();
  const hasGap = useStudio((state) => chosenGap(state) !== null);
  return (
    <RangeSlider
      label="In-between"
      hint="Fills the gap between two keys: straight (0 %), as a body moves (100 %), or more so"
      value={1}
      min={0}
      max={MOST_STRENGTH}
      step={0.05}
      marks={[0, 1]}
      disabledBecause={hasGap ? null : 'Select two keys with frames between them.'}
      onCommit={(strength) => void fillChosenGap(studio, strength)}
    />
  );
}

interface TweenSliderProps {
  readonly kind: TweenKind;
  readonly label: string;
  readonly hint: string;
  /** Where the slider stands before it is moved. */
  readonly rest: number;
  readonly range: readonly [least: number, most: number];
  readonly marks: readonly number[];
}

function TweenSlider({ kind, label, hint, rest, range, marks }: TweenSliderProps) {
  const { studio } = useServices();
  /** The pose that was on screen when the slider began to move. */
  const start = useRef<Pose | null>(null);
  return (
    <RangeSlider
      label={label}
      hint={hint}
      value={rest}
      min={range[0]}
      max={range[1]}
      step={0.05}
      marks={marks}
      onInput={(amount) => {
        start.current ??= shownPose(studio.getState());
        if (start.current) previewTween(studio, kind, amount, start.current);
      }}
      onCommit={(amount) => {
        const pose = start.current ?? shownPose(studio.getState());
        start.current = null;
        if (pose) commitTween(studio, kind, amount, pose);
      }}
      onCancel={() => {
        start.current = null;
        setPreview(studio, null);
      }}
    />
  );
}
