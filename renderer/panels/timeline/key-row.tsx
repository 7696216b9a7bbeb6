import { useMemo, useRef, useState, type PointerEvent } from 'react';
import type { Clip } from '../../../core/animation/clip.ts';
import { clipKeyTimes } from '../../../core/animation/sampling.ts';
import { clamp } from '../../../core/math/angles.ts';
import { carryKey } from '../../state/clip-edits.ts';
import { frameAt, lastFrame } from '../../state/clips.ts';
import { showFrame } from '../../state/playback.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { shareOf, type TimeSpan } from './scale.ts';

interface KeyRowProps {
  readonly clip: Clip;
  readonly span: TimeSpan;
  readonly width: number;
  readonly name: string;
  /** Joints whose keys stand here; null for all. */
  readonly joints: readonly number[] | null;
}

interface KeyDrag {
  readonly time: number;
  readonly from: number;
  readonly frame: number;
}

/** Keys that are closer than this many pixels to the one before are not drawn again. */
const CLOSEST = 3;
const SLACK = 3;

/** One line of keys: a click goes there, a drag moves the key to another frame, with Alt it copies it. */
export function KeyRow({ clip, span, width, name, joints }: KeyRowProps) {
  const { studio } = useServices();
  const [drag, setDrag] = useState<KeyDrag | null>(null);
  const isCancelled = useRef(false);
  const times = useMemo(() => clipKeyTimes(clip, joints ?? undefined), [clip, joints]);
  const playFrame = useStudio((state) => frameAt(clip, state.session.playback.time));
  const shown = useMemo(() => visibleKeys(times, span, width), [times, span, width]);

  const frameUnder = (event: PointerEvent<HTMLElement>, from: KeyDrag) => {
    const moved = ((event.clientX - from.from) / Math.max(1, width)) * span.length;
    return clamp(frameAt(clip, from.time + moved), 0, lastFrame(clip));
  };
  const release = (event: PointerEvent<HTMLElement>) => {
    if (!drag) return;
    setDrag(null);
    if (isCancelled.current) return;
    const from = frameAt(clip, drag.time);
    const isMoved = Math.abs(event.clientX - drag.from) >= SLACK && drag.frame !== from;
    if (isMoved) carryKey(studio, event.altKey ? 'copy' : 'move', drag.time, drag.frame, joints ?? undefined);
    else showFrame(studio, drag.frame);
  };

  return (
    <div className={joints ? 'key-row' : 'key-row all'}>
      {shown.map((time) => {
        const frame = frameAt(clip, time);
        const isMoving = drag?.time === time;
        const at = isMoving ? drag.frame / clip.fps : time;
        return (
          <button
            key={time}
            type="button"
            tabIndex={frame === playFrame ? 0 : -1}
            className={frame === playFrame || isMoving ? 'key current' : 'key'}
            style={{ left: `${100 * shareOf(span, at)}%` }}
            title="Drag to move, Alt-drag to copy"
            aria-label={`Key of ${name} at frame ${frame}`}
            onPointerDown={(event) => {
              if (event.button !== 0) return;
              event.currentTarget.setPointerCapture(event.pointerId);
              isCancelled.current = false;
              setDrag({ time, from: event.clientX, frame });
            }}
            onPointerMove={(event) => {
              if (!drag) return;
              if ((event.buttons & 2) !== 0) isCancelled.current = true;
              setDrag({ ...drag, frame: isCancelled.current ? frame : frameUnder(event, drag) });
            }}
            onPointerUp={release}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || !drag) return;
              isCancelled.current = true;
              setDrag({ ...drag, frame });
            }}
            data-dragging={isMoving || undefined}
            onPointerCancel={() => setDrag(null)}
            onContextMenu={(event) => event.preventDefault()}
          />
        );
      })}
    </div>
  );
}

function visibleKeys(times: readonly number[], span: TimeSpan, width: number): readonly number[] {
  const shown: number[] = [];
  let before = -Infinity;
  for (const time of times) {
    const share = shareOf(span, time);
    if (share < 0 || share > 1 || share * width - before < CLOSEST) continue;
    shown.push(time);
    before = share * width;
  }
  return shown;
}
