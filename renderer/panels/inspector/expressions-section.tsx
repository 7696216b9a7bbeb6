import { Diamond, RotateCcw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { weightIndex } from '../../../core/skeleton/pose.ts';
import { commitExpression, expressionLabel, expressionNames, previewExpression } from '../../state/posing/expressions.ts';
import { shownPose } from '../../state/studio.ts';
import { CommandTextButton } from '../widgets/button.tsx';
import { SearchBox } from '../widgets/search-box.tsx';
import { useStudio } from '../window-context.tsx';
import { Section } from './section.tsx';
import { PoseSlider } from './pose-slider.tsx';

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
        <PoseSlider
          key={name}
          label={label}
          value={pose[weightIndex(pose, index)]!}
          preview={(studio, from, weight) => previewExpression(studio, from, index, weight)}
          commit={(studio, from, weight) => commitExpression(studio, from, index, weight)}
        />
      ))}
    </Section>
  );
}
