import { useState } from 'react';
import type { Clip, ClipMarker } from '../../../core/animation/clip.ts';
import { isSameTime } from '../../../core/animation/track-keys.ts';
import { camerasOf } from '../../state/cameras/shown-cameras.ts';
import { frameAt, lastFrame } from '../../state/timeline/clips.ts';
import {
  beginToRename,
  chooseMarker,
  deleteMarker,
  freeFrame,
  goToMarker,
  moveMarker,
  renameMarker,
} from '../../state/timeline/markers.ts';
import { useContextMenu } from '../widgets/use-context-menu.ts';
import { useNameFocus } from '../widgets/use-name-focus.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { shareOf, type TimeSpan } from './scale.ts';
import { useWording } from '../widgets/use-wording.ts';
import { actByKey } from './act-by-key.ts';

interface MarkerRowProps {
  readonly clip: Clip;
  readonly markers: readonly ClipMarker[];
  readonly span: TimeSpan;
  readonly width: number;
}

interface MarkerDrag {
  readonly marker: ClipMarker;
  readonly x: number;
  readonly frame: number;
}

/** Pixels that a pressed marker follows from. */
const DRAG_FROM = 3;

/** The named moments of a clip: a click goes there, dragging or arrows move one, a double click or F2 names it, Delete removes it. */
export function MarkerRow({ clip, markers, span, width }: MarkerRowProps) {
  const words = useWording();
  const { studio } = useServices();
  const chosen = useStudio((state) => state.session.timeline.marker);
  const [drag, setDrag] = useState<MarkerDrag | null>(null);
  const openMenu = useContextMenu('marker');
  const cameras = useStudio(camerasOf);
  /** With the camera that it cuts to. */
  const labelOf = ({ name, camera }: ClipMarker): string => {
    const cut = cameras.find(({ id }) => id === camera);
    return cut ? `${name}: ${cut.name}` : name;
  };

  const onPointerDown = (event: React.PointerEvent<HTMLElement>, marker: ClipMarker) => {
    chooseMarker(studio, marker);
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ marker, x: event.clientX, frame: frameAt(clip, marker.time) });
  };
  const onPointerMove = (event: React.PointerEvent) => {
    if (!drag) return;
    if ((event.buttons & 2) !== 0) return setDrag(null);
    const pixels = event.clientX - drag.x;
    const frames = Math.abs(pixels) < DRAG_FROM ? 0 : Math.round((pixels / Math.max(1, width)) * span.length * clip.fps);
    setDrag({ ...drag, frame: freeFrame(clip, drag.marker, frameAt(clip, drag.marker.time) + frames) });
  };
  const onPointerUp = () => {
    setDrag(null);
    if (!drag) return;
    if (drag.frame === frameAt(clip, drag.marker.time)) goToMarker(studio, drag.marker);
    else moveMarker(studio, drag.marker, drag.frame);
  };
  const onKeyDown = (event: React.KeyboardEvent, marker: ClipMarker) => {
    if (event.key === 'Escape' && drag) return setDrag(null);
    const frame = frameAt(clip, marker.time);
    actByKey(event, {
      Enter: () => goToMarker(studio, marker),
      F2: () => beginToRename(studio, marker),
      Delete: () => deleteMarker(studio, marker),
      Backspace: () => deleteMarker(studio, marker),
      ArrowLeft: () => moveMarker(studio, marker, frame - 1),
      ArrowRight: () => moveMarker(studio, marker, frame + 1),
    });
  };

  return (
    <div className="marker-row" role="group" aria-label="Markers">
      {markers.map((marker, i) => {
        const frame = drag?.marker === marker ? drag.frame : frameAt(clip, marker.time);
        const share = shareOf(span, frame / clip.fps);
        const isChosen = chosen !== null && isSameTime(chosen.time, marker.time);
        if (share < 0 || share > 1) return null;
        const style = { left: `${100 * share}%` };
        if (isChosen && chosen.isRenamed) return <MarkerName key={i} marker={marker} style={style} />;
        return (
          <div
            // A marker that is moved stays the same element, so that it keeps the focus.
            key={i}
            role="slider"
            tabIndex={0}
            data-deletable
            className={isChosen ? 'marker chosen' : 'marker'}
            style={style}
            aria-label={`Marker ${labelOf(marker)}`}
            aria-valuemin={0}
            aria-valuemax={lastFrame(clip)}
            aria-valuenow={frame}
            aria-valuetext={words.frame(frame)}
            title={`${labelOf(marker)}, ${words.frame(frame)}. Click to go there, drag or arrows to move it, F2 to name it; Delete removes it`}
            onPointerDown={(event) => onPointerDown(event, marker)}
            onPointerMove={onPointerMove}
            onPointerUp={onPointerUp}
            onPointerCancel={() => setDrag(null)}
            onFocus={() => chooseMarker(studio, marker)}
            onDoubleClick={() => beginToRename(studio, marker)}
            onKeyDown={(event) => onKeyDown(event, marker)}
            onContextMenu={openMenu}
          >
            {labelOf(marker)}
          </div>
        );
      })}
    </div>
  );
}

/** A marker while its name is written: Enter keeps it, Escape the one before. */
function MarkerName({ marker, style }: { marker: ClipMarker; style: React.CSSProperties }) {
  const { studio } = useServices();
  const input = useNameFocus();
  return (
    <input
      ref={input}
      className="text-input marker-name"
      style={style}
      aria-label="Name of the marker"
      defaultValue={marker.name}
      onBlur={(event) => renameMarker(studio, marker, event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.value = marker.name;
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}
