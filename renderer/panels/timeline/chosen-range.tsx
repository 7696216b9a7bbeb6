import { useRef } from 'react';
import type { ChosenKey } from '../../../core/animation/chosen-keys.ts';
import type { Clip } from '../../../core/animation/clip.ts';
import { scaleChosenKeys } from '../../state/keys/chosen-keys.ts';
import { frameAt } from '../../state/timeline/clips.ts';
import { useServices } from '../window-context.tsx';
import { draggedTime, type KeyDrag } from './key-drag.ts';
import { shareOf, timeAt, type TimeSpan } from './scale.ts';

interface ChosenRangeProps {
  readonly clip: Clip;
  readonly span: TimeSpan;
  readonly width: number;
  readonly chosen: readonly ChosenKey[];
  readonly drag: KeyDrag | null;
  readonly setDrag: (drag: KeyDrag | null) => void;
}

/** A bar from the first chosen key to the last, with a grip at either end: dragging one scales the keys about the playhead. */
export function ChosenRange({ clip, span, width, chosen, drag, setDrag }: ChosenRangeProps) {
  const { studio } = useServices();
  const bar = useRef<HTMLDivElement>(null);
  const times = chosen.map(({ time }) => time);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  if (chosen.length === 0 || frameAt(clip, first) === frameAt(clip, last)) return null;
  const [left, right] = [first, last].map((time) => shareOf(span, drag ? draggedTime(clip, drag, time) : time));

  const scalingTo = (event: React.PointerEvent<HTMLElement>, edge: number): KeyDrag | null => {
    const rows = bar.current?.parentElement?.getBoundingClientRect();
    if (!rows) return null;
    const at = timeAt(span, (event.clientX - rows.left) / Math.max(1, width));
    const { time } = studio.getState().session.playback;
    // With the playhead on the edge that is dragged, the other edge stays.
    const pivot = frameAt(clip, time) === frameAt(clip, edge) ? first + last - edge : time;
    const factor = (at - pivot) / (edge - pivot);
    return factor > 0 && Number.isFinite(factor) ? { kind: 'scale', pivot, factor } : null;
  };

  const grip = (name: string, edge: number) => (
    <span
      className={`range-grip ${name}`}
      title="Drag to scale the selected keys around the playhead"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        event.stopPropagation();
        const scaling = scalingTo(event, edge);
        if (scaling) setDrag(scaling);
      }}
      onPointerUp={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        event.stopPropagation();
        setDrag(null);
        if (drag?.kind === 'scale') scaleChosenKeys(studio, drag.pivot, drag.factor);
      }}
      data-dragging={drag?.kind === 'scale' || undefined}
    />
  );
  return (
    <div ref={bar} className="chosen-range" style={{ left: `${100 * left!}%`, width: `${100 * (right! - left!)}%` }}>
      {grip('start', first)}
      {grip('end', last)}
    </div>
  );
}
