import type { KeyboardEvent } from 'react';
import { Group, Input, Label, NumberField } from 'react-aria-components';
import { Hinted } from './hinted.tsx';

interface NumberInputProps {
  readonly label: string;
  /** What the control does: its tooltip. */
  readonly hint?: string;
  readonly value: number;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: number;
  /** Shown behind the number. */
  readonly unit?: string;
  readonly decimals?: number;
  /** Why it cannot be used, or what to do before, shown over it; null (default): it can. */
  readonly disabledBecause?: string | null;
  /** Called when the number is settled: Enter, an arrow key, or leaving the field. */
  readonly onCommit: (value: number) => void;
}

/** A labelled number: typed, or stepped with the arrow keys. */
export function NumberInput(props: NumberInputProps) {
  const { label, hint, value, min, max, step = 1, unit = '', decimals = 1, disabledBecause = null, onCommit } = props;
  const shown = round(value, decimals);
  return (
    <Hinted hint={disabledBecause ?? hint}>
      <NumberField
        className="field"
        value={shown}
        step={step === 1 && decimals > 0 ? 10 ** -decimals : step}
        {...(min === undefined ? {} : { minValue: round(min, decimals) })}
        {...(max === undefined ? {} : { maxValue: round(max, decimals) })}
        isDisabled={disabledBecause !== null}
        formatOptions={{ maximumFractionDigits: decimals, useGrouping: false }}
        onChange={(next) => {
          if (Number.isFinite(next) && next !== shown) onCommit(next);
        }}
      >
        <Label>{label}</Label>
        <Group className="number-group">
          <Input className="number-input" onKeyUp={leaveOnEnter} />
          {unit !== '' && (
            <span className="unit" aria-hidden>
              {unit}
            </span>
          )}
        </Group>
      </NumberField>
    </Hinted>
  );
}

/** A number that was settled by Enter gives the keys back: Space and Ctrl+Z are the studio's again. */
function leaveOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key === 'Enter') event.currentTarget.blur();
}

function round(value: number, decimals: number): number {
  const rounded = Number(value.toFixed(decimals));
  return rounded === 0 ? 0 : rounded;
}
