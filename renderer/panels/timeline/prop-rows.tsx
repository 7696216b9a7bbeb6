import { useState } from 'react';
import { carrierAt, timesOfProp } from '../../../core/animation/prop-motion.ts';
import type { Clip } from '../../../core/animation/clip.ts';
import { motionOfProp } from '../../../core/document/prop-frames.ts';
import type { PropData } from '../../../core/document/project-data.ts';
import { clamp } from '../../../core/math/angles.ts';
import { carrierLabel } from '../../state/props/carriers.ts';
import { clearProp, moveInTime } from '../../state/props/edit-props.ts';
import { selectProp } from '../../state/selection.ts';
import type { StudioState } from '../../state/studio.ts';
import { frameAt, lastFrame } from '../../state/timeline/clips.ts';
import { showFrame } from '../../state/timeline/playback.ts';
import { useWording } from '../widgets/use-wording.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { shareOf, type TimeSpan } from './scale.ts';

const NOTHING: readonly PropData[] = [];

/** The props that have a line on the timeline: those that the clip moves, and the selected one. */
export function usePropsOnTimeline(clip: Clip): readonly PropData[] {
  const props = useStudio((state) => state.document?.history.present.props ?? NOTHING);
  const selected = useStudio((state) => state.session.selection.prop);
  return props.filter((prop) => prop.id === selected || timesOfProp(motionOfProp(prop, clip.id)).length > 0);
}

interface PropRowsProps {
  readonly props: readonly PropData[];
  readonly clip: Clip;
  readonly span: TimeSpan;
  readonly width: number;
}

/** What carries each thing when, as bars, and where something is said of it: keys and changes, which are dragged, and which Delete removes. */
export function PropRows({ props, ...lanes }: PropRowsProps) {
  return (
    <div className="prop-rows" role="group" aria-label="Props">
      {props.map((prop) => (
        <PropRow key={prop.id} prop={prop} {...lanes} />
      ))}
    </div>
  );
}

function PropRow({ prop, clip, span, width }: { prop: PropData } & Omit<PropRowsProps, 'props'>) {
  const { studio } = useServices();
  const labels = useStudio((state) =>
    barsOf(state, prop, clip)
      .map(({ label }) => label)
      .join('\n'),
  );
  const bars = barsOf(studio.getState(), prop, clip);
  const motion = motionOfProp(prop, clip.id);
  const isSelected = useStudio((state) => state.session.selection.prop === prop.id);
  const names = labels.split('\n');
  return (
    <div className={isSelected ? 'contact-row chosen-row' : 'contact-row'} onPointerDown={() => selectProp(studio, prop.id)}>
      {bars.map(({ from, to, isHeld }, i) => {
        const [left, right] = [Math.max(0, shareOf(span, from)), Math.min(1, shareOf(span, to))];
        if (!isHeld || right <= left) return null;
        return (
          <div
            key={i}
            className="contact held"
            style={{ left: `${100 * left}%`, width: `${100 * (right - left)}%` }}
            title={`${names[i]} carries ${prop.name}`}
          >
            <span className="contact-part">{names[i]}</span>
          </div>
        );
      })}
      {timesOfProp(motion).map((time, i) => (
        <Moment
          // A moment that is moved stays the same element, so that it keeps the focus.
          key={i}
          prop={prop}
          time={time}
          isKey={motion.keys.some((key) => key.time === time)}
          isChange={motion.changes.some(({ from }) => from === time)}
          clip={clip}
          span={span}
          width={width}
        />
      ))}
    </div>
  );
}

interface Bar {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  readonly isHeld: boolean;
}

/** The stretches of a clip in which the same thing carries a prop. */
function barsOf(state: StudioState, prop: PropData, clip: Clip): readonly Bar[] {
  const motion = motionOfProp(prop, clip.id);
  const starts = [0, ...motion.changes.map(({ from }) => from).filter((from) => from > 0)];
  return starts.map((from, i) => {
    const by = carrierAt(prop.rest, motion, from);
    return { from, to: starts[i + 1] ?? clip.duration, label: carrierLabel(state, by), isHeld: by !== null };
  });
}

interface MomentProps {
  readonly prop: PropData;
  readonly time: number;
  readonly isKey: boolean;
  readonly isChange: boolean;
  readonly clip: Clip;
  readonly span: TimeSpan;
  readonly width: number;
}

function Moment({ prop, time, isKey, isChange, clip, span, width }: MomentProps) {
  const { studio } = useServices();
  const words = useWording();
  const [drag, setDrag] = useState<{ readonly x: number; readonly frame: number } | null>(null);
  const own = frameAt(clip, time);
  const frame = drag?.frame ?? own;
  const share = shareOf(span, frame / clip.fps);
  if (share < 0 || share > 1) return null;
  const move = (to: number): void => moveInTime(studio, prop, time, clamp(to, 0, lastFrame(clip)) / clip.fps);
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const acts: Readonly<Record<string, () => void>> = {
      Enter: () => showFrame(studio, own),
      Delete: () => clearProp(studio, prop, time),
      Backspace: () => clearProp(studio, prop, time),
      ArrowLeft: () => move(own - 1),
      ArrowRight: () => move(own + 1),
    };
    if (event.key === 'Escape' && drag) return setDrag(null);
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const what = isChange ? (isKey ? 'Change and key' : 'Change') : 'Key';
  return (
    <div
      role="slider"
      tabIndex={0}
      data-deletable
      className={isChange ? 'prop-moment change' : 'prop-moment'}
      style={{ left: `${100 * share}%` }}
      aria-label={`${what} of ${prop.name}`}
      aria-valuemin={0}
      aria-valuemax={lastFrame(clip)}
      aria-valuenow={frame}
      aria-valuetext={words.frame(frame)}
      title={`${what} of ${prop.name}, ${words.frame(frame)}. Drag or arrows to move it; Delete removes it.`}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.stopPropagation();
        selectProp(studio, prop.id);
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
