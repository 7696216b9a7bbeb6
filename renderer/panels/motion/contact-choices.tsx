import { WordButton } from '../widgets/button.tsx';
import { CONTACT_SETTINGS, type ContactSettings } from '../../../core/animation/contacts.ts';
import { NumberInput } from '../widgets/number-input.tsx';

interface Field {
  readonly name: keyof ContactSettings;
  readonly label: string;
  readonly hint: string;
  readonly unit: string;
  /** What is shown for 1. */
  readonly scale: number;
}

const OF_LEG = { unit: '% of a leg', scale: 100 } as const;
const OF_LEG_A_SECOND = { unit: '% a second', scale: 100 } as const;

const FIELDS: readonly Field[] = [
  {
    name: 'height',
    label: 'Height',
    hint: 'A foot is planted only so far above the lowest that the feet come to nearby',
    ...OF_LEG,
  },
  { name: 'rise', label: 'Lifted by', hint: 'A planted foot that rises by more is lifted', ...OF_LEG },
  {
    name: 'drift',
    label: 'Moved on by',
    hint: 'A planted foot that is farther from where it was set down stands there no more',
    ...OF_LEG,
  },
  {
    name: 'slow',
    label: 'Set down below',
    hint: 'A foot that is slower becomes planted; in shares of a leg',
    ...OF_LEG_A_SECOND,
  },
  {
    name: 'fast',
    label: 'Lifted above',
    hint: 'A planted foot that is faster is lifted; in shares of a leg',
    ...OF_LEG_A_SECOND,
  },
  { name: 'shortest', label: 'Shortest', hint: 'A foot that stands for less time is not planted', unit: 's', scale: 1 },
];

interface ContactChoicesProps {
  readonly contacts: ContactSettings | null;
  readonly onChange: (contacts: ContactSettings | null) => void;
}

/** When a foot of the motion counts as planted. */
export function ContactChoices({ contacts, onChange }: ContactChoicesProps) {
  const change = (name: keyof ContactSettings, value: number) => {
    const { [name]: _, ...others } = contacts ?? {};
    const next = value === CONTACT_SETTINGS[name] ? others : { ...others, [name]: value };
    onChange(Object.keys(next).length > 0 ? next : null);
  };
  return (
    <details className="motion-reading">
      <summary>When a foot counts as planted{contacts !== null && ' (changed by you)'}</summary>
      <div className="motion-contacts">
        {FIELDS.map(({ name, label, hint, unit, scale }) => (
          <NumberInput
            key={name}
            label={label}
            hint={hint}
            unit={unit}
            value={scale * (contacts?.[name] ?? CONTACT_SETTINGS[name])}
            min={scale === 1 ? 0.01 : 0.1}
            max={scale === 1 ? 2 : 200}
            decimals={scale === 1 ? 2 : 1}
            onCommit={(shown) => change(name, shown / scale)}
          />
        ))}
        <WordButton disabledBecause={contacts === null ? 'They have these values already.' : null} onPress={() => onChange(null)}>
          As for most motions
        </WordButton>
      </div>
    </details>
  );
}
