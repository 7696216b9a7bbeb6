import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { Hinted } from './hinted.tsx';

export interface TypedFieldProps {
  readonly label: string;
  /** What is read out in place of the label, where that says less. */
  readonly spoken?: string;
  /** What the control does: its tooltip. */
  readonly hint?: string | undefined;
  readonly value: number;
  /** The value as it stands in the field. */
  readonly shown: string;
  /** The value that a typed text means; null where it means none. */
  readonly read: (text: string) => number | null;
  /** What an arrow key changes the value by. */
  readonly step: number;
  readonly min: number;
  readonly max: number;
  /** Shown behind the number. */
  readonly sign: string;
  /** Why it cannot be used, or what to do before, shown over it; null: it can. */
  readonly disabledBecause?: string | null;
  /** Called when the value is settled: Enter, an arrow key, or leaving the field. */
  readonly onCommit: (value: number) => void;
}

/** A labelled number of any kind: typed, with its unit or another one of its kind behind it, or stepped with the arrow keys. Escape takes back what is typed. */
export function TypedField(props: TypedFieldProps) {
  const { label, spoken = label, hint, value, shown, read, step, min, max, sign, disabledBecause = null, onCommit } = props;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const commit = (wanted: number | null) => {
    setTyped(null);
    if (wanted !== null) onCommit(Math.min(Math.max(wanted, min), max));
  };
  const settle = () => {
    if (typed !== null) commit(typed === shown ? null : read(typed));
  };
  return (
    <Hinted hint={disabledBecause ?? hint}>
      <div className="field">
        <label className="label" htmlFor={id}>
          {label}
        </label>
        <div className="number-group" data-disabled={disabledBecause === null ? undefined : true}>
          <input
            id={id}
            className="number-input"
            aria-label={spoken}
            inputMode="decimal"
            autoComplete="off"
            spellCheck="false"
            disabled={disabledBecause !== null}
            value={typed ?? shown}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onBlur={settle}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                const { currentTarget } = event;
                // At once: a dialog that Enter answers reads what is settled.
                flushSync(settle);
                // A number that was settled gives the keys back to its panel: Space, Ctrl+Z and Ctrl+V are the studio's again. A dialog keeps them.
                if (currentTarget.closest('[role="dialog"], [role="alertdialog"]') === null) {
                  currentTarget.blur();
                  currentTarget.closest<HTMLElement>('[data-panel]')?.focus({ preventScroll: true });
                }
              }
              if (event.key === 'Escape' && typed !== null) {
                event.stopPropagation();
                setTyped(null);
              }
              if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
              event.preventDefault();
              const from = typed === null ? value : (read(typed) ?? value);
              commit(from + (event.key === 'ArrowUp' ? step : -step));
            }}
          />
          {sign !== '' && (
            <span className="unit" aria-hidden>
              {sign}
            </span>
          )}
        </div>
      </div>
    </Hinted>
  );
}
