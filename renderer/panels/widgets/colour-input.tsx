import { useId } from 'react';
import { Hinted } from './hinted.tsx';

interface ColourInputProps {
  readonly label: string;
  /** What the control does: its tooltip. */
  readonly hint?: string;
  /** `#rrggbb`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A labelled colour, chosen in the browser's own dialog. */
export function ColourInput({ label, hint, value, onChange }: ColourInputProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <Hinted hint={hint}>
        <input id={id} className="colour-input" type="color" value={value} onChange={(event) => onChange(event.target.value)} />
      </Hinted>
    </div>
  );
}
