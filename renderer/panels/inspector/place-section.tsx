import { othersOf } from '../../../core/document/work-on-actor.ts';
import type { Place } from '../../../core/math/place.ts';
import { nameActor, standAt } from '../../state/scene/edit-actors.ts';
import { LengthInput } from '../widgets/length-input.tsx';
import { NameField } from '../widgets/name-field.tsx';
import { NumberInput } from '../widgets/number-input.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { Section } from './section.tsx';

const DEGREES = 180 / Math.PI;

/** What the character that is worked on is called, and where it stands in a scene of several. */
export function PlaceSection() {
  const { studio } = useServices();
  const project = useStudio((state) => state.document?.history.present ?? null);
  if (!project || othersOf(project).length === 0) return null;
  const { workedOn, character, place } = project;
  const move = (axis: 0 | 1 | 2, metres: number): void =>
    standAt(studio, { ...place, at: place.at.with(axis, metres) as unknown as Place['at'] });
  return (
    <Section title="In the scene">
      <NameField
        label="Name of the character"
        hint="What the character is called in this scene"
        id={workedOn}
        name={character.name}
        onCommit={(name) => nameActor(studio, workedOn, name)}
      />
      <LengthInput label="Place X" hint="Where it stands, across" value={place.at[0]} onCommit={(metres) => move(0, metres)} />
      <LengthInput label="Place Y" hint="How high it stands" value={place.at[1]} onCommit={(metres) => move(1, metres)} />
      <LengthInput label="Place Z" hint="Where it stands, along" value={place.at[2]} onCommit={(metres) => move(2, metres)} />
      <NumberInput
        label="Rotation"
        hint="How it is rotated about the vertical"
        unit="°"
        value={place.turn * DEGREES}
        onCommit={(degrees) => standAt(studio, { ...place, turn: degrees / DEGREES })}
      />
    </Section>
  );
}
