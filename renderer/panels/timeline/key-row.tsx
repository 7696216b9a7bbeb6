import { useMemo } from 'react';
import type { Clip } from '../../../core/animation/clip.ts';
import { interpolationsByTime } from '../../../core/animation/chosen-keys.ts';
import { nameOfWay } from '../../state/between-keys.ts';
import { frameAt } from '../../state/clips.ts';
import { useStudio } from '../window-context.tsx';
import { draggedTime, type KeyDrag } from './key-drag.ts';
import { shareOf, visibleTimes, type TimeSpan } from './scale.ts';
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

/** One line of keys; what is done with them is up to the lines together. */
export function KeyRow({ clip, span, width, row, chosen, drag, onPress }: KeyRowProps) {
  const words = useWording();
  const { name, joints } = row;
  const ways = useMemo(() => interpolationsByTime(clip, joints ?? undefined), [clip, joints]);
  const times = useMemo(() => [...ways.keys()].sort((a, b) => a - b), [ways]);
  const playFrame = useStudio((state) => frameAt(clip, state.session.playback.time));
  const shown = useMemo(() => visibleTimes(times, span, width, chosen), [times, span, width, chosen]);
  const copies = drag?.kind === 'move' && drag.copies;
  return (
    <div className={joints ? 'key-row' : 'key-row all'} data-row={name}>
      {copies && shown.filter((time) => chosen.has(time)).map((time) => <Still key={time} share={shareOf(span, time)} />)}
      {shown.map((time, i) => {
        const frame = frameAt(clip, time);
        const isChosen = chosen.has(time);
        const way = ways.get(time);
        const isMoving = drag !== null && isChosen;
        const at = isMoving ? draggedTime(clip, drag, time) : time;
        const look = `key${isChosen ? ' chosen' : ''}${frame === playFrame || isMoving ? ' current' : ''}`;
        return (
          <button
            // A key that is moved stays the same element, so that it keeps the focus.
            key={i}
            type="button"
            tabIndex={frame === playFrame ? 0 : -1}
            className={look}
            style={{ left: `${100 * shareOf(span, at)}%` }}
            data-way={typeof way === 'string' ? way : way && 'shaped'}
            title={`${way ? nameOfWay(way) : 'Several ways on'}. Drag to move, Alt-drag to copy; Ctrl or Shift chooses several; right button for how it goes on`}
            aria-label={`Key of ${name} at ${words.frame(frame)}`}
            aria-pressed={isChosen}
            onPointerDown={(event) => onPress(event, time)}
            data-dragging={isMoving || undefined}
            data-time={time}
          />
        );
      })}
    </div>
  );
}

/** A key that stays where it is while its copy is dragged. */
function Still({ share }: { share: number }) {
  return <span className="key" style={{ left: `${100 * share}%` }} aria-hidden />;
}
