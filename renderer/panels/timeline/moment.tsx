import { useState } from 'react';
import type { Clip } from '../../../core/animation/clip.ts';
import { clamp } from '../../../core/math/angles.ts';
import { frameAt, lastFrame } from '../../state/timeline/clips.ts';
import { showFrame } from '../../state/timeline/playback.ts';
import { useWording } from '../widgets/use-wording.ts';
import { useServices } from '../window-context.tsx';
import { shareOf, type TimeSpan } from './scale.ts';
import { actByKey } from './act-by-key.ts';

interface MomentProps {
  /** What is said there: “Key of Sword”. */
  readonly label: string;
  readonly time: number;
  /** Whether it is marked as a change of carrier. */
  readonly isChange?: boolean;
  readonly clip: Clip;
  readonly span: TimeSpan;
  readonly width: number;
  readonly onSelect: () => void;
  /** Moves it to another time, seconds. */
  readonly onMove: (time: number) => void;
  readonly onClear: () => void;
}

/** A time at which something is said of a prop or a camera: dragged, moved by arrow keys, removed by Delete. */
export function Moment({ label, time, isChange = false, clip, span, width, onSelect, onMove, onClear }: MomentProps) {
  const { studio } = useServices();
  const words = useWording();
  const [drag, setDrag] = useState<{ readonly x: number; readonly frame: number } | null>(null);
  const own = frameAt(clip, time);
  const frame = drag?.frame ?? own;
  const share = shareOf(span, frame / clip.fps);
  if (share < 0 || share > 1) return null;
  const move = (to: number): void => onMove(clamp(to, 0, lastFrame(clip)) / clip.fps);
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.key === 'Escape' && drag) return setDrag(null);
    actByKey(event, {
      Enter: () => showFrame(studio, own),
      Delete: onClear,
      Backspace: onClear,
      ArrowLeft: () => move(own - 1),
      ArrowRight: () => move(own + 1),
    });
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      data-deletable
      className={isChange ? 'prop-moment change' : 'prop-moment'}
      style={{ left: `${100 * share}%` }}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={lastFrame(clip)}
      aria-valuenow={frame}
      aria-valuetext={words.frame(frame)}
      title={`${label}, ${words.frame(frame)}. Drag or arrows to move it; Delete removes it.`}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.stopPropagation();
        onSelect();
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ x: event.clientX, frame: own });
      }}
      onPointerMove={(event) => {
        if (!drag) return;
        const frames = Math.round(((event.clientX - drag.x) / Math.max(1, width)) * span.length * clip.fps);
        setDrag({ ...drag, frame: clamp(own + frames, 0, lastFrame(clip)) });
      }}
      onPointerUp={() => {
        setDrag(null);
        if (drag && drag.frame !== own) move(drag.frame);
        else if (drag) showFrame(studio, own);
      }}
      onPointerCancel={() => setDrag(null)}
      onKeyDown={onKeyDown}
    />
  );
}
