import { memo, useRef, type PointerEvent } from 'react';
import type { Clip } from '../../../core/animation/clip.ts';
import { clamp } from '../../../core/math/angles.ts';
import { frameAt, lastFrame } from '../../state/timeline/clips.ts';
import { playRange, setPlayRange, showFrame } from '../../state/timeline/playback.ts';
import { snappedTime } from '../../state/timeline/snapping.ts';
import { showTime, timeInWords } from '../../state/window/times.ts';
import { useContextMenu } from '../widgets/use-context-menu.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { shareOf, ticks, timeAt, type Tick, type TimeSpan } from './scale.ts';

/** Frame numbers; pressing or dragging moves the playhead, with Shift it draws the range that is played. As a slider it also obeys the keyboard. */
export function Ruler({ clip, span, width }: { clip: Clip; span: TimeSpan; width: number }) {
  const { studio } = useServices();
  const frame = useStudio((state) => frameAt(clip, state.session.playback.time));
  const unit = useStudio((state) => state.session.settings.times);
  const from = useStudio((state) => playRange(state)[0]);
  const to = useStudio((state) => playRange(state)[1]);
  /** The frame at which a range that is being drawn with Shift began. */
  const rangeStart = useRef<number | null>(null);
  const openMenu = useContextMenu('ruler');
  const frameUnder = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const time = timeAt(span, (event.clientX - box.left) / box.width);
    const dragging = { pixelsPerSecond: box.width / span.length, isFree: event.altKey };
    return clamp(frameAt(clip, snappedTime(clip, time, dragging)), 0, lastFrame(clip));
  };
  const follow = (event: PointerEvent<HTMLElement>) => {
    const under = frameUnder(event);
    const start = rangeStart.current;
    if (start === null) showFrame(studio, under);
    else setPlayRange(studio, [Math.min(start, under), Math.max(start, under)]);
  };
  return (
    <div
      className="ruler"
      role="slider"
      tabIndex={0}
      aria-label="Playhead"
      title="Drag to scrub, Shift-drag for a range to play; the right button has more"
      aria-valuemin={0}
      aria-valuemax={lastFrame(clip)}
      aria-valuenow={frame}
      aria-valuetext={timeInWords(unit, frame, clip.fps)}
      onContextMenu={openMenu}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        rangeStart.current = event.shiftKey ? frameUnder(event) : null;
        follow(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
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
      {(from > 0 || to < clip.duration) && (
        <div
          className="play-range"
          style={{ left: `${100 * shareOf(span, from)}%`, width: `${(100 * (to - from)) / span.length}%` }}
        />
      )}
      <Ticks clip={clip} span={span} width={width} />
    </div>
  );
}

/** Lines at frames, and the numbers of some of them. The lines are two paths: there are hundreds, and every zoom moves all of them. */
const Ticks = memo(function Ticks({ clip, span, width }: { clip: Clip; span: TimeSpan; width: number }) {
  const unit = useStudio((state) => state.session.settings.times);
  const all = ticks(span, clip, width);
  const labelled = all.filter((tick) => tick.isLabelled);
  // As long as any ruler is high; the style says how much of it is seen.
  const lines = (of: readonly Tick[]) => of.map(({ time }) => `M${(shareOf(span, time) * width).toFixed(2)} 0v99`).join('');
  return (
    <>
      <svg className="ticks" aria-hidden>
        <path d={lines(all)} />
      </svg>
      <svg className="ticks labelled" aria-hidden>
        <path d={lines(labelled)} />
      </svg>
      {labelled.map(({ frame, time }) => (
        <span
          key={frame}
          className="tick-label numbers"
          style={{
            left: `${100 * shareOf(span, time)}%`,
            transform: centredWithin(width, shareOf(span, time)),
          }}
        >
          {showTime(unit, frame, clip.fps)}
        </span>
      ))}
    </>
  );
});

/** The transform that centres a label on the share of so many pixels, as far as it is not cut off at either end. */
function centredWithin(width: number, share: number): string {
  const x = width * share;
  return `translateX(min(max(-50%, ${-x}px), ${width - x}px - 100%))`;
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
