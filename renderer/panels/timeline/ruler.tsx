import type { PointerEvent } from 'react';
import type { Clip } from '../../../core/animation/clip.ts';
import { clamp } from '../../../core/math/angles.ts';
import { frameAt, lastFrame } from '../../state/clips.ts';
import { showFrame } from '../../state/playback.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { shareOf, ticks, timeAt, type TimeSpan } from './scale.ts';

/** Frame numbers; pressing or dragging moves the playhead. As a slider it also obeys the keyboard. */
export function Ruler({ clip, span, width }: { clip: Clip; span: TimeSpan; width: number }) {
  const { studio } = useServices();
  const frame = useStudio((state) => frameAt(clip, state.session.playback.time));
  const scrub = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const time = timeAt(span, (event.clientX - box.left) / box.width);
    showFrame(studio, clamp(frameAt(clip, time), 0, lastFrame(clip)));
  };
  return (
    <div
      className="ruler"
      role="slider"
      tabIndex={0}
      aria-label="Playhead"
      aria-valuemin={0}
      aria-valuemax={lastFrame(clip)}
      aria-valuenow={frame}
      aria-valuetext={`Frame ${frame}`}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        scrub(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) scrub(event);
      }}
      onKeyDown={(event) => {
        const target = frameForKey(event.key, frame, lastFrame(clip));
        if (target === null) return;
        event.preventDefault();
        showFrame(studio, target);
      }}
    >
      <div
        className="clip-range"
        style={{ left: `${100 * shareOf(span, 0)}%`, width: `${(100 * clip.duration) / span.length}%` }}
      />
      {ticks(span, clip, width).map((tick) => (
        <div
          key={tick.frame}
          className={tick.isLabelled ? 'tick labelled' : 'tick'}
          style={{ left: `${100 * shareOf(span, tick.time)}%` }}
        >
          {tick.isLabelled && <span className="numbers">{tick.frame}</span>}
        </div>
      ))}
    </div>
  );
}

function frameForKey(key: string, frame: number, last: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, frame - 1);
    case 'ArrowRight':
      return Math.min(last, frame + 1);
    case 'PageDown':
      return Math.max(0, frame - 10);
    case 'PageUp':
      return Math.min(last, frame + 10);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
