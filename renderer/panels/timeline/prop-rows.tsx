import { carrierAt, timesOfProp, type PropMotion } from '../../../core/animation/prop-motion.ts';
import type { Clip } from '../../../core/animation/clip.ts';
import { motionOfProp } from '../../../core/document/prop-frames.ts';
import type { PropData } from '../../../core/document/project-data.ts';
import { carrierLabel } from '../../state/props/carriers.ts';
import { clearProp, moveInTime } from '../../state/props/edit-props.ts';
import { selectProp } from '../../state/selection.ts';
import type { StudioState } from '../../state/studio.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { Moment } from './moment.tsx';
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
          label={`${whatAt(motion, time)} of ${prop.name}`}
          time={time}
          isChange={motion.changes.some(({ from }) => from === time)}
          clip={clip}
          span={span}
          width={width}
          onSelect={() => selectProp(studio, prop.id)}
          onMove={(to) => moveInTime(studio, prop, time, to)}
          onClear={() => clearProp(studio, prop, time)}
        />
      ))}
    </div>
  );
}

/** What is said at a time. */
function whatAt({ keys, changes }: PropMotion, time: number): string {
  const isKey = keys.some((key) => key.time === time);
  return changes.some(({ from }) => from === time) ? (isKey ? 'Change and key' : 'Change') : 'Key';
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
