import { Diamond, RotateCcw } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { weightIndex, type Pose } from '../../../core/skeleton/pose.ts';
import { commitExpression, expressionLabel, expressionNames, previewExpression } from '../../state/posing/expressions.ts';
import { pause } from '../../state/timeline/playback.ts';
import { setPreview } from '../../state/preview.ts';
import { shownPose } from '../../state/studio.ts';
import { CommandTextButton } from '../widgets/button.tsx';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { SearchBox } from '../widgets/search-box.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { Section } from './section.tsx';

/** More expressions than this are found quicker by typing. */
const FEW = 16;

/** A slider for each facial expression of the character. */
export function ExpressionsSection() {
  const names = useStudio(expressionNames);
  const pose = useStudio(shownPose);
  const [search, setSearch] = useState('');
  const shown = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    const labelled = names.map((name, index) => ({ name, index, label: expressionLabel(name) }));
    return labelled.filter(({ name, label }) => `${name} ${label}`.toLowerCase().includes(wanted));
  }, [names, search]);
  if (!pose) return null;
  return (
    <Section title="Expressions" note={`${names.length}`}>
      <div className="hand-presets">
        <CommandTextButton id="key.setExpressions" icon={Diamond} text="Set key" />
        <CommandTextButton id="pose.resetExpressions" icon={RotateCcw} text="Reset" />
      </div>
      {names.length > FEW && (
        <SearchBox label="Find an expression" placeholder="Find an expression" value={search} onChange={setSearch} />
      )}
      {shown.map(({ name, index, label }) => (
        <ExpressionSlider key={name} label={label} expression={index} value={pose[weightIndex(pose, index)]!} />
      ))}
    </Section>
  );
}

interface ExpressionSliderProps {
  readonly label: string;
  readonly expression: number;
  readonly value: number;
}

function ExpressionSlider({ label, expression, value }: ExpressionSliderProps) {
  const { studio } = useServices();
  /** The pose that the slider began to move from. */
  const base = useRef<Pose | null>(null);
  const from = (): Pose | null => (base.current ??= shownPose(studio.getState()));
  return (
    <RangeSlider
      label={label}
      value={value}
      min={0}
      max={1}
      step={0.01}
      format={(share) => `${Math.round(100 * share)} %`}
      onInput={(weight) => {
        pause(studio);
        const pose = from();
        if (pose) previewExpression(studio, pose, expression, weight);
      }}
      onCommit={(weight) => {
        const pose = from();
        base.current = null;
        if (pose) commitExpression(studio, pose, expression, weight);
      }}
      onCancel={() => {
        base.current = null;
        setPreview(studio, null);
      }}
    />
  );
}
