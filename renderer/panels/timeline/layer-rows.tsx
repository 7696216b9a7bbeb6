import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { Clip, ClipLayer } from '../../../core/animation/clip.ts';
import { LAYER_WEIGHTS, roundsOf, spanOfLayer } from '../../../core/animation/layers.ts';
import {
  chooseLayer,
  chosenLayer,
  deleteLayer,
  goToLayer,
  layerEnds,
  moveLayerEnds,
  setLayerWeight,
  toggleLayer,
} from '../../state/timeline/layers.ts';
import { frameAt } from '../../state/timeline/clips.ts';
import { NumberInput } from '../widgets/number-input.tsx';
import { useContextMenu } from '../widgets/use-context-menu.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { shareOf, type TimeSpan } from './scale.ts';
import { useWording } from '../widgets/use-wording.ts';

/** The layers of a clip by name, each with a switch and its weight. */
export function LayerNames({ layers }: { layers: readonly ClipLayer[] }) {
  const { studio } = useServices();
  const openMenu = useContextMenu('layer');
  return layers.map((layer) => {
    const { name, isMuted, weight } = layer;
    const verb = `${isMuted ? 'Unmute' : 'Mute'} layer ${name}`;
    return (
      <div
        key={name}
        className="layer-name"
        onContextMenu={(event) => {
          chooseLayer(studio, layer.name);
          return openMenu(event);
        }}
      >
        <button type="button" aria-label={verb} title={verb} aria-pressed={!isMuted} onClick={() => toggleLayer(studio, layer)}>
          {isMuted ? <EyeOff size={13} aria-hidden /> : <Eye size={13} aria-hidden />}
        </button>
        <button type="button" className="layer-title" title={`${name}: go to its frame`} onClick={() => goToLayer(studio, layer)}>
          {name}
        </button>
        <NumberInput
          label={`Weight of ${name}`}
          value={100 * weight}
          min={100 * LAYER_WEIGHTS[0]}
          max={100 * LAYER_WEIGHTS[1]}
          decimals={0}
          unit="%"
          onCommit={(percent) => setLayerWeight(studio, layer, percent / 100)}
        />
      </div>
    );
  });
}

interface LayerRowsProps {
  readonly clip: Clip;
  readonly layers: readonly ClipLayer[];
  readonly span: TimeSpan;
  readonly width: number;
}

/** A time of a loop that lies beyond its seam, at the other end. */
function inClip({ loop, duration }: Clip, time: number): number {
  if (!loop) return time;
  return time < 0 ? time + duration : time > duration ? time - duration : time;
}

type End = 'from' | 'to';

/** An end of a layer that is being dragged, with both ends as they would be, frames. */
interface EndDrag {
  readonly layer: ClipLayer;
  readonly end: End;
  readonly x: number;
  readonly first: number;
  readonly last: number;
}

/** Layers as bars that rise and fall as they fade: a handle at either end says how far; Delete removes one. */
export function LayerRows({ clip, layers, span, width }: LayerRowsProps) {
  const words = useWording();
  const { studio } = useServices();
  const chosen = useStudio((state) => chosenLayer(state)?.name ?? null);
  const [drag, setDrag] = useState<EndDrag | null>(null);
  const openMenu = useContextMenu('layer');
  const framesOf = (layer: ClipLayer) => [frameAt(clip, layer.from), frameAt(clip, layer.to)] as const;
  const moved = (layer: ClipLayer, end: End, by: number) => {
    const [first, last] = framesOf(layer);
    return end === 'from' ? ([first + by, last] as const) : ([first, last + by] as const);
  };

  const handle = (layer: ClipLayer, end: End, [from, to]: readonly [number, number]) => {
    const frame = frameAt(clip, inClip(clip, end === 'from' ? from : to));
    const label = `${end === 'from' ? 'Beginning' : 'End'} of layer ${layer.name}`;
    return (
      <span
        role="slider"
        tabIndex={0}
        className={`layer-end ${end}`}
        style={{ left: `${100 * shareOf(span, inClip(clip, end === 'from' ? from : to))}%` }}
        aria-label={label}
        aria-valuenow={frame}
        aria-valuetext={words.frame(frame)}
        title={`${label}: drag to change how far it fades`}
        data-dragging={drag?.layer.name === layer.name || undefined}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.stopPropagation();
          event.currentTarget.focus();
          event.currentTarget.setPointerCapture(event.pointerId);
          const [first, last] = framesOf(layer);
          setDrag({ layer, end, x: event.clientX, first, last });
        }}
        onPointerMove={(event) => {
          if (!drag) return;
          if ((event.buttons & 2) !== 0) return setDrag(null);
          const by = Math.round(((event.clientX - drag.x) / Math.max(1, width)) * span.length * clip.fps);
          const [first, last] = moved(layer, end, by);
          setDrag({ ...drag, first, last });
        }}
        onPointerUp={() => {
          setDrag(null);
          if (drag) moveLayerEnds(studio, layer, drag.first, drag.last);
        }}
        onPointerCancel={() => setDrag(null)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && drag) return setDrag(null);
          const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
          if (step === 0) return;
          event.preventDefault();
          event.stopPropagation();
          moveLayerEnds(studio, layer, ...moved(layer, end, step));
        }}
      />
    );
  };

  return (
    <div className="layer-rows" role="group" aria-label="Layers">
      {layers.map((layer) => {
        const isDragged = drag?.layer.name === layer.name;
        const ends = isDragged ? layerEnds(clip, layer, drag.first, drag.last) : ([layer.from, layer.to] as const);
        const [, first, last] = spanOfLayer(layer);
        const rounds = clip.loop ? roundsOf({ from: ends[0], to: ends[1] }, clip.duration) : [0];
        const points = rounds.map((by) => {
          const [a, b, c, d] = [ends[0], first, last, ends[1]].map((time) => 100 * shareOf(span, time + by));
          return `${a},86 ${b},18 ${c},18 ${d},86`;
        });
        const look = `layer${layer.isMuted ? ' muted' : ''}${layer.name === chosen ? ' chosen' : ''}`;
        return (
          <div key={layer.name} className={look}>
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
              {points.map((each) => (
                <polygon key={each} points={each} />
              ))}
            </svg>
            <button
              type="button"
              className="layer-key"
              data-deletable
              style={{ left: `${100 * shareOf(span, first)}%` }}
              aria-label={`Layer ${layer.name} at ${words.frame(frameAt(clip, first))}`}
              title={`${layer.name}: go to its frame; Delete removes it, the right button has more`}
              onClick={() => goToLayer(studio, layer)}
              onContextMenu={(event) => {
                chooseLayer(studio, layer.name);
                return openMenu(event);
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Delete' && event.key !== 'Backspace') return;
                event.preventDefault();
                event.stopPropagation();
                deleteLayer(studio, layer);
              }}
            />
            {handle(layer, 'from', ends)}
            {handle(layer, 'to', ends)}
          </div>
        );
      })}
    </div>
  );
}
