import { useRef } from 'react';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { setPreview } from '../../state/preview.ts';
import { shownPose, type Studio } from '../../state/studio.ts';
import { pause } from '../../state/timeline/playback.ts';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { useServices } from '../window-context.tsx';

interface PoseSliderProps {
  readonly label: string;
  readonly value: number;
  readonly min?: number;
  /** Shows a value of the pose that the slider began to move from, while it moves. */
  readonly preview: (studio: Studio, pose: Pose, value: number) => void;
  readonly commit: (studio: Studio, pose: Pose, value: number) => void;
}

/** A slider for something of the pose on screen, from 0 or −1 to 1. */
export function PoseSlider({ label, value, min = 0, preview, commit }: PoseSliderProps) {
  const { studio } = useServices();
  /** The pose that the slider began to move from. */
  const base = useRef<Pose | null>(null);
  const from = (): Pose | null => (base.current ??= shownPose(studio.getState()));
  return (
    <RangeSlider
      label={label}
      value={value}
      min={min}
      max={1}
      step={0.01}
      marks={min < 0 ? [0] : []}
      onInput={(share) => {
        pause(studio);
        const pose = from();
        if (pose) preview(studio, pose, share);
      }}
      onCommit={(share) => {
        const pose = from();
        base.current = null;
        if (pose) commit(studio, pose, share);
      }}
      onCancel={() => {
        base.current = null;
        setPreview(studio, null);
      }}
    />
  );
}
