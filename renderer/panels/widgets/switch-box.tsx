import { Check } from 'lucide-react';
import { Checkbox } from 'react-aria-components';
import { Hinted } from './hinted.tsx';

interface SwitchBoxProps {
  readonly label: string;
  /** What the control does: its tooltip. */
  readonly hint?: string;
  readonly isOn: boolean;
  /** Why it cannot be used, or what to do before, shown over it; null (default): it can. */
  readonly disabledBecause?: string | null;
  readonly onChange: (isOn: boolean) => void;
}

/** A labelled tick box. */
export function SwitchBox({ label, hint, isOn, disabledBecause = null, onChange }: SwitchBoxProps) {
  return (
    <Hinted hint={disabledBecause ?? hint}>
      <Checkbox className="checkbox" isSelected={isOn} isDisabled={disabledBecause !== null} onChange={onChange}>
        <span className="box" aria-hidden>
          <Check size={12} strokeWidth={3.2} />
        </span>
        {label}
      </Checkbox>
    </Hinted>
  );
}
