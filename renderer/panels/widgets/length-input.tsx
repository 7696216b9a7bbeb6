import { fineUnit, lengthIn, readLength, stepOf, unitName, unitSign } from '../../state/window/units.ts';
import { useStudio } from '../window-context.tsx';
import { TypedField } from './typed-field.tsx';

interface LengthInputProps {
  readonly label: string;
  /** What the control does: its tooltip. */
  readonly hint?: string;
  /** Metres. */
  readonly value: number;
  readonly min?: number;
  readonly max?: number;
  /** Metres that are told apart, and what an arrow key changes it by, where that is less than usual. */
  readonly finest?: number;
  /** Called with metres when the length is settled: Enter, an arrow key, or leaving the field. */
  readonly onCommit: (metres: number) => void;
}

/** A labelled length in the unit that is set; one with a unit behind it (“5 in”) is understood too. */
export function LengthInput({ label, hint, value, min = -Infinity, max = Infinity, finest, onCommit }: LengthInputProps) {
  const set = useStudio((state) => state.session.settings.lengths);
  const unit = finest === undefined ? set : fineUnit(set);
  const show = (metres: number) =>
    finest === undefined ? lengthIn(unit, metres) : String(Number(lengthIn(unit, metres, finest)));
  const shown = show(value);
  return (
    <TypedField
      label={label}
      spoken={`${label}, ${unitName(unit)}`}
      hint={hint}
      value={value}
      shown={shown}
      read={(text) => readLength(unit, text)}
      step={finest ?? stepOf(unit)}
      min={min}
      max={max}
      sign={unitSign(unit)}
      onCommit={(metres) => {
        if (show(metres) !== shown) onCommit(metres);
      }}
    />
  );
}
