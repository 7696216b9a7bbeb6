import { useState } from 'react';
import { lengthIn, readLength, stepOf, unitName, unitSign } from '../../state/units.ts';
import { useStudio } from '../window-context.tsx';
import { Hinted } from './hinted.tsx';

interface LengthInputProps {
  readonly label: string;
  /** What the control does: its tooltip. */
  readonly hint?: string;
  /** Metres. */
  readonly value: number;
  readonly min?: number;
  readonly max?: number;
  /** Called with metres when the length is settled: Enter, an arrow key, or leaving the field. */
  readonly onCommit: (metres: number) => void;
}

/** A labelled length in the unit that is set; one with a unit behind it (“5 in”) is understood too. */
export function LengthInput({ label, hint, value, min = -Infinity, max = Infinity, onCommit }: LengthInputProps) {
  const unit = useStudio((state) => state.session.settings.lengths);
  const [typed, setTyped] = useState<string | null>(null);
  const shown = lengthIn(unit, value);
  const commit = (metres: number | null) => {
    setTyped(null);
    if (metres === null || lengthIn(unit, metres) === shown) return;
    onCommit(Math.min(Math.max(metres, min), max));
  };
  const step = (sign: number) => commit((typed === null ? value : (readLength(unit, typed) ?? value)) + sign * stepOf(unit));
  return (
    <Hinted hint={hint}>
      <div className="field">
        <span className="label" aria-hidden>
          {label}
        </span>
        <div className="number-group length-group">
          <input
            className="number-input"
            aria-label={`${label}, ${unitName(unit)}`}
            inputMode="decimal"
            spellCheck="false"
            value={typed ?? shown}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onBlur={() => typed !== null && commit(readLength(unit, typed))}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.currentTarget.blur();
              if (event.key === 'Escape' && typed !== null) {
                event.stopPropagation();
                setTyped(null);
              }
              if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
              event.preventDefault();
              step(event.key === 'ArrowUp' ? 1 : -1);
            }}
          />
          <span className="unit" aria-hidden>
            {unitSign(unit)}
          </span>
        </div>
      </div>
    </Hinted>
  );
}
