import { useMemo } from 'react';
import type { Clip, Interpolation } from '../../../core/animation/clip.ts';
import { interpolationsByTime } from '../../../core/animation/chosen-keys.ts';
import { BETWEEN_KEYS } from '../../state/between-keys.ts';
import { frameAt } from '../../state/clips.ts';
import { useStudio } from '../window-context.tsx';
import { draggedTime, type KeyDrag } from './key-drag.ts';
import { shareOf, type TimeSpan } from './scale.ts';

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

/** Keys that are closer than this many pixels to the one before are not drawn again. */
const CLOSEST = 3;

/** One line of keys; what is done with them is up to the lines together. */
export function KeyRow({ clip, span, width, row, chosen, drag, onPress }: KeyRowProps) {
  const { name, joints } = row;
  const ways = useMemo(() => interpolationsByTime(clip, joints ?? undefined), [clip, joints]);
  const times = useMemo(() => [...ways.keys()].sort((a, b) => a - b), [ways]);
  const playFrame = useStudio((state) => frameAt(clip, state.session.playback.time));
  const shown = useMemo(() => visibleKeys(times, span, width, chosen), [times, span, width, chosen]);
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
            data-way={way}
            title={`${nameOfWay(way)}. Drag to move, Alt-drag to copy; Ctrl or Shift chooses several; right button for how it goes on`}
            aria-label={`Key of ${name} at frame ${frame}`}
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

function nameOfWay(way: Interpolation | null | undefined): string {
  return BETWEEN_KEYS.find(({ value }) => value === way)?.label ?? 'Several ways on';
}

/** A key that stays where it is while its copy is dragged. */
function Still({ share }: { share: number }) {
  return <span className="key" style={{ left: `${100 * share}%` }} aria-hidden />;
}

function visibleKeys(times: readonly number[], span: TimeSpan, width: number, chosen: ReadonlySet<number>): readonly number[] {
  const shown: number[] = [];
  let before = -Infinity;
  for (const time of times) {
    const share = shareOf(span, time);
    if (share < 0 || share > 1) continue;
    if (share * width - before < CLOSEST && !chosen.has(time)) continue;
    shown.push(time);
    before = share * width;
  }
  return shown;
}
