import { readIn } from '../../state/window/units.ts';
import { TypedField } from './typed-field.tsx';

export interface NumberInputProps {
  readonly label: string;
  /** What the control does: its tooltip. */
  readonly hint?: string;
  readonly value: number;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: number;
  /** Shown behind the number; others of its kind (“0.5 rad” for degrees) are understood too. */
  readonly unit?: string;
  readonly decimals?: number;
  /** What else a typed text may mean; default: a number, of `unit` or another one of its kind. */
  readonly read?: (text: string) => number | null;
  /** Why it cannot be used, or what to do before, shown over it; null (default): it can. */
  readonly disabledBecause?: string | null;
  /** Called when the number is settled: Enter, an arrow key, or leaving the field. */
  readonly onCommit: (value: number) => void;
}

/** A labelled number: typed, with a unit or without, or stepped with the arrow keys. */
export function NumberInput(props: NumberInputProps) {
  const { value, min = -Infinity, max = Infinity, step = 1, unit = '', decimals = 1, onCommit } = props;
  const { read = (text: string) => readIn(unit, text) } = props;
  const shown = round(value, decimals);
  return (
    <TypedField
      label={props.label}
      hint={props.hint}
      value={shown}
      shown={String(shown)}
      read={read}
      step={step === 1 && decimals > 0 ? 10 ** -decimals : step}
      min={round(min, decimals)}
      max={round(max, decimals)}
      sign={unit}
      disabledBecause={props.disabledBecause ?? null}
      onCommit={(wanted) => {
        const next = round(wanted, decimals);
        if (next !== shown) onCommit(next);
      }}
    />
  );
}

function round(value: number, decimals: number): number {
  const rounded = Number(value.toFixed(decimals));
  return rounded === 0 ? 0 : rounded;
}
