import { memo, useMemo, type CSSProperties } from 'react';
import type { Clip, Interpolation } from '../../../core/animation/clip.ts';
import { interpolationsByTime } from '../../../core/animation/chosen-keys.ts';
import { nameOfWay } from '../../state/keys/between-keys.ts';
import { frameAt } from '../../state/timeline/clips.ts';
import { useStudio } from '../window-context.tsx';
import { draggedTime, type KeyDrag } from './key-drag.ts';
import {
  drawnSpan,
  hiddenAfter,
  isInRun,
  keyRuns,
  MOST_BESIDE,
  pressedSides,
  shareOf,
  visibleTimes,
  type TimeSpan,
} from './scale.ts';
import { useWording } from '../widgets/use-wording.ts';

/** A line of keys: of all joints, or of those of a part of the body. */
export interface Row {
  readonly name: string;
  /** Joints whose keys stand here; null for all. */
  readonly joints: readonly number[] | null;
}

interface KeyRowProps {
  readonly clip: Clip;
  readonly span: TimeSpan;
  readonly width: number;
  readonly row: Row;
  /** Times at which keys of the row are chosen, seconds. */
  readonly chosen: ReadonlySet<number>;
  readonly drag: KeyDrag | null;
  readonly onPress: (event: React.PointerEvent<HTMLButtonElement>, time: number) => void;
}

/** One line of keys; what is done with them is up to the lines together. Moving along shifts what is drawn as a whole, and zooming widens it. */
export function KeyRow({ span, width, ...keys }: KeyRowProps) {
  const { joints, name } = keys.row;
  const { start, length, view } = drawnSpan(span, keys.clip);
  const drawn = useMemo((): TimeSpan => ({ start, length }), [start, length]);
  const shares = length / span.length;
  return (
    <div className={joints ? 'key-row' : 'key-row all'} data-row={name}>
      <div
        className="drawn-keys"
        style={{ width: `${100 * shares}%`, transform: `translateX(${-100 * shareOf(drawn, span.start)}%)` }}
      >
        <Keys span={drawn} width={(length / view) * width} {...keys} />
      </div>
    </div>
  );
}

/** The keys of a line. They are drawn anew when something about them has changed. */
const Keys = memo(function Keys({ clip, span, width, row, chosen, drag, onPress }: KeyRowProps) {
  const words = useWording();
  const { name, joints } = row;
  const ways = useMemo(() => interpolationsByTime(clip, joints ?? undefined), [clip, joints]);
  const times = useMemo(() => [...ways.keys()].sort((a, b) => a - b), [ways]);
  const shown = useMemo(() => visibleTimes(times, span, width, chosen), [times, span, width, chosen]);
  const runs = useMemo(() => keyRuns(times, span, width), [times, span, width]);
  const hidden = useMemo(() => hiddenAfter(times, shown, span), [times, shown, span]);
  const byFrame = useMemo(() => new Map(shown.map((time) => [frameAt(clip, time), time])), [clip, shown]);
  const current = useStudio((state) => byFrame.get(frameAt(clip, state.session.playback.time)) ?? null);
  const copies = drag?.kind === 'move' && drag.copies;
  const sides = useMemo(() => pressedSides(shown, span, width), [shown, span, width]);
  return (
    <>
      {copies && shown.filter((time) => chosen.has(time)).map((time) => <Still key={time} share={shareOf(span, time)} />)}
      {runs.map(({ from, to }) => (
        <span
          key={from}
          className="key-run"
          aria-hidden
          style={{ left: `${100 * shareOf(span, from)}%`, width: `${100 * (shareOf(span, to) - shareOf(span, from))}%` }}
        />
      ))}
      {shown.map((time, i) => {
        const isMoving = drag !== null && chosen.has(time);
        return (
          <Key
            // A key that is moved stays the same element, so that it keeps the focus.
            key={i}
            row={name}
            time={time}
            when={words.frame(frameAt(clip, time))}
            share={shareOf(span, isMoving ? draggedTime(clip, drag, time) : time)}
            before={sides[i]!}
            after={sides[i + 1]!}
            hidden={hidden[i]!}
            way={ways.get(time) ?? null}
            isChosen={chosen.has(time)}
            isMoving={isMoving}
            isCurrent={time === current}
            isMerged={isInRun(runs, time)}
            onPress={onPress}
          />
        );
      })}
    </>
  );
});

/** A key that stays where it is while its copy is dragged. */
function Still({ share }: { share: number }) {
  return <span className="key" style={{ left: `${100 * share}%` }} aria-hidden />;
}

interface KeyProps {
  readonly row: string;
  readonly time: number;
  /** Its frame, in words. */
  readonly when: string;
  /** Where it is drawn, 0 to 1 along the row. */
  readonly share: number;
  /** Pixels at each side of its middle in which a press means it. */
  readonly before: number;
  readonly after: number;
  /** Keys after it that have no room of their own. */
  readonly hidden: number;
  /** How it goes on; null where joints go on in several ways. */
  readonly way: Interpolation | null;
  readonly isChosen: boolean;
  readonly isMoving: boolean;
  /** Whether the playhead is on it. */
  readonly isCurrent: boolean;
  /** Whether it stands in a bar of keys that are too close for marks of their own. */
  readonly isMerged: boolean;
  readonly onPress: KeyRowProps['onPress'];
}

function pixels({ before, after }: { before: number; after: number }): CSSProperties {
  return { '--before': `${before}px`, '--after': `${after}px` } as CSSProperties;
}

/** One key. It is drawn anew when something about it has changed: a row has hundreds, and the playhead is on one of them. */
const Key = memo(function Key(props: KeyProps) {
  const { row, time, when, share, before, after, hidden, way, isChosen, isMoving, isCurrent, isMerged, onPress } = props;
  const others =
    hidden === 0 ? '' : `, and ${hidden === 1 ? 'one more' : `${hidden} more`} before the next: zoom in for more room`;
  return (
    <button
      type="button"
      tabIndex={isCurrent ? 0 : -1}
      className={`key${isChosen ? ' chosen' : ''}${isCurrent || isMoving ? ' current' : ''}`}
      style={{ left: `${100 * share}%`, ...(before + after < 2 * MOST_BESIDE && pixels({ before, after })) }}
      data-way={typeof way === 'string' ? way : way && 'shaped'}
      title={`${way ? nameOfWay(way) : 'Mixed interpolation'}. Drag to move, with Ctrl a copy; Ctrl or Shift selects several; right button for more${others}`}
      aria-label={`Key of ${row} at ${when}${others}`}
      aria-pressed={isChosen}
      onPointerDown={(event) => onPress(event, time)}
      data-dragging={isMoving || undefined}
      data-merged={isMerged || undefined}
      data-time={time}
    />
  );
});
