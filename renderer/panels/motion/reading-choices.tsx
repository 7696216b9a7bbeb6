import type { BvhReading } from '../../../core/formats/bvh/bvh-reading.ts';
import type { MotionSource } from '../../state/motions/motion-source.ts';
import { Choice } from '../widgets/choice.tsx';

const CHOSEN = 'chosen';

const UNITS = [
  { value: 0.001, name: 'millimetres' },
  { value: 0.01, name: 'centimetres' },
  { value: 0.0254, name: 'inches' },
  { value: 0.0254 / 0.45, name: 'CMU units (5.64 cm)' },
  { value: 0.1, name: 'decimetres' },
  { value: 0.3048, name: 'feet' },
  { value: 1, name: 'metres' },
] as const;

const UPS = [
  { value: 'y', name: 'Y' },
  { value: 'z', name: 'Z' },
] as const;
const ROOTS = [
  { value: 'absolute', name: 'replaces its OFFSET' },
  { value: 'added', name: 'is added to its OFFSET' },
] as const;
const FIRSTS = [
  { value: false, name: 'part of the motion' },
  { value: true, name: 'a calibration pose, left out' },
] as const;

interface ReadingChoicesProps {
  readonly source: MotionSource;
  readonly onChange: (choices: Partial<BvhReading>) => void;
}

/** How a file was understood; for BVH, which leaves some of it open, with a choice for each. */
export function ReadingChoices({ source, onChange }: ReadingChoicesProps) {
  const { character, choices } = source;
  const { bvh, warnings = [] } = character;
  if (!bvh && warnings.length === 0) return null;
  return (
    <details className="motion-reading">
      <summary>How the file was read{Object.keys(choices).length > 0 && ' (changed by you)'}</summary>
      {warnings.length > 0 && (
        <ul className="soft">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      {bvh && (
        <div className="motion-choices">
          <Reading name="unit" label="Unit" options={UNITS} source={source} onChange={onChange} />
          <Reading name="up" label="Up axis" options={UPS} source={source} onChange={onChange} />
          <Reading name="rootPosition" label="Root position" options={ROOTS} source={source} onChange={onChange} />
          <Reading name="skipFirstFrame" label="First frame" options={FIRSTS} source={source} onChange={onChange} />
        </div>
      )}
    </details>
  );
}

interface ReadingProps<Name extends keyof BvhReading> extends ReadingChoicesProps {
  readonly name: Name;
  readonly label: string;
  readonly options: readonly { readonly value: BvhReading[Name]; readonly name: string }[];
}

/** One open point: left to the program (its choice is shown) or decided by the user. */
function Reading<Name extends keyof BvhReading>({ name, label, options, source, onChange }: ReadingProps<Name>) {
  const { choices, character } = source;
  const isMine = name in choices;
  const present = character.bvh?.[name];
  const at = options.findIndex(({ value }) => value === present);
  const found = at >= 0 ? options[at]!.name : typeof present === 'number' ? `${present.toPrecision(3)} m` : 'as found';
  return (
    <Choice
      label={label}
      value={isMine ? String(at) : CHOSEN}
      options={[
        { value: CHOSEN, label: isMine ? 'as fits best' : `${found} (fits best)` },
        ...options.map((option, index) => ({ value: String(index), label: option.name })),
      ]}
      onChange={(chosen) => {
        const { [name]: _, ...others } = choices;
        onChange(chosen === CHOSEN ? others : { ...choices, [name]: options[Number(chosen)]!.value });
      }}
    />
  );
}
